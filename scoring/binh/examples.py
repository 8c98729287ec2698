"""Rounds of Binh that show what its rules come to."""

from typing import Final

from scoring.common.examples import Example
from scoring.common.text import Text

_PLAYERS: Final = (1, 2, 3)

EXAMPLES: Final = (
    Example(
        Text(
            "A thắng B chi đầu và chi cuối, thua chi giữa; C binh lủng",
            "A beats B in the first and the last row and loses the middle one; C is binh lủng",
        ),
        {
            "players": _PLAYERS,
            "chi": {"dau": ((1,), (2,)), "giua": ((2,), (1,)), "cuoi": ((1,), (2,))},
            "binh_lung": (3,),
        },
    ),
    Example(
        Text("B mậu binh 6 đôi, C binh lủng", "B has a mậu binh of six pairs, C is binh lủng"),
        {"players": _PLAYERS, "binh_lung": (3,), "mau_binh": {"2": "sau_doi"}},
    ),
)
