"""What the players of the coming round tell of it on phones of their own.

A phone holds a seat until it lets go or the scorer frees the seat; nobody else is asked
again each round. What was handed in is nobody else's to see before the hands of all who
play are in, and from then on nobody changes any of them or adds one. Nothing is in the journal:
a hand told for an earlier round, or under other rules, counts as not told.
"""

import hashlib
from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import datetime

from django.db.models import QuerySet, Subquery
from django.db.models.functions import Coalesce
from django.utils import timezone
from django.utils.crypto import constant_time_compare

from ledger.books import balances
from ledger.books.change_log import bump
from ledger.books.next_round import next_round
from ledger.common import refusals
from ledger.common.strict_json import Object
from ledger.database.transactions import retry
from ledger.models import OwnHand, Seat, Session
from ledger.tables.sessions import open_table

Fields = Mapping[str, str]
"""Fields of a round form as typed, by name."""

EMPTY: Object = {"fields": {}, "handed_in_at": None, "final": False}
"""A hand that holds a seat and tells nothing."""


@dataclass(frozen=True, slots=True)
class PlayerHand:
    """One player of the coming round: the phone that holds the seat, and its hand.

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

    def refuse_final(self) -> None:
        if self.final:
            raise refusals.HandFinal


@dataclass(frozen=True, slots=True)
class Hands:
    """The hands of the coming round in the order of seats; `after` is the round before it.

    What writes is for a locked session.
    """

    session: Session
    after: int
    rule_version: int
    players: tuple[PlayerHand, ...]

    @property
    def stamp(self) -> str:
        """The round and the rules, as a page sends them back with a hand."""
        return f"{self.after}-{self.rule_version}"

    @property
    def wanted(self) -> bool:
        """Whether anybody tells on a phone of one's own."""
        return any(player.phone for player in self.players)

    @property
    def handed_in(self) -> tuple[PlayerHand, ...]:
        return tuple(player for player in self.players if player.handed_in_at)

    @property
    def missing(self) -> tuple[PlayerHand, ...]:
        return tuple(player for player in self.players if not player.handed_in_at)

    @property
    def complete(self) -> bool:
        return bool(self.players) and not self.missing

    @property
    def shown(self) -> bool:
        """Whether all may see all: everybody's hand is in, and nobody can change one."""
        return bool(self.players) and all(player.final for player in self.players)

    def at(self, seat: int) -> PlayerHand | None:
        """The player of this seat, None for who does not play the coming round."""
        return next((player for player in self.players if player.seat == seat), None)

    def held_by(self, phone: str) -> tuple[PlayerHand, ...]:
        return tuple(player for player in self.players if player.is_held_by(phone))

    def seen(self, *more: object) -> str:
        """Another word whenever a page about these hands has to change; it tells no card."""
        states = [(each.seat, each.phone, each.handed_in_at, each.final) for each in self.players]
        return hashlib.sha256(repr((self.stamp, states, more)).encode()).hexdigest()[:16]

    @property
    def rows(self) -> QuerySet[OwnHand]:
        return OwnHand.objects.filter(seat__session=self.session)

    @property
    def of_this_round(self) -> dict[str, int]:
        return {"after": self.after, "rule_version_id": self.rule_version}

    def player(self, seat: int) -> PlayerHand:
        """The player of this seat; raises NotPlaying."""
        if player := self.at(seat):
            return player
        raise refusals.NotPlaying

    def hold(self, seat: int, phone: str, several: bool) -> PlayerHand:
        """The seat as `phone` holds it from here on."""
        player = self.player(seat)
        self.refuse_late(player)
        if player.is_held_by(phone):
            return player
        if player.phone:
            raise refusals.SeatHeld(name=player.name)
        if not several and (other := self.held_by(phone)):
            raise refusals.PhoneSeated(name=other[0].name)
        row = self.session.seats.get(number=seat)
        OwnHand.objects.create(seat=row, phone=phone, **self.of_this_round)
        bump(self.session)
        return player

    def refuse_late(self, player: PlayerHand) -> None:
        """Whoever could have seen the others' cards adds none: not after sitting out either."""
        if not player.final and self.rows.filter(final=True).exists():
            raise refusals.HandsCompared(name=player.name)

    def put(self, seat: int, **changed: object) -> None:
        """Write to the hand of `seat`, which is one of this round from here on."""
        self.rows.filter(seat__number=seat).update(**self.of_this_round, **changed)
        bump(self.session)

    def make_final(self) -> None:
        playing = [player.seat for player in self.players]
        if self.rows.filter(seat__number__in=playing, final=False).update(final=True):
            bump(self.session)


