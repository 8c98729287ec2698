"""Statistics of an evening: how the balances went, and what the rounds came to for each player.

Everything is computed from the rounds that stand, in the order in which they were played,
whenever a page asks. Amounts are in the smallest unit of the session's money.
"""

from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from datetime import datetime
from enum import StrEnum

from django.db.models import QuerySet

from ledger.books.balances import Standing, balances_after, carried
from ledger.books.history import in_money, not_void
from ledger.common.amounts import worth
from ledger.common.strict_json import Object
from ledger.models import Round, Session
from scoring.common.transfers import Reason

ROWS = 120
"""Moments shown of an evening at most: more than anybody reads."""

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


@dataclass(frozen=True, slots=True)
class Peak:
    """The biggest gain or loss, above 0, its round and evening; all empty where there was none."""

    amount: int = 0
    round: int = 0
    opened_at: datetime | None = None


@dataclass(slots=True)
class Streak:
    """Rounds in a row: up to now, and at most."""

    current: int = 0
    most: int = 0

    def add(self, goes_on: bool) -> None:
        self.current = self.current + 1 if goes_on else 0
        self.most = max(self.most, self.current)


@dataclass(frozen=True, slots=True)
class PlayedResult:
    """One recorded round: its number, its result as JSON, what 1 cược was worth, its evening."""

    session_id: str
    number: int
    result: Object
    bet_unit: int
    opened_at: datetime | None = None

    def gains(self) -> dict[int, int]:
        """What everybody who played won (negative: lost), by seat."""
        return in_money(self.result["net"], self.bet_unit)

    def payments(self) -> Iterator[tuple[int, Side, str, int]]:
        """Who received or paid how much for what: seat, side, reason, amount."""
        for transfer in self.result["transfers"]:
            amount = worth(transfer["units"], self.bet_unit)
            yield transfer["payer"], Side.PAID, transfer["reason"], amount
            yield transfer["payee"], Side.RECEIVED, earned(transfer), amount
            for seat in _cong_paid_by_another(transfer):
                yield seat, Side.PAID, Reason.CONG, 0
            for seat in _chopped_before(transfer):
                yield seat, Side.PAID, Reason.CHAT, 0


@dataclass(slots=True)
class Statistics:
    """What some rounds came to for one player, who may have sat some of them out.

    Won are the rounds with a gain, lost those with a loss; a streak goes on over rounds
    that were sat out. `gained` is negative for who lost more than he won.
    """

    played: int = 0
    won: int = 0
    lost: int = 0
    gained: int = 0
    gain: Peak = Peak()
    loss: Peak = Peak()
    wins: Streak = field(default_factory=Streak)
    losses: Streak = field(default_factory=Streak)
    by_reason: dict[tuple[Side, str], Times] = field(default_factory=lambda: defaultdict(Times))
    by_session: Counter[str] = field(default_factory=Counter)
    """What was gained at each table."""

    def add(self, gain: int, round: PlayedResult) -> None:
        """Count a round that this player played."""
        self.played += 1
        self.won += gain > 0
        self.lost += gain < 0
        self.gained += gain
        self.by_session[round.session_id] += gain
        self.wins.add(gain > 0)
        self.losses.add(gain < 0)
        if gain > self.gain.amount:
            self.gain = Peak(gain, round.number, round.opened_at)
        if -gain > self.loss.amount:
            self.loss = Peak(-gain, round.number, round.opened_at)

    def times(self, side: Side, reason: Reason) -> Times:
        return self.by_reason.get((side, reason), Times())


def statistics(
    rounds: Iterable[PlayedResult],
    player_of: Callable[[str, int], int | None] = lambda _session, seat: seat,
) -> dict[int, Statistics]:
    """What these rounds came to, by player: by seat, or by what `player_of` says of a seat.

    Seats of which it says None are nobody's.
    """
    found: dict[int, Statistics] = defaultdict(Statistics)
    for round in rounds:
        gains, counted = round.gains(), set()
        players = {seat: player_of(round.session_id, seat) for seat in gains}
        own = {seat: found[player] for seat, player in players.items() if player is not None}
        for seat in own:
            own[seat].add(gains[seat], round)
        for seat, side, reason, amount in round.payments():
            if seat in own:
                times = own[seat].by_reason[side, reason]
                times.number += reason in EACH_COUNTS or (seat, side, reason) not in counted
                times.amount += amount
                counted.add((seat, side, reason))
    return dict(found)


def results(rounds: QuerySet[Round]) -> Iterator[PlayedResult]:
    """The rounds as they were played, session by session; one query."""
    fields = ("session_id", "number", "result", "bet_unit__amount", "session__opened_at")
    rows = rounds.order_by("session__opened_at", "session_id", "stands_for").values_list(*fields)
    return (PlayedResult(*row) for row in rows.iterator())


def of_evening(session: Session) -> dict[int, Statistics]:
    """What the evening came to, by seat; one query."""
    return statistics(results(not_void(session.rounds.all())))


def earned(transfer: Object) -> str:
    """What a payment is for to its payee: an ù stays one if a single player pays it all."""
    kinds = {part["what"] for part in transfer["detail"]["parts"]}
    return Reason.U if transfer["reason"] == Reason.DEN and kinds & U_KINDS else transfer["reason"]


def _chopped_before(transfer: Object) -> set[int]:
    """Whose cards were chopped earlier in a chain: the last chopped pays for them all."""
    if transfer["reason"] != Reason.CHAT:
        return set()
    return {part["player"] for part in transfer["detail"]["parts"] if "player" in part}


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


def course(session: Session, standings: Iterable[Standing]) -> tuple[Moment, ...]:
    """How the balances went, from 0 or what was carried here to now.

    Void rounds are left out, and of a long evening rounds in even steps are taken, ROWS moments in
    all. Somebody who came later is in no earlier moment. Empty as long as no round was recorded.
    """
    newest = session.round_count
    if not newest:
        return ()
    steps = min(newest, ROWS - 1)
    numbers = [newest * step // steps for step in range(1, steps + 1)]
    rounds = not_void(session.rounds.all()).filter(number__in=numbers)
    after = balances_after(session, set(rounds.values_list("number", flat=True)))
    moments = [Moment(number, found) for number, found in after.items() if number < newest]
    now = Moment(newest, {standing.seat: standing.balance for standing in standings}, now=True)
    came, _went = carried(session)
    first = next(iter(after.values()), now.balances)
    return Moment(0, {seat: came[seat] for seat in first}), *moments, now
