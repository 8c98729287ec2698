"""What the players of the coming round tell of it on phones of their own.

A phone holds a seat until it lets go or the scorer frees the seat; nobody else is asked
again each round. What was handed in is nobody else's to see before the parts of all who
play are in, and from then on nobody changes any of them or adds one. Nothing is in the journal:
a part told for an earlier round, or under other rules, counts as not told.
"""

import hashlib
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any, TypeVar

from django.db.models import QuerySet, Subquery
from django.db.models.functions import Coalesce
from django.utils import timezone
from django.utils.crypto import constant_time_compare

from ledger.books import balances
from ledger.books.change_log import bump
from ledger.common.refusals import (
    NotPlaying,
    PartFinal,
    PartsCompared,
    PartsMissing,
    PartStale,
    PhoneSeated,
    SeatHeld,
    SessionClosed,
)
from ledger.database.transactions import retry, transaction
from ledger.models import OwnHand, Seat, Session

__all__ = (
    "NotPlaying",
    "PartFinal",
    "PartStale",
    "Parts",
    "PartsCompared",
    "PartsMissing",
    "PhoneSeated",
    "PlayerHand",
    "SeatHeld",
    "all_in",
    "claim",
    "free",
    "hand_in",
    "let_go",
    "parts_of",
    "start_over",
    "take_back",
)

Answer = TypeVar("Answer")

Fields = Mapping[str, str]
"""Fields of a round form as typed, by name."""


@dataclass(frozen=True, slots=True)
class PlayerHand:
    """One player of the coming round: the phone that holds the seat, and its part.

    Without `handed_in_at` the fields are what the phone took back, or nothing.
    """

    seat: int
    name: str
    phone: str
    fields: Fields
    handed_in_at: datetime | None
    final: bool

    def is_held_by(self, phone: str) -> bool:
        return bool(phone) and constant_time_compare(self.phone, phone)


@dataclass(frozen=True, slots=True)
class Parts:
    """The parts of the coming round in the order of seats; `after` is the round before it."""

    after: int
    rule_version: int
    players: tuple[PlayerHand, ...]

    @property
    def stamp(self) -> str:
        """The round and the rules, as a page sends them back with a part."""
        return f"{self.after}-{self.rule_version}"

    @property
    def wanted(self) -> bool:
        """Whether anybody tells on a phone of one's own."""
        return any(told.phone for told in self.players)

    @property
    def handed_in(self) -> tuple[PlayerHand, ...]:
        return tuple(told for told in self.players if told.handed_in_at)

    @property
    def missing(self) -> tuple[PlayerHand, ...]:
        return tuple(told for told in self.players if not told.handed_in_at)

    @property
    def complete(self) -> bool:
        return bool(self.players) and not self.missing

    @property
    def shown(self) -> bool:
        """Whether all may see all: everybody's part is in, and nobody can change one."""
        return self.complete and all(told.final for told in self.players)

    def at(self, seat: int) -> PlayerHand | None:
        """The player of this seat, None for who does not play the coming round."""
        return next((told for told in self.players if told.seat == seat), None)

    def held_by(self, phone: str) -> tuple[PlayerHand, ...]:
        return tuple(told for told in self.players if told.is_held_by(phone))

    def seen(self, *more: object) -> str:
        """Another word whenever a page about these parts has to change; it tells no card."""
        states = [(told.seat, told.phone, told.handed_in_at, told.final) for told in self.players]
        return hashlib.sha256(repr((self.stamp, states, more)).encode()).hexdigest()[:16]


def parts_of(session: Session, players: Iterable[int]) -> Parts:
    """The parts of the round these seats play next; one query."""
    newest = session.rounds.order_by("-stands_for").values("stands_for")[:1]
    rows = list(
        session.seats.order_by("number")
        .annotate(played=Coalesce(Subquery(newest), 0))
        .select_related("own_hand")
    )
    after, rules, playing = rows[0].played, session.rule_version_id or 0, set(players)
    told = (_told(seat, after, rules) for seat in rows if seat.number in playing)
    return Parts(after, rules, tuple(told))


def _told(seat: Seat, after: int, rules: int) -> PlayerHand:
    part = getattr(seat, "own_hand", None)
    if part is None:
        return PlayerHand(seat.number, str(seat), "", {}, None, False)
    if (part.after, part.rule_version_id) != (after, rules):
        return PlayerHand(seat.number, str(seat), part.phone, {}, None, False)
    return PlayerHand(
        seat.number, str(seat), part.phone, part.fields, part.handed_in_at, part.final
    )


def claim(session_id: str, seat: int, phone: str, *, several: bool = False) -> None:
    """Let `phone` hold a seat that plays the coming round and that no other phone holds.

    `several`: it may hold more than one. Raises NotPlaying, SeatHeld,
    PhoneSeated, PartsCompared.
    """
    _write(session_id, lambda coming: _hold(coming, seat, phone, several))


def let_go(session_id: str, seat: int, phone: str) -> None:
    """Give the seat up, with what was told; where the phone does not hold it, nothing happens."""

    def write(coming: "_Coming") -> None:
        told = _playing(coming.parts, seat)
        if told.is_held_by(phone):
            _refuse_final(told)
            coming.drop(seat)

    _write(session_id, write)


