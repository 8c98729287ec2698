"""Rounds of Tiến lên by place that show what its rules come to."""

from typing import Final

from scoring.common.examples import Example
from scoring.common.text import Text

_PLAYERS: Final = (1, 2, 3, 4)
_OPENED: Final = ({"player": 1, "cards": ("2H",)}, {"player": 2, "cards": ("ba_doi_thong",)})
_CHOPPED: Final = (*_OPENED, {"player": 3, "cards": ("tu_quy",)})

EXAMPLES: Final = (
    Example(
        Text(
            "Về theo thứ tự A, B, C, D; D còn 2♥ và tứ quý 4",
            "A, B, C, D finish in this order; D still holds 2♥ and four 4s",
        ),
        {"players": _PLAYERS, "places": _PLAYERS, "thoi": {"4": ("2H", "tu_quy")}},
    ),
    Example(
        Text("D cóng, còn 2♠; về A, B, C", "D is cóng with 2♠; then A, B, C"),
        {"players": _PLAYERS, "places": (1, 2, 3), "cong": (4,), "thoi": {"4": ("2S",)}},
    ),
    Example(
        Text(
            "A về nhất, B, C, D đều cóng, D đền bài; B còn 2♥, D còn 3 đôi thông",
            "A is first, B, C, D are cóng, D pays for all; B holds 2♥, D 3 consecutive pairs",
        ),
        {
            "players": _PLAYERS,
            "places": (1,),
            "cong": (2, 3, 4),
            "den": 4,
            "thoi": {"2": ("2H",), "4": ("ba_doi_thong",)},
        },
    ),
    Example(
        Text(
            "A đánh 2♥, B chặt bằng 3 đôi thông, C chặt chồng bằng tứ quý",
            "A plays 2♥, B chops with 3 consecutive pairs, C chops that with four of a kind",
        ),
        {"players": _PLAYERS, "places": _PLAYERS, "chat": ({"plays": _CHOPPED},)},
    ),
    Example(
        Text(
            "Cũng vậy, rồi D chặt nữa bằng 4 đôi thông",
            "The same, and D chops once more with 4 consecutive pairs",
        ),
        {
            "players": _PLAYERS,
            "places": _PLAYERS,
            "chat": ({"plays": (*_CHOPPED, {"player": 4, "cards": ("bon_doi_thong",)})},),
        },
    ),
    Example(
        Text(
            "C chặt bằng tứ quý, D chặt lại, mà C hết bài bằng chính tứ quý ấy",
            "C chops with four of a kind, D chops that, but C went out with it",
        ),
        {
            "players": _PLAYERS,
            "places": (3, 1, 2, 4),
            "chat": (
                {
                    "plays": (*_CHOPPED, {"player": 4, "cards": ("bon_doi_thong",)}),
                    "victim_went_out": True,
                },
            ),
        },
    ),
    Example(
        Text("A tới trắng 6 đôi", "A wins at once with six pairs"),
        {"players": _PLAYERS, "toi_trang": {"player": 1, "kind": "sau_doi"}},
    ),
)
