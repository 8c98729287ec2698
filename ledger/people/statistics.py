"""Statistics of an evening: how the balances went, and what the rounds came to for each player.

Everything is computed from the rounds that stand, in the order in which they were played,
whenever a page asks. Amounts are in the smallest unit of the session's money.
"""

import json
from collections import Counter, defaultdict
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from enum import StrEnum
from functools import cached_property, lru_cache
from itertools import groupby, pairwise
from operator import attrgetter, itemgetter
from types import MappingProxyType
from typing import NamedTuple

from django.db.models import TextField
from django.db.models.functions import Cast

from ledger.books.balances import Standing, balances_after, carried
from ledger.books.history import in_money, not_void
from ledger.books.numbering import BY_THE_BOOK, Numbering
from ledger.common.amounts import worth
from ledger.common.strict_json import Object
from ledger.models import Round, Session
from scoring.common.transfers import Reason

AS_TEXT = Cast("result", TextField())
"""The result as JSON that nobody has read yet: it is worked out once for all rounds alike."""
PLAYERS = Cast("facts__players", TextField())
"""Who played, likewise: a result names those too who sat out and paid their share of a pot."""
ALIKE = 4096
"""How many different results are remembered with what they came to."""

ROWS = 120
"""Moments shown of an evening at most: more than anybody reads."""

AMOUNT = attrgetter("amount")

EACH_COUNTS = frozenset({Reason.CHAT, Reason.AN})
"""Each payment for these counts; for any other reason a round counts once."""

U_KINDS = frozenset({"u", "u_tron", "u_khan"})
"""What a part is called where one player pays an ù for the whole table."""


class Side(StrEnum):
    """Whether a player was paid for something or paid for it."""

    RECEIVED = "received"
    PAID = "paid"


@dataclass(slots=True)
class Times:
    """How often something happened, and what was paid for it in all."""

    number: int = 0
    amount: int = 0

    def add(self, number: int, amount: int) -> None:
        self.number += number
        self.amount += amount


@dataclass(frozen=True, slots=True)
class Peak:
    """The biggest gain or loss, above 0, its round and evening; all empty where there was none.

    `round` is the book's number, `number` the one that people use.
    """

    amount: int = 0
    round: int = 0
    number: int = 0
    opened_at: datetime | None = None


@dataclass(frozen=True, slots=True)
class Streak:
    """Rounds in a row: up to now, and at most."""

    current: int = 0
    most: int = 0


Events = dict[tuple[Side, str], Times]
"""How often somebody was paid, or paid, for what."""


class Debt(NamedTuple):
    """What one seat pays another in a round, and who was chopped by whom for it."""

    payer: int
    payee: int
    amount: int
    chops: Sequence[tuple[int, int]]


@dataclass(frozen=True, eq=False)
class Effect:
    """What a result, as JSON, is worth to whom it gives or takes anything."""

    result: str
    bet_unit: int
    seats: str
    """Of those who played, as JSON."""

    @cached_property
    def players(self) -> Collection[int]:
        """Those who played, without whoever only paid a share of the pot."""
        return frozenset(json.loads(self.seats))

    @cached_property
    def gains(self) -> Mapping[int, int]:
        """What each won (negative: lost), by seat."""
        return in_money(json.loads(self.result)["net"], self.bet_unit)

    @property
    def debts(self) -> Iterator[Debt]:
        """Who pays whom; nothing of it is remembered."""
        for each in json.loads(self.result)["transfers"]:
            amount = worth(each["units"], self.bet_unit)
            yield Debt(each["payer"], each["payee"], amount, _chops(each))

    @cached_property
    def events(self) -> Mapping[int, Events]:
        """What happened to each."""
        events: dict[int, Events] = {seat: defaultdict(Times) for seat in self.gains}
        transfers = json.loads(self.result)["transfers"]
        for seat, side, reason, amount in _payments(transfers, self.bet_unit):
            if seat in events:
                times = events[seat][side, reason]
                times.add(reason in EACH_COUNTS or not times.number, amount)
        return events


effect = lru_cache(ALIKE)(Effect)
"""The one of a result: many rounds have the same."""


