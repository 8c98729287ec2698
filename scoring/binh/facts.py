"""What a table can tell of a round of Binh."""

from collections.abc import Mapping
from typing import NamedTuple

from scoring.binh.mau_binh import Kind
from scoring.binh.rows import CODES, Row, RowKind
from scoring.binh.rules import BinhRules
from scoring.common.cards import Card
from scoring.common.problem_texts import read_problems
from scoring.common.reading import (
    MOST_SEATS,
    PLAYERS,
    Field,
    Reader,
    a_list,
    by_seat,
    cards,
    one_of,
    read_facts,
    record,
    seats,
)
from scoring.common.text import Text
from scoring.common.transfers import Seats

problem = read_problems(__package__)

Rows = tuple[tuple[Card, ...], tuple[Card, ...], tuple[Card, ...]]
"""A hand in its rows: đầu, giữa, cuối; an empty one was not told."""

Ranking = tuple[Seats, ...]
"""Players of a row, strongest first, those who draw together."""


class BinhFacts(NamedTuple):
    """One round: ``hands`` of cards, or ``chi`` and ``binh_lung`` as the table saw them.

    ``chi`` has the rows that were told, ``kinds`` what some of them were. ``by_cards``: some cards
    were told.
    """

    players: Seats
    hands: Mapping[int, Rows]
    chi: Mapping[Row, Ranking]
    binh_lung: Seats
    mau_binh: Mapping[int, Kind]
    by_cards: bool
    kinds: Mapping[int, Mapping[Row, RowKind]]

    @property
    def without_mau_binh(self) -> list[int]:
        """Who declared no mậu binh."""
        return [seat for seat in self.players if seat not in self.mau_binh]


def _rows(
    dau: tuple[Card, ...] = (), giua: tuple[Card, ...] = (), cuoi: tuple[Card, ...] = ()
) -> Rows:
    return dau, giua, cuoi


def _chi(**rankings: Ranking) -> Mapping[Row, Ranking]:
    return {Row(row): ranking for row, ranking in rankings.items()}


def _read_rank(reader: Reader, value: object, path: str) -> Seats:
    """Players who draw; a tie of nobody is none."""
    if value is None:
        reader.missing(path, _A_RANK)
        return ()
    if isinstance(value, list | tuple) and not value:
        reader.refuse(problem("empty_rank", path))
    return reader.seat_list(value, path)


def _kinds(**kinds: RowKind) -> Mapping[Row, RowKind]:
    return {Row(row): kind for row, kind in kinds.items() if kind is not None}


def _read_kind(reader: Reader, value: object, path: str) -> RowKind | None:
    """What a row was, by name."""
    if type(value) is str and value in CODES:
        return RowKind(CODES.index(value))
    reader.expected(_A_KIND, value, path, "unknown_kind")
    return None


_KIND = Field({"type": "string", "enum": list(CODES)}, _read_kind)
_RANKING = a_list(
    Field({**seats("").schema, "minItems": 1}, _read_rank), "strongest first", MOST_SEATS
)


def _read_ranking(reader: Reader, value: object, path: str) -> Ranking:
    """Each player once at most."""
    ranking: Ranking = _RANKING.read(reader, value, path)
    seen: set[int] = set()
    for at, rank in enumerate(ranking):
        for index, seat in enumerate(rank):
            if seat in seen:
                reader.refuse(problem("duplicate_player", f"{path}[{at}][{index}]", seat))
        seen.update(rank)
    return ranking


FACTS = record(
    dict,
    "A round of Binh: the cards in `hands`, or how the rows compared in `chi`",
    {"players": PLAYERS},
    hands=by_seat(
        record(_rows, "three rows", {}, **{row.value: cards(f"chi {row.value}") for row in Row}),
        "the cards; who has a mậu binh may leave them out",
    ),
    chi=record(
        _chi,
        "without cards: each row's players, strongest first, those who draw together",
        {},
        **{
            row.value: Field(_RANKING.schema, _read_ranking).described(f"chi {row.value}")
            for row in Row
        },
    ),
    kinds=by_seat(
        record(
            _kinds,
            "what rows were",
            {},
            **{row.value: _KIND.described(f"chi {row.value}") for row in Row},
        ),
        "beside `chi`: the kinds of rows that pay more, told without cards",
    ),
    binh_lung=seats("binh lủng: whose rows stand in the wrong order; with cards it is found"),
    mau_binh=by_seat(
        one_of(Kind, "a kind of mậu binh", Text("một kiểu mậu binh", "a kind of mậu binh")),
        "who declared a mậu binh",
    ),
)


def read(raw: Mapping[str, object], rules: BinhRules) -> BinhFacts:
    """The facts as typed values; raises FactsError with all that cannot be read."""
    told = read_facts(FACTS, raw)
    hands = told.get("hands", {})
    return BinhFacts(
        players=told["players"],
        hands=hands,
        chi=told.get("chi", {}),
        binh_lung=told.get("binh_lung", ()),
        mau_binh=told.get("mau_binh", {}),
        by_cards=any(map(any, hands.values())),
        kinds={seat: kinds for seat, kinds in told.get("kinds", {}).items() if kinds},
    )


_A_KIND = Text("một loại chi: xám chi, cù lũ, tứ quý…", "a kind of row: a full house…")
_A_RANK = Text("những người cùng hạng", "the players of this rank")
