"""What a table can tell of a round of Tiến lên by place."""

from collections.abc import Mapping, Set
from typing import Final, NamedTuple

from scoring.common.errors import FactsError
from scoring.common.reading import Reader
from scoring.thirteen.facts import (
    Chain,
    Thoi,
    ToiTrang,
    cards_played,
    read_chat,
    read_thoi,
    read_toi_trang,
)
from scoring.tien_len.rules import TienLenRules

FIELDS: Final = frozenset(
    {"players", "opening", "places", "cong", "den", "thoi", "chat", "toi_trang"}
)


class TienLenFacts(NamedTuple):
    """One round.

    ``places`` are all who are not cóng, first to last; the very last is added where only he was
    left out. ``is_complete``: everybody is placed or cóng, once, or there is a tới trắng.
    """

    players: tuple[int, ...]
    opening: bool
    places: tuple[int, ...]
    cong: tuple[int, ...]
    den: int | None
    thoi: Thoi
    chat: tuple[Chain, ...]
    played: Mapping[int, int]
    toi_trang: ToiTrang | None
    is_complete: bool

    @property
    def out(self) -> tuple[int, ...]:
        """Who emptied his hand, in that order.

        With somebody cóng and only one other player left, play stops at the first (TL-28);
        else all go out but the last.
        """
        return self.places[:-1] if len(self.places) > 1 else self.places

    @property
    def last(self) -> int | None:
        """The last placed, who may still hold cards."""
        return self.places[-1] if len(self.places) > 1 else None

    @property
    def holders(self) -> Set[int]:
        """Who may still hold cards."""
        if self.toi_trang:
            return frozenset(self.players) - {self.toi_trang.player}
        return frozenset((*self.cong, *self.places[1:][-1:]))


def read(raw: Mapping[str, object], rules: TienLenRules) -> TienLenFacts:
    """The facts as typed values; raises FactsError with all that cannot be read."""
    reader = Reader()
    fields = reader.facts(raw, FIELDS)
    facts = _read_round(reader, fields)
    if reader.problems:
        raise FactsError(reader.problems)
    return facts


def _read_round(reader: Reader, fields: Mapping[str, object]) -> TienLenFacts:
    places = reader.seat_list(fields.get("places"), "places")
    cong = reader.seat_list(fields.get("cong"), "cong")
    den = fields.get("den")
    missing = [seat for seat in reader.players if seat not in places and seat not in cong]
    overlap = any(seat in cong for seat in places) if cong else False
    implied = tuple(missing) if places and len(missing) == 1 else ()
    toi_trang = read_toi_trang(reader, fields.get("toi_trang"))
    chat = read_chat(reader, fields.get("chat"))
    placed = (
        bool(places) and len(places + implied) + len(cong) == len(reader.players) and not overlap
    )
    return TienLenFacts(
        players=reader.players,
        opening=reader.flag(fields.get("opening"), "opening"),
        places=places + implied,
        cong=cong,
        den=None if den is None else reader.seat(den, "den"),
        thoi=read_thoi(reader, fields.get("thoi")),
        chat=chat,
        played=cards_played(chat),
        toi_trang=toi_trang,
        is_complete=toi_trang is not None or placed,
    )
