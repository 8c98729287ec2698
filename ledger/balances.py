"""The only sums: scoreboard, who plays next, history, totals.

Everything is signed from the player's side: a positive amount is money to receive.
Seats are named by their number. Each function asks the database a fixed number of
times, however many rounds there are.
"""

from collections import defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.db.models import Exists, Min, OuterRef, Prefetch, Q, QuerySet

from ledger.models import Entry, Posting, Round, RuleVersion, Seat, Session

TABLE = 4
"""How many play a round at most."""


@dataclass(frozen=True, slots=True)
class Standing:
    """One seat as the scoreboard shows it."""

    seat: int
    name: str
    balance: int
    sitting_out: bool


@dataclass(frozen=True, slots=True)
class NextRound:
    """The round to come: who leads, where anybody can know, whether it is a ván khởi đầu,
    and its players in playing order, the leader first where known."""

    leader: int | None
    opening: bool
    players: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class PlayedRound:
    """A round with all that happened to it since; `amounts` are what it paid when recorded.

    `corrects` and `corrected_by` are round numbers; every player of the round has an amount.
    """

    round: Round
    void: bool
    void_reason: str
    corrects: int | None
    corrected_by: int | None
    amounts: Mapping[int, int]


@dataclass(frozen=True, slots=True)
class Line:
    """One payment of a round and why: `units` is an exact decimal string in cược."""

    payer: int
    payee: int
    amount: int
    units: str
    reason: str
    rule: str
    detail: Any


@dataclass(frozen=True, slots=True)
class Total:
    """One player's evening: rounds that are void count nowhere; reasons add up to the balance."""

    seat: int
    name: str
    balance: int
    played: int
    won: int
    by_reason: Mapping[str, int]


@dataclass(frozen=True, slots=True)
class LedgerEntry:
    """One payment of the journal; `balances` are those of every seat right after it."""

    posting: int
    line: int
    kind: str
    round: int
    payer: int
    payee: int
    amount: int
    reason: str
    posted_at: datetime
    balances: Mapping[str, int]


def scoreboard(session: Session) -> tuple[Standing, ...]:
    """Every seat with its balance, in seat order; they add up to 0."""
    rows = session.seats.order_by("number").values_list("number", "name", "balance", "sitting_out")
    return tuple(Standing(*row) for row in rows)


def names_of(sessions: Iterable[Session]) -> Mapping[str, list[str]]:
    """Who sits at each of these sessions, by session id; one query for all."""
    names = defaultdict(list)
    rows = Seat.objects.filter(session__in=list(sessions)).order_by("number")
    for session_id, name in rows.values_list("session_id", "name"):
        names[session_id].append(name)
    return names


def next_round(session: Session, standings: Iterable[Standing]) -> NextRound:
    """Who plays next and who leads, from the scoreboard and one query.

    What counts is the round played last that still stands, wherever it was corrected.
    Those who played it play again, in the same order, while they sit in; who is missing
    is taken by seat number. The first round of a session is a ván khởi đầu.
    """
    newest = _last_standing(session)
    here = [seat.seat for seat in standings if not seat.sitting_out]
    if newest is None:
        return NextRound(None, True, tuple(here[:TABLE]))
    leader = newest.result["next_leader"]
    players = _playing_on(newest.facts["players"], here, leader)
    return NextRound(leader, newest.result["opening"], players)


def _playing_on(last: list[int], here: list[int], leader: int | None) -> tuple[int, ...]:
    staying = [seat for seat in last if seat in here]
    chosen = (staying + [seat for seat in here if seat not in staying])[:TABLE]
    order = chosen if chosen == staying == last else sorted(chosen)
    start = order.index(leader) if leader in order else 0
    return tuple(order[start:] + order[:start])


def rule_versions(session: Session, limit: int) -> tuple[tuple[RuleVersion, int | None], ...]:
    """The newest versions of the rules, each with the first round played by it; two queries.

    A correction keeps the rules of the round it corrects, so it is nobody's first.
    """
    played = session.rounds.filter(corrects__isnull=True).order_by().values_list("rule_version")
    first = dict(played.annotate(Min("number")))
    newest = session.rule_versions.order_by("-number")[:limit]
    return tuple((version, first.get(version.pk)) for version in newest)


def history(
    session: Session, *, before: int | None = None, limit: int = 20
) -> tuple[PlayedRound, ...]:
    """At most `limit` rounds, newest first, of those with a number below `before`."""
    rounds = session.rounds.order_by("-number")
    if before is not None:
        rounds = rounds.filter(number__lt=before)
    return played(rounds[:limit])


