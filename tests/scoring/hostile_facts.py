"""Facts with far more in them than a table can tell."""

from collections.abc import Callable
from typing import Any

PLAYERS = [1, 2, 3, 4]
Made = Callable[[int], dict[str, Any]]


def listed(key: str, each: object) -> Made:
    return lambda size: {"players": PLAYERS, key: [each] * size}


def by_seat(key: str, each: object) -> Made:
    return lambda size: {"players": PLAYERS, key: {str(seat): each for seat in range(size)}}


HOSTILE: dict[str, tuple[str, Made]] = {
    "players": ("phom", lambda size: {"players": list(range(1, size))}),
    "the same player": ("phom", lambda size: {"players": [1] * size}),
    "places": ("tien_len", listed("places", 1)),
    "cards left": ("dem_la", by_seat("cards_left", 1)),
    "held": ("tien_len", by_seat("thoi", ["2H"])),
    "held by one": ("tien_len", lambda size: {"players": PLAYERS, "thoi": {"1": ["2H"] * size}}),
    "chains": ("tien_len", listed("chat", {"plays": [{"player": 1, "cards": ["2H"]}]})),
    "plays": (
        "tien_len",
        lambda size: {
            "players": PLAYERS,
            "chat": [{"plays": [{"player": 1, "cards": ["2H"]}] * size}],
        },
    ),
    "eaten": ("phom", listed("an", {"eater": 2, "victim": 1})),
    "rows": ("binh", lambda size: {"players": PLAYERS, "chi": {"dau": [[1]] * size}}),
    "mậu binh": ("binh", by_seat("mau_binh", "sau_doi")),
    "unknown fields": (
        "tien_len",
        lambda size: {"players": PLAYERS, **{f"x{number}": 1 for number in range(size)}},
    ),
}
"""Facts of so many, by what there is too much of."""
