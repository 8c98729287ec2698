"""How the facts look that both Tiến lên games share: thối, chặt, tới trắng."""

from typing import Final

from scoring.common.cards import HAND_SIZE
from scoring.common.shapes import (
    FLAG,
    SEAT,
    TWO,
    Shape,
    a_list,
    by_seat,
    cards,
    one_of,
    record,
    said,
)
from scoring.thirteen.cards import HANG, UNSUITED, Item, Kind
from scoring.thirteen.facts import SHORTEST_CHAIN


def _item(*named: Item) -> Shape:
    """A 2 in any spelling, or one of these by name."""
    names = "|".join(item.value for item in named)
    return {"type": "string", "pattern": f"^(?:{TWO}|{names})$"}


THOI: Final = by_seat(
    {
        "anyOf": [
            {"type": "array", "items": _item(*UNSUITED, *HANG), "example": ["2S", "tu_quy"]},
            record("all cards held", {}, hand=cards("the heo and hàng in them are found")),
        ]
    },
    "thối, the heo and hàng still held: each 2 by its card, or heo_den (black) and heo_do (red)"
    " where nobody noted the suit; ba_doi_thong, tu_quy, bon_doi_thong",
)
_PLAY: Final = record(
    "one play",
    {
        "player": SEAT,
        "cards": a_list(
            _item(*UNSUITED, *HANG, Item.HAI_TU_QUY),
            "a heo, a pair of heo, or the name of a hàng",
            minItems=1,
            maxItems=2,
        ),
    },
)
CHAT: Final = a_list(
    record(
        "one chain: each play chops the one before it",
        {"plays": a_list(_PLAY, "first what was chopped first", minItems=SHORTEST_CHAIN)},
        victim_went_out=said(FLAG, "the last chopped had gone out with that very play"),
    ),
    "chặt, the chains of this round, in no order",
)
TOI_TRANG: Final = record(
    "tới trắng: who won before any play, by kind or cards or both",
    {"player": SEAT},
    kind=one_of(Kind, "what was held"),
    hand=cards("all thirteen cards", minItems=HAND_SIZE, maxItems=HAND_SIZE),
)
