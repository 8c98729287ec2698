"""What a table can tell of a round of Binh."""

from collections.abc import Callable, Mapping
from typing import Any, NamedTuple

from scoring.binh.mau_binh import Kind
from scoring.binh.rows import Row, RowKind
from scoring.binh.rules import PLAYERS, BinhRules
from scoring.common import reading
from scoring.common.cards import Card
from scoring.common.problem_texts import read_problems
from scoring.common.text import Text
from scoring.common.transfers import Seats
from scoring.pot import POT

problem = read_problems(__package__)

_A_KIND = Text("một loại chi: xám chi, cù lũ, tứ quý…", "a kind of row: a full house…")
_A_RANK = Text("những người cùng hạng", "the players of this rank")

Ranking = tuple[Seats, ...]
"""Players of a row, strongest first, those who draw together."""


class Rows(NamedTuple):
    """A hand in its rows; an empty one was not told."""

    dau: tuple[Card, ...] = ()
    giua: tuple[Card, ...] = ()
    cuoi: tuple[Card, ...] = ()


class BinhFacts(NamedTuple):
    """One round: ``hands`` of cards, or ``chi`` and ``binh_lung`` as the table saw them.

    ``chi`` has the rows told, ``kinds`` what some of them were; ``by_cards``: some cards were told.
    """

    players: Seats
    by_cards: bool
    hands: Mapping[int, Rows] = {}
    chi: Mapping[Row, Ranking] = {}
    binh_lung: Seats = ()
    mau_binh: Mapping[int, Kind] = {}
    kinds: Mapping[int, Mapping[Row, RowKind]] = {}
    pot: Mapping[int, int] = {}
    pot_winner: int | None = None

    @property
    def without_mau_binh(self) -> list[int]:
        """Who declared no mậu binh."""
        return [seat for seat in self.players if seat not in self.mau_binh]

    @property
    def comparing(self) -> list[int]:
        """Who put rows down that can be compared, as far as the table told."""
        return [seat for seat in self.without_mau_binh if seat not in self.binh_lung]


def _by_row(**rows: Any) -> Mapping[Row, Any]:
    return {Row(row): each for row, each in rows.items() if each is not None}


def _of_each_row(make: Callable[..., Any], text: str, of: reading.Field) -> reading.Field:
    rows = {row.value: of.described(f"chi {row.value}") for row in Row}
    return reading.record(make, text, {}, **rows)


def _read_rank(reader: reading.Reader, value: object, path: str) -> Seats:
    """Players who draw; a tie of nobody is none."""
    if value is None:
        reader.missing(path, _A_RANK)
        return ()
    if isinstance(value, list | tuple) and not value:
        reader.refuse(problem("empty_rank", path))
    return reader.seat_list(value, path)


_RANK = reading.Field({**reading.seats("").schema, "minItems": 1}, _read_rank)
_RANKING = reading.a_list(_RANK, "strongest first", reading.MOST_SEATS)


def _read_ranking(reader: reading.Reader, value: object, path: str) -> Ranking:
    """Each player once at most."""
    ranking: Ranking = _RANKING.read(reader, value, path)
    ranked: set[int] = set()
    for at, rank in enumerate(ranking):
        for index, seat in enumerate(rank):
            if seat in ranked:
                reader.refuse(problem("duplicate_player", f"{path}[{at}][{index}]", seat))
        ranked.update(rank)
    return ranking


FACTS = reading.facts(
    "A round of Binh: the cards in `hands`, or how the rows compared in `chi`",
    PLAYERS,
    hands=reading.by_seat(
        _of_each_row(Rows, "three rows", reading.cards("")),
        "the cards; who has a mậu binh may leave them out",
    ),
    chi=_of_each_row(
        _by_row,
        "without cards: each row's players, strongest first, those who draw together",
        reading.Field(_RANKING.schema, _read_ranking),
    ),
    kinds=reading.by_seat(
        _of_each_row(_by_row, "what rows were", reading.one_of(RowKind, "", _A_KIND)),
        "beside `chi`: the kinds of rows that pay more, told without cards",
    ),
    binh_lung=reading.seats(
        "binh lủng: whose rows stand in the wrong order; with cards it is found"
    ),
    mau_binh=reading.by_seat(
        reading.one_of(Kind, "a kind of mậu binh", Text("một kiểu mậu binh", "a kind of mậu binh")),
        "who declared a mậu binh",
    ),
    **POT,
)


def read(raw: Mapping[str, object], rules: BinhRules) -> BinhFacts:
    """The facts as typed values; raises FactsError with all that cannot be read."""
    fields = reading.read_facts(FACTS, raw)
    by_cards = any(map(any, fields.get("hands", {}).values()))
    kinds = {seat: kinds for seat, kinds in fields.get("kinds", {}).items() if kinds}
    return BinhFacts(**fields | {"by_cards": by_cards, "kinds": kinds})