def played(rounds: QuerySet[Round]) -> tuple[PlayedRound, ...]:
    """These rounds, in their order, with what became of them; three queries."""
    paid = Entry.objects.select_related("payer", "payee").order_by("line")
    complete = rounds.select_related(
        "rule_version", "bet_unit", "corrects", "corrected_by"
    ).prefetch_related("postings", Prefetch("postings__entries", paid))
    return tuple(_played(round) for round in complete)


def round_entries(round: Round) -> tuple[Line, ...]:
    """Who paid whom how much for what, in the order the rules gave it.

    Asks nothing for a round of `history`, twice for any other.
    """
    return tuple(
        Line(
            payer=transfer["payer"],
            payee=transfer["payee"],
            amount=entry.amount,
            units=transfer["units"],
            reason=transfer["reason"],
            rule=transfer["rule"],
            detail=transfer["detail"],
        )
        for transfer, entry in zip(round.result["transfers"], _paid(round), strict=True)
    )


def entry_count(session: Session) -> int:
    """How many payments the journal of a session has."""
    return Entry.objects.filter(posting__session=session).count()


def ledger(session: Session, first: int = 0, last: int | None = None) -> tuple[LedgerEntry, ...]:
    """The payments from index `first` up to but without `last`, oldest first; four queries."""
    rows = list(_in_order(session).values_list(*ENTRY_FIELDS)[first:last])
    running = _balances_before(session, *rows[0][:2]) if rows else {}
    return tuple(_with_balances(row, running) for row in rows)


ENTRY_FIELDS = (
    *("posting__number", "line", "posting__kind", "posting__round__number"),
    *("payer__number", "payee__number", "amount", "reason", "posting__posted_at"),
)


def _in_order(session: Session) -> QuerySet[Entry]:
    return Entry.objects.filter(posting__session=session).order_by("posting__number", "line")


def _balances_before(session: Session, posting: int, line: int) -> dict[str, int]:
    """Every balance before a line: those kept with the last round before it, and what followed."""
    kept = session.postings.filter(kind=Posting.Kind.ROUND, number__lt=posting)
    last = kept.order_by("-number").values_list("number", "round__balances").first() or (0, {})
    balances = {str(seat.number): 0 for seat in session.seats.all()} | last[1]
    since = (
        _in_order(session)
        .filter(posting__number__gt=last[0])
        .filter(Q(posting__number__lt=posting) | Q(posting__number=posting, line__lt=line))
    )
    for payer, payee, amount in since.values_list("payer__number", "payee__number", "amount"):
        _carry(balances, payer, payee, amount)
    return balances


def _with_balances(row: tuple[Any, ...], running: dict[str, int]) -> LedgerEntry:
    """The entry of a row of ENTRY_FIELDS, carried into the running balances."""
    _carry(running, *row[4:7])
    fields: list[Any] = [*row, dict(running)]
    return LedgerEntry(*fields)


def _carry(balances: dict[str, int], payer: int, payee: int, amount: int) -> None:
    balances[str(payer)] -= amount
    balances[str(payee)] += amount


def totals(session: Session) -> tuple[Total, ...]:
    """Every player's balance, rounds played and won, and amounts by reason; one query."""
    kept = ("number", "name", "balance", "rounds_played", "rounds_won", "by_reason")
    return tuple(Total(*row) for row in session.seats.order_by("number").values_list(*kept))


def _voids(round: Any) -> QuerySet[Posting]:
    return Posting.objects.filter(round=round, kind=Posting.Kind.VOID)


def rounds_that_stand(session: Session) -> QuerySet[Round]:
    """The rounds that are not void."""
    return session.rounds.exclude(Exists(_voids(OuterRef("pk"))))


def _last_standing(session: Session) -> Round | None:
    return rounds_that_stand(session).order_by("-stands_for").first()


def _played(round: Round) -> PlayedRound:
    voided = next((p for p in round.postings.all() if p.kind == Posting.Kind.VOID), None)
    newer = getattr(round, "corrected_by", None)
    return PlayedRound(
        round=round,
        void=voided is not None,
        void_reason=voided.reason if voided else "",
        corrects=round.corrects.number if round.corrects else None,
        corrected_by=newer.number if newer else None,
        amounts=_amounts(round.facts["players"], _paid(round)),
    )


def _paid(round: Round) -> list[Entry]:
    """The entries made when the round was recorded, in line order."""
    postings = (p for p in round.postings.all() if p.kind == Posting.Kind.ROUND)
    return list(next(postings).entries.all())


def _amounts(players: Iterable[int], entries: Iterable[Entry]) -> dict[int, int]:
    amounts = dict.fromkeys(sorted(players), 0)
    for entry in entries:
        amounts[entry.payer.number] -= entry.amount
        amounts[entry.payee.number] += entry.amount
    return amounts