class PlayedEvening(NamedTuple):
    """The rounds of a table that stand as they were played: what each was worth, by its number."""

    session_id: str
    rounds: Mapping[int, Effect]
    opened_at: datetime | None = None
    rule_versions: Sequence[int] = ()
    """Those of the rounds, by their keys."""


@dataclass(frozen=True, slots=True)
class Statistics:
    """What some rounds came to for one player, who may have sat some of them out.

    Won are the rounds with a gain, lost those with a loss; a streak goes on over rounds
    that were sat out. `gained` is negative for who lost more than he won; it counts a share of
    a pot that was paid in a round sat out.
    """

    played: int = 0
    won: int = 0
    lost: int = 0
    gained: int = 0
    gain: Peak = Peak()
    loss: Peak = Peak()
    wins: Streak = Streak()
    losses: Streak = Streak()
    by_session: Counter[str] = field(default_factory=Counter)
    """What was gained at each table."""
    by_reason: Events = field(default_factory=dict)

    def times(self, side: Side, reason: Reason) -> Times:
        return self.by_reason.get((side, reason), Times())


def statistics(
    evenings: Iterable[PlayedEvening],
    player_of: Callable[[str, int], int | None] = lambda _session, seat: seat,
    numberings: Mapping[str, Numbering] = MappingProxyType({}),
) -> dict[int, Statistics]:
    """What these evenings came to, by player: by seat, or by what `player_of` says of a seat.

    Seats of which it says None are nobody's. `numberings` say by session how people count.
    """
    by_player: dict[int, _Played] = defaultdict(_Played)
    for evening in evenings:
        alike = Counter(evening.rounds.values())
        numbering = numberings.get(evening.session_id, BY_THE_BOOK)
        for seat in {seat for effect in alike for seat in effect.gains}:
            player = player_of(evening.session_id, seat)
            if player is not None:
                by_player[player].add(evening, seat, alike, numbering)
    return {player: each.statistics() for player, each in by_player.items()}


@dataclass(slots=True)
class _Played:
    """What one player gained by each round played, at each table and at most, and what happened."""

    gains: list[int] = field(default_factory=list)
    gain: Peak = Peak()
    loss: Peak = Peak()
    by_session: Counter[str] = field(default_factory=Counter)
    by_reason: Events = field(default_factory=lambda: defaultdict(Times))

    def add(
        self,
        evening: PlayedEvening,
        seat: int,
        alike: Mapping[Effect, int],
        numbering: Numbering,
    ) -> None:
        """An evening in this seat, and how many of its rounds had each effect."""
        gains = {n: each.gains[seat] for n, each in evening.rounds.items() if seat in each.gains}
        self.gains += [gain for n, gain in gains.items() if seat in evening.rounds[n].players]
        self.by_session[evening.session_id] += sum(gains.values())
        best, worst = max(gains, key=gains.__getitem__), min(gains, key=gains.__getitem__)
        opened_at, number = evening.opened_at, numbering.of_number
        gain = Peak(gains[best], best, number(best), opened_at)
        loss = Peak(-gains[worst], worst, number(worst), opened_at)
        self.gain = max(self.gain, gain, key=AMOUNT)
        self.loss = max(self.loss, loss, key=AMOUNT)
        for effect, times in alike.items():
            for event, each in effect.events.get(seat, {}).items():
                self.by_reason[event].add(times * each.number, times * each.amount)

    def statistics(self) -> Statistics:
        """What it all came to."""
        gains = self.gains
        return Statistics(
            len(gains),
            sum(gain > 0 for gain in gains),
            sum(gain < 0 for gain in gains),
            sum(self.by_session.values()),
            self.gain,
            self.loss,
            streak(gain > 0 for gain in gains),
            streak(gain < 0 for gain in gains),
            self.by_session,
            self.by_reason,
        )


def streak(goes_on: Iterable[bool]) -> Streak:
    """How often it went on without a break; no round that breaks it counts."""
    rows = [sum(row) for _on, row in groupby(goes_on)]
    return Streak(rows[-1], max(rows)) if rows else Streak()