def hands_of(session: Session, players: Iterable[int]) -> Hands:
    """The hands of the round these seats play next; one query."""
    newest = session.rounds.order_by("-stands_for").values("stands_for")[:1]
    seats = session.seats.order_by("number").select_related("own_hand")
    rows = list(seats.annotate(played=Coalesce(Subquery(newest), 0)))
    after, rules, playing = rows[0].played, session.rule_version_id or 0, set(players)
    hands = (_player(seat, after, rules) for seat in rows if seat.number in playing)
    return Hands(session, after, rules, tuple(hands))


def _player(seat: Seat, after: int, rules: int) -> PlayerHand:
    hand, fields = getattr(seat, "own_hand", None), EMPTY
    if hand and (hand.after, hand.rule_version_id) == (after, rules):
        fields = {name: getattr(hand, name) for name in EMPTY}
    return PlayerHand(seat.number, str(seat), hand.phone if hand else "", **fields)


@retry
def claim(session_id: str, seat: int, phone: str, *, several: bool = False) -> None:
    """Let `phone` hold a seat that plays the coming round and that no other phone holds.

    `several`: it may hold more than one. Raises NotPlaying, SeatHeld,
    PhoneSeated, HandsCompared.
    """
    with _coming_round(session_id) as coming:
        coming.hold(seat, phone, several)


@retry
def let_go(session_id: str, seat: int, phone: str | None = None) -> None:
    """Give up a seat and its hand where `phone` holds it; without one, whatever phone does.

    Raises HandFinal: what was compared stays.
    """
    with _coming_round(session_id) as coming:
        rows = coming.rows.filter(seat__number=seat)
        if phone is not None:
            rows = rows.filter(phone=phone)
        if rows.filter(final=True).exists():
            raise refusals.HandFinal
        if rows.delete()[0]:
            bump(coming.session)


@retry
def hand_in(
    session_id: str, seat: int, phone: str, fields: Fields, *, stamp: str, several: bool = False
) -> None:
    """Hand in the hand of a seat that `phone` holds or may hold; the last one makes all final.

    The same fields again change nothing. Raises HandStale where `stamp` is not the one of
    the coming round, HandFinal, and as `claim` does.
    """
    with _coming_round(session_id) as coming:
        if stamp != coming.stamp:
            raise refusals.HandStale
        player = coming.hold(seat, phone, several)
        if player.handed_in_at and player.fields == fields:
            return
        player.refuse_final()
        coming.put(seat, fields=dict(fields), handed_in_at=timezone.now())
        if {missing.seat for missing in coming.missing} <= {seat}:
            coming.make_final()


@retry
def take_back(session_id: str, seat: int, phone: str) -> None:
    """Take back the hand to change it; its fields stay as they are. Raises HandFinal."""
    with _coming_round(session_id) as coming:
        player = coming.player(seat)
        if not player.is_held_by(phone):
            raise refusals.SeatHeld(name=player.name)
        player.refuse_final()
        coming.put(seat, handed_in_at=None)


@retry
def start_over(session_id: str) -> None:
    """Drop all hands of the coming round, final or not; the seats stay held."""
    with _coming_round(session_id) as coming:
        coming.rows.update(**EMPTY)
        bump(coming.session)


@retry
def all_in(session_id: str) -> None:
    """Make the hands final, now that all are in. Raises HandsMissing.

    They are final already, except where somebody who was missing sits out meanwhile.
    Raises HandsCompared where one of them came in after the others were shown.
    """
    with _coming_round(session_id) as coming:
        if not coming.complete:
            names = ", ".join(player.name for player in coming.missing)
            raise refusals.HandsMissing(names=names)
        for player in coming.players:
            coming.refuse_late(player)
        coming.make_final()


@contextmanager
def _coming_round(session_id: str) -> Iterator[Hands]:
    """A transaction on the coming round; empties the hands of another one, which no one needs."""
    with open_table(session_id) as session:
        players = next_round(session, balances.scoreboard(session)).players
        coming = hands_of(session, players)
        coming.rows.exclude(**coming.of_this_round).update(**EMPTY)
        yield coming
        session.save(update_fields=["change_count"])
