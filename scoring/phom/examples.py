"""Rounds of Phỏm that show what its rules come to."""

from typing import Final

from scoring.common.examples import Example
from scoring.common.text import Text

_PLAYERS: Final = (1, 2, 3, 4)
_POINTS: Final = {"1": 12, "2": 12, "3": 30}

EXAMPLES: Final = (
    Example(
        Text(
            "A và B cùng 12 điểm, B hạ sau; C 30 điểm, D móm",
            "A and B both have 12 points, B laid down later; C has 30, D is móm",
        ),
        {"players": _PLAYERS, "points": _POINTS, "mom": (4,)},
    ),
    Example(
        Text(
            "Cũng vậy, và B ăn của A một lá thường rồi một lá chốt",
            "The same, and B ate an ordinary card and a chốt card of A",
        ),
        {
            "players": _PLAYERS,
            "points": _POINTS,
            "mom": (4,),
            "an": ({"eater": 2, "victim": 1}, {"eater": 2, "victim": 1, "chot": True}),
        },
    ),
    Example(
        Text(
            "B ăn của A ba lá thường thì ù, A đền", "B ate three cards of A: B is ù, A pays for all"
        ),
        {"players": _PLAYERS, "an": tuple({"eater": 2, "victim": 1} for _ in range(3))},
    ),
    Example(
        Text("Cả bốn người đều móm, A hạ đầu", "All four are móm, A laid down first"),
        {"players": _PLAYERS, "mom": _PLAYERS},
    ),
)
