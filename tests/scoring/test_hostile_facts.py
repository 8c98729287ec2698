"""Facts with far more in them than a table can tell are one problem, whatever they repeat."""

from collections.abc import Callable
from typing import Any

import pytest

from scoring import FactsError, SettingsError, score

MANY = 20_000
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


@pytest.mark.parametrize("name", HOSTILE)
def test_far_too_much_is_one_problem(name: str) -> None:
    rules, made = HOSTILE[name]
    with pytest.raises(FactsError) as refused:
        score(rules, made(MANY))
    assert [problem.code for problem in refused.value.problems] == ["too_many"]


def test_far_too_many_settings_are_one_problem() -> None:
    with pytest.raises(SettingsError) as refused:
        score("binh", {"players": PLAYERS}, {f"x{number}": 1 for number in range(MANY)})
    assert [problem.code for problem in refused.value.problems] == ["too_many"]
