"""Rounds of Tiến lên by cards left that show what its rules come to."""

from typing import Final

from scoring.common.examples import Example
from scoring.common.text import Text

_PLAYERS: Final = (1, 2, 3, 4)
_LEFT: Final = {"2": 5, "3": 13, "4": 1}
_HELD: Final = {"2": ("2D",), "3": ("ba_doi_thong",)}

EXAMPLES: Final = (
    Example(
        Text(
            "A hết bài; B còn 5 lá có 2♦, C cóng có 3 đôi thông, D còn 1 lá",
            "A is out; B has 5 cards with 2♦, C is cóng with 3 consecutive pairs, D has 1 card",
        ),
        {"players": _PLAYERS, "winner": 1, "cards_left": _LEFT, "thoi": _HELD},
    ),
    Example(
        Text("Cũng vậy, và A đút 3 bích", "The same, and A goes out on the 3♠"),
        {
            "players": _PLAYERS,
            "winner": 1,
            "cards_left": _LEFT,
            "thoi": _HELD,
            "dut_ba_bich": True,
        },
    ),
    Example(
        Text(
            "A đánh 2♥, B chặt bằng tứ quý, C chặt chồng bằng 4 đôi thông; "
            "D hết bài, A, B, C còn 2, 3, 4 lá",
            "A plays 2♥, B chops with four of a kind, C chops that with 4 consecutive pairs; "
            "D is out, A, B, C have 2, 3, 4 cards",
        ),
        {
            "players": _PLAYERS,
            "winner": 4,
            "cards_left": {"1": 2, "2": 3, "3": 4},
            "chat": (
                {
                    "plays": (
                        {"player": 1, "cards": ("2H",)},
                        {"player": 2, "cards": ("tu_quy",)},
                        {"player": 3, "cards": ("bon_doi_thong",)},
                    )
                },
            ),
        },
    ),
    Example(
        Text("A tới trắng 6 đôi", "A wins at once with six pairs"),
        {"players": _PLAYERS, "toi_trang": {"player": 1, "kind": "sau_doi"}},
    ),
)
