"""How the facts of phỏm look."""

from typing import Final

from scoring.common.shapes import (
    FLAG,
    PLAYERS,
    SEAT,
    a_list,
    by_seat,
    cards,
    one_of,
    record,
    said,
    seats,
)
from scoring.phom.rules import UKind

_EATEN: Final = record(
    "one eaten card; the next player eats, so one of the two seats is enough",
    {},
    eater=said(SEAT, "who ate it"),
    victim=said(SEAT, "who had discarded it, and pays"),
    chot=said(FLAG, "it was a chốt card"),
)
SHAPE: Final = record(
    "A round of phỏm",
    {"players": PLAYERS},
    an=a_list(_EATEN, "ăn, the eaten cards in order"),
    points=by_seat(
        {
            "anyOf": [
                {"type": "integer", "minimum": 0},
                record("the cards left", {"hand": cards("their points are counted")}),
            ]
        },
        "the points; those of a móm player may be left out",
    ),
    mom=seats("móm: who laid no phỏm down"),
    ha=seats("hạ, the order of laying down; left out, it is the playing order"),
    u=record(
        "ù: who won at once; three cards eaten from one victim say so by themselves",
        {"player": SEAT},
        kind=one_of(UKind, "how; u if left out"),
    ),
)