def played(sessions: Iterable[Session]) -> Iterator[PlayedEvening]:
    """The evenings at these tables in the order they were opened; one query."""
    opened = {each.pk: each.opened_at for each in sessions}
    order = ("session__opened_at", "session_id", "stands_for")
    rounds = not_void(Round.objects.filter(session__in=opened)).order_by(*order)
    fields = "session_id", "number", "rule_version_id", AS_TEXT, "bet_unit__amount", PLAYERS
    for session_id, evening in groupby(rounds.values_list(*fields).iterator(), itemgetter(0)):
        _, numbers, versions, *terms = zip(*evening, strict=True)
        effects = dict(zip(numbers, map(effect, *terms), strict=True))
        yield PlayedEvening(session_id, effects, opened[session_id], versions)


def of_evening(session: Session, numbering: Numbering = BY_THE_BOOK) -> dict[int, Statistics]:
    """What the evening came to, by seat; one query."""
    return statistics(played([session]), numberings={session.pk: numbering})


def _payments(transfers: Iterable[Object], bet_unit: int) -> Iterator[tuple[int, Side, str, int]]:
    """Who received or paid how much for what: seat, side, reason, amount."""
    for transfer in transfers:
        amount = worth(transfer["units"], bet_unit)
        yield transfer["payer"], Side.PAID, transfer["reason"], amount
        yield transfer["payee"], Side.RECEIVED, earned(transfer), amount
        for seat in _cong_paid_by_another(transfer):
            yield seat, Side.PAID, Reason.CONG, 0
        for seat in _chopped_before(transfer):
            yield seat, Side.PAID, Reason.CHAT, 0


def earned(transfer: Object) -> str:
    """What a payment is for to its payee: an ù stays one if a single player pays it all."""
    kinds = {part["what"] for part in transfer["detail"]["parts"]}
    return Reason.U if transfer["reason"] == Reason.DEN and kinds & U_KINDS else transfer["reason"]


def _chopped_before(transfer: Object) -> set[int]:
    """Whose cards were chopped earlier in a chain: the last chopped pays for them all."""
    if transfer["reason"] != Reason.CHAT:
        return set()
    return {part["player"] for part in transfer["detail"]["parts"] if "player" in part}


def _chops(transfer: Object) -> list[tuple[int, int]]:
    """Who was chopped by whom, one after the other, in the chain that a payment is for."""
    if transfer["reason"] != Reason.CHAT:
        return []
    payer, parts = transfer["payer"], transfer["detail"]["parts"]
    owners = [seat for seat, _cards in groupby(part.get("player", payer) for part in parts)]
    return list(pairwise([*owners, transfer["payee"]]))


def _cong_paid_by_another(transfer: Object) -> Iterator[int]:
    """Who was cóng although a single player pays for all of them, that player too."""
    if transfer["reason"] == Reason.DEN:
        for part in transfer["detail"]["parts"]:
            if part["what"] == Reason.CONG:
                yield part.get("player", transfer["payer"])


@dataclass(frozen=True, slots=True)
class Moment:
    """The balance of everybody right after a round, by seat; round 0 is before the first.

    `now` where these are the balances of now, whatever was made void or paid since that round.
    """

    round: int
    balances: Mapping[int, int]
    now: bool = False


def course(
    session: Session, standings: Iterable[Standing], numbering: Numbering = BY_THE_BOOK
) -> tuple[Moment, ...]:
    """How the balances went, from 0 or what was carried here to now.

    Void rounds are left out, and of a long evening rounds in even steps are taken, ROWS moments in
    all. A correction changes the balances after the newest round at that time, by the `numbering`.
    Somebody who came later is in no earlier moment. Empty as long as no round was recorded.
    """
    newest = session.round_count
    if not newest:
        return ()
    steps = min(newest, ROWS - 1)
    numbers = [newest * step // steps for step in range(1, steps + 1)]
    rounds = not_void(session.rounds.all()).filter(number__in=numbers)
    after = balances_after(session, set(rounds.values_list("number", flat=True)))
    balances = {numbering.at(number + 1) - 1: sums for number, sums in after.items()}
    last = numbering.at(newest + 1) - 1
    moments = [Moment(number, sums) for number, sums in balances.items() if number < last]
    now = Moment(last, {standing.seat: standing.balance for standing in standings}, now=True)
    came, _went = carried(session)
    first = next(iter(after.values()), now.balances)
    return Moment(0, {seat: came[seat] for seat in first}), *moments, now
