"""How the facts of Binh look."""

from typing import Final

from scoring.binh.mau_binh import Kind
from scoring.binh.rows import Row
from scoring.common.shapes import PLAYERS, SEAT, a_list, by_seat, cards, one_of, record, seats

_RANK: Final = {"type": "array", "items": SEAT, "minItems": 1, "uniqueItems": True}
SHAPE: Final = record(
    "A round of Binh: the cards in `hands`, or how the rows compared in `chi`",
    {"players": PLAYERS},
    hands=by_seat(
        record("three rows", {}, **{row.value: cards(f"chi {row.value}") for row in Row}),
        "the cards; who has a mậu binh may leave them out",
    ),
    chi=record(
        "without cards: each row's players, strongest first, those who draw together",
        {},
        **{row.value: a_list(_RANK, f"chi {row.value}") for row in Row},
    ),
    binh_lung=seats("binh lủng: whose rows stand in the wrong order; with cards it is found"),
    mau_binh=by_seat(one_of(Kind, "a kind of mậu binh"), "who declared a mậu binh"),
)
