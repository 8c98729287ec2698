"""What a table can tell of a round of Binh."""

from collections.abc import Mapping
from typing import Final, NamedTuple

from scoring.binh.mau_binh import Kind
from scoring.binh.rows import Row
from scoring.binh.rules import BinhRules
from scoring.common.cards import Card
from scoring.common.errors import FactsError
from scoring.common.reading import Reader
from scoring.common.text import Text

FIELDS: Final = frozenset({"players", "hands", "chi", "binh_lung", "mau_binh"})
ROW_FIELDS: Final = frozenset(row.value for row in Row)
_KINDS: Final = {kind.value: kind for kind in Kind}
_A_KIND: Final = Text("một kiểu mậu binh", "a kind of mậu binh")

Rows = tuple[tuple[Card, ...], tuple[Card, ...], tuple[Card, ...]]
"""A hand in its rows: đầu, giữa, cuối; an empty one was not told."""

Ranking = tuple[tuple[int, ...], ...]
"""Players of a row, strongest first, those who draw together."""


class BinhFacts(NamedTuple):
    """One round: ``hands`` of cards, or ``chi`` and ``binh_lung`` as the table saw them.

    ``chi`` has the rows that were told. ``by_cards``: some cards were told.
    """

    players: tuple[int, ...]
    hands: Mapping[int, Rows]
    chi: Mapping[Row, Ranking]
    binh_lung: tuple[int, ...]
    mau_binh: Mapping[int, Kind]
    by_cards: bool

    @property
    def without_mau_binh(self) -> list[int]:
        """Who declared no mậu binh."""
        return [seat for seat in self.players if seat not in self.mau_binh]


def read(raw: Mapping[str, object], rules: BinhRules) -> BinhFacts:
    """The facts as typed values; raises FactsError with all that cannot be read."""
    reader = Reader()
    fields = reader.facts(raw, FIELDS)
    hands = {
        seat: _read_hand(reader, value, f"hands.{seat}")
        for seat, value in reader.by_seat(fields.get("hands"), "hands")
    }
    facts = BinhFacts(
        players=reader.players,
        hands=hands,
        chi=_read_chi(reader, fields.get("chi")),
        binh_lung=reader.seat_list(fields.get("binh_lung"), "binh_lung"),
        mau_binh=_read_mau_binh(reader, fields.get("mau_binh")),
        by_cards=any(map(any, hands.values())),
    )
    if reader.problems:
        raise FactsError(reader.problems)
    return facts


def _read_hand(reader: Reader, value: object, field: str) -> Rows:
    fields = reader.fields(value, ROW_FIELDS, field)
    return (
        reader.cards(fields.get("dau"), f"{field}.dau"),
        reader.cards(fields.get("giua"), f"{field}.giua"),
        reader.cards(fields.get("cuoi"), f"{field}.cuoi"),
    )


def _read_chi(reader: Reader, value: object) -> Mapping[Row, Ranking]:
    if value is None:
        return {}
    fields = reader.fields(value, ROW_FIELDS, "chi")
    return {
        row: _read_ranking(reader, fields[row], f"chi.{row}")
        for row in Row
        if fields.get(row) is not None
    }


def _read_ranking(reader: Reader, value: object, field: str) -> Ranking:
    """Each player once at most; a tie of nobody is none."""
    seen: list[int] = []
    ranking = []
    for at, group in enumerate(reader.items(value, field)):
        seats = reader.seat_list(group, f"{field}[{at}]")
        if not seats and isinstance(group, list | tuple) and not group:
            reader.refuse("empty_rank", f"{field}[{at}]", _EMPTY_RANK)
        if group is None:
            reader.missing(f"{field}[{at}]", _A_RANK)
        for index, seat in enumerate(seats):
            if seat in seen:
                reader.refuse("duplicate_player", f"{field}[{at}][{index}]", _RANKED_TWICE, seat)
        seen += seats
        ranking.append(seats)
    return tuple(ranking)


def _read_mau_binh(reader: Reader, value: object) -> Mapping[int, Kind]:
    declared = {}
    for seat, kind in reader.by_seat(value, "mau_binh"):
        known = _KINDS.get(kind) if type(kind) is str else None
        if known is None:
            reader.expected(_A_KIND, kind, f"mau_binh.{seat}", "unknown_kind")
        else:
            declared[seat] = known
    return declared


_EMPTY_RANK = Text(
    "Một hạng trong chi phải có ít nhất một người.", "Each rank of a row has a player at least."
)
_A_RANK = Text("những người cùng hạng", "the players of this rank")
_RANKED_TWICE = Text(
    "{player} được xếp hai lần trong cùng một chi.", "{player} is ranked twice in one row."
)