def free(session_id: str, seat: int) -> None:
    """Take the seat from whatever phone holds it, with what that phone told.

    Raises PartFinal: what was compared stays.
    """

    def write(coming: "_Coming") -> None:
        if coming.final.filter(seat__number=seat).exists():
            raise PartFinal
        coming.drop(seat)

    _write(session_id, write)


def hand_in(
    session_id: str, seat: int, phone: str, fields: Fields, *, stamp: str, several: bool = False
) -> None:
    """Hand in the part of a seat that `phone` holds or may hold; the last one makes all final.

    The same fields again change nothing. Raises PartStale where `stamp` is not the one of
    the coming round, PartFinal, and as `claim` does.
    """

    def write(coming: "_Coming") -> None:
        if stamp != coming.parts.stamp:
            raise PartStale
        told = _hold(coming, seat, phone, several)
        if told.handed_in_at and told.fields == fields:
            return
        _refuse_final(told)
        coming.put(seat, fields=dict(fields), handed_in_at=timezone.now())
        if {missing.seat for missing in coming.parts.missing} <= {seat}:
            coming.make_final()

    _write(session_id, write)


def take_back(session_id: str, seat: int, phone: str) -> None:
    """Have the part back to change it; its fields stay as they are. Raises PartFinal."""

    def write(coming: "_Coming") -> None:
        told = _playing(coming.parts, seat)
        if not told.is_held_by(phone):
            raise SeatHeld(name=told.name)
        _refuse_final(told)
        coming.put(seat, handed_in_at=None)

    _write(session_id, write)


def start_over(session_id: str) -> None:
    """Drop everything that was told of the coming round, final or not; the seats stay held."""

    def write(coming: "_Coming") -> None:
        coming.rows.update(fields={}, handed_in_at=None, final=False)
        bump(coming.session)

    _write(session_id, write)


def all_in(session_id: str) -> Parts:
    """The parts, now that all are in: they are final from here on. Raises PartsMissing.

    They are final already, except where somebody who was missing sits out meanwhile.
    Raises PartsCompared where one of them came in after the others were shown.
    """

    def write(coming: "_Coming") -> Parts:
        parts = coming.parts
        if not parts.complete:
            raise PartsMissing(names=", ".join(told.name for told in parts.missing))
        for told in parts.players:
            coming.refuse_late(told)
        coming.make_final()
        return parts

    return _write(session_id, write)


@dataclass(frozen=True, slots=True)
class _Coming:
    """The coming round of a locked session."""

    session: Session
    parts: Parts

    @property
    def rows(self) -> QuerySet[OwnHand]:
        return OwnHand.objects.filter(seat__session=self.session)

    @property
    def final(self) -> QuerySet[OwnHand]:
        """What was shown of this round, also of who sits out by now."""
        return self.rows.filter(final=True)

    def refuse_late(self, told: PlayerHand) -> None:
        """Whoever could have seen the others' cards adds none: not after sitting out either."""
        if not told.final and self.final.exists():
            raise PartsCompared(name=told.name)

    def put(self, seat: int, **changed: Any) -> None:
        """Write to the part of `seat`, which is one of this round from here on."""
        now = {"after": self.parts.after, "rule_version": self.parts.rule_version}
        self.rows.filter(seat__number=seat).update(**now, **changed)
        bump(self.session)

    def drop(self, seat: int) -> None:
        """Let go of the seat, with what was told."""
        if self.rows.filter(seat__number=seat).delete()[0]:
            bump(self.session)

    def make_final(self) -> None:
        playing = [told.seat for told in self.parts.players]
        if self.rows.filter(seat__number__in=playing, final=False).update(final=True):
            bump(self.session)

    def forget_stale(self) -> None:
        """What was told for another round is not kept; who holds which seat is."""
        now = {"after": self.parts.after, "rule_version": self.parts.rule_version}
        self.rows.exclude(**now).update(fields={}, handed_in_at=None, final=False)


@retry
def _write(session_id: str, write: Callable[[_Coming], Answer]) -> Answer:
    with transaction(session_id) as session:
        if session.closed_at:
            raise SessionClosed
        coming = balances.next_round(session, balances.scoreboard(session))
        found = _Coming(session, parts_of(session, coming.players))
        found.forget_stale()
        before = session.change_count
        answer = write(found)
        if session.change_count > before:
            session.save(update_fields=["change_count"])
        return answer


def _playing(parts: Parts, seat: int) -> PlayerHand:
    told = parts.at(seat)
    if told is None:
        raise NotPlaying
    return told


def _hold(coming: _Coming, seat: int, phone: str, several: bool) -> PlayerHand:
    """The seat as `phone` holds it from here on."""
    told = _playing(coming.parts, seat)
    coming.refuse_late(told)
    if told.is_held_by(phone):
        return told
    if told.phone:
        raise SeatHeld(name=told.name)
    if not several and (other := coming.parts.held_by(phone)):
        raise PhoneSeated(name=other[0].name)
    OwnHand.objects.create(
        seat=Seat.objects.get(session=coming.session, number=seat),
        phone=phone,
        after=coming.parts.after,
        rule_version_id=coming.parts.rule_version,
    )
    bump(coming.session)
    return told


def _refuse_final(told: PlayerHand) -> None:
    if told.final:
        raise PartFinal
