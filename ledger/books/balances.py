"""The only sums: scoreboard, who plays next, history, totals.

Everything is signed from the player's side: a positive amount is money to receive.
Seats are named by their number. Each function asks the database a fixed number of
times, however many rounds there are; the whole ledger once for every piece of it.
"""

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from functools import cache
from itertools import islice
from types import MappingProxyType
from typing import Any

from django.db.models import Exists, F, Min, OuterRef, Q, QuerySet

from ledger.books.journal import Payment
from ledger.database.prepared import Prepared
from ledger.models import Entry, Posting, Round, RuleVersion, Seat, Session

TABLE = 4
"""How many play a round at most."""

STANDS = ~Exists(Posting.objects.filter(round=OuterRef("pk"), kind=Posting.Kind.VOID))
"""A condition on rounds: they are not void."""

_SCOREBOARD = Prepared(
    Seat.objects.order_by("number").values_list("number", "name", "balance", "sitting_out"),
    "session",
)
_LAST_STANDING = Prepared(
    Round.objects.filter(STANDS).order_by("-stands_for").values_list("facts", "result"),
    "session",
    limit=1,
)
"""The facts and the result of the round played last."""


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
    """One payment of the journal; `balances` are those of every seat right after it.

    `round` is None where no round paid it: then money was handed over at the table, from
    the `payee`, who owed it, to the `payer`.
    """

    posting: int
    line: int
    kind: str
    round: int | None
    payer: int
    payee: int
    amount: int
    reason: str
    posted_at: datetime
    balances: Mapping[str, int]


def scoreboard(session: Session) -> tuple[Standing, ...]:
    """Every seat with its balance, in seat order; they add up to 0."""
    return tuple(Standing(*row) for row in _SCOREBOARD(session.pk))


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
    newest = _LAST_STANDING.first(session.pk)
    here = [seat.seat for seat in standings if not seat.sitting_out]
    if newest is None:
        return NextRound(None, True, tuple(here[:TABLE]))
    facts, result = newest
    players = _playing_on(facts["players"], here, result["next_leader"])
    return NextRound(result["next_leader"], result["opening"], players)


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
    if before is None:
        return _told(_newest(limit)(session.pk))
    return played(session.rounds.order_by("-number").filter(number__lt=before)[:limit])


CORRECTIONS = MappingProxyType(
    {"corrects_number": F("corrects__number"), "corrected_by_number": F("corrected_by__number")}
)
"""The rounds on both sides of a correction, of which nothing but the number is told."""

MOVED = ("posting__round", "payer__number", "payee__number", "amount")
"""What is read of a round's entries: whole seats and postings would cost several times that."""

Moved = tuple[int, int, int]
"""Who paid whom how much, by seat."""


def played(rounds: QuerySet[Round]) -> tuple[PlayedRound, ...]:
    """These rounds, in their order, with what became of them; three queries."""
    return _told(list(_with_terms(rounds)))


def _with_terms(rounds: QuerySet[Round]) -> QuerySet[Any]:
    return rounds.select_related("rule_version", "bet_unit").annotate(**CORRECTIONS)


@cache
def _newest(limit: int) -> Prepared[Any]:
    """So many rounds of a session at most, newest first."""
    return Prepared(_with_terms(Round.objects.order_by("-number")), "session", limit=limit)


def _told(rounds: Sequence[Any]) -> tuple[PlayedRound, ...]:
    """The same of rounds that were read with their terms; two queries, none for no rounds."""
    if not rounds:
        return ()
    voids = Posting.objects.filter(round__in=rounds, kind=Posting.Kind.VOID).order_by()
    reasons = dict(voids.values_list("round", "reason"))
    moved = _moved(rounds)
    return tuple(_played(round, reasons.get(round.pk), moved[round.pk]) for round in rounds)


def just_recorded(round: Round, paid: Iterable[Payment]) -> PlayedRound:
    """A round that was written a moment ago, as `played` would read it; asks nothing."""
    corrects = round.corrects.number if round.corrects else None
    moved = [(each.payer, each.payee, each.amount) for each in paid]
    return PlayedRound(round, False, "", corrects, None, _amounts(round.facts["players"], moved))


def ledger(session: Session, first: int = 0, last: int | None = None) -> Iterator[LedgerEntry]:
    """The payments from index `first` up to but without `last`, oldest first.

    Read piece by piece, each by one query when its turn comes. An entry far on costs no more
    than the first: the postings know how many entries there are up to them, and the balances.
    Ends with the newest payment at the moment the session was read.
    """
    start = _start(session, first) if first else _Start()
    end = session.entry_count if last is None else min(last, session.entry_count)
    entries = _carried(session, start.balances, _rows(session, start.posting, end - start.entries))
    return islice(entries, first - start.entries, None)


AT_ONCE = 1000
"""How many entries are read by one query at most."""

ENTRY_FIELDS = (
    *("posting__number", "line", "posting__kind", "posting__round__number"),
    *("payer_id", "payee_id", "amount", "reason", "posting__posted_at"),
)


@dataclass(frozen=True, slots=True)
class _Start:
    """The posting to begin after, how many entries there are up to it, and the balances then."""

    posting: int = 0
    entries: int = 0
    balances: dict[str, int] = field(default_factory=dict)


def _start(session: Session, first: int) -> _Start:
    """The newest posting of which everything stands before index `first`; one query."""
    before = session.postings.filter(entries_so_far__lte=first)
    newest = before.order_by("-entries_so_far", "-number")
    kept = newest.values_list("number", "entries_so_far", "balances", "round__balances").first()
    if kept is None:
        return _Start()
    posting, entries, after_void, after_round = kept
    return _Start(posting, entries, after_void or after_round)


def _rows(session: Session, posting: int, most: int) -> Iterator[tuple[Any, ...]]:
    """At most so many entries after a posting as rows of ENTRY_FIELDS, in order."""
    at = posting + 1, 0
    while most > 0 and (piece := _piece(session, *at, min(most, AT_ONCE))):
        yield from piece
        at, most = piece[-1][:2], most - len(piece)


def _piece(session: Session, posting: int, line: int, most: int) -> list[tuple[Any, ...]]:
    """At most so many entries after a line of a posting; one query."""
    here = Entry.objects.filter(posting__session=session, posting__number__gte=posting)
    following = here.filter(Q(posting__number__gt=posting) | Q(line__gt=line))
    in_order = following.order_by("posting__number", "line")
    return list(in_order.values_list(*ENTRY_FIELDS)[:most])


def _carried(
    session: Session, before: dict[str, int], rows: Iterable[tuple[Any, ...]]
) -> Iterator[LedgerEntry]:
    """The rows as entries, each with every balance after it."""
    seats = {seat.pk: seat.number for seat in session.seats.all()}
    balances = {str(number): 0 for number in seats.values()} | before
    for posting, line, kind, round, payer, payee, amount, reason, at in rows:
        payer, payee = seats[payer], seats[payee]
        balances[str(payer)] -= amount
        balances[str(payee)] += amount
        happened = posting, line, kind, round, payer, payee
        yield LedgerEntry(*happened, amount, reason, at, dict(balances))


def totals(session: Session) -> tuple[Total, ...]:
    """Every player's balance, rounds played and won, and amounts by reason; one query."""
    return tuple(
        Total(s.number, s.name, s.balance, s.rounds_played, s.rounds_won, s.by_reason)
        for s in session.seats.all()
    )


def carried(session: Session) -> tuple[Counter[int], Counter[int]]:
    """The balances by seat that came from another session, and those that went into new ones.

    What was taken back is not among them; one query.
    """
    back = Posting.objects.filter(carry=OuterRef("posting__carry"), kind=Posting.Kind.UNCARRIED)
    moved = Entry.objects.filter(posting__session=session, posting__kind=Posting.Kind.CARRIED)
    came, went = Counter[int](), Counter[int]()
    rows = moved.exclude(Exists(back)).values_list(
        "posting__carry__target", "payer__number", "payee__number", "amount"
    )
    for target, payer, payee, amount in rows:
        sums, rise = (came, amount) if target == session.pk else (went, -amount)
        sums[payee] += rise
        sums[payer] -= rise
    return came, went


def rounds_that_stand(session: Session) -> QuerySet[Round]:
    """The rounds of a session that are not void."""
    return not_void(session.rounds.all())


def not_void(rounds: QuerySet[Round]) -> QuerySet[Round]:
    """Those of these rounds that stand."""
    return rounds.filter(STANDS)


def _played(round: Any, void_reason: str | None, moved: Iterable[Moved]) -> PlayedRound:
    """A round with its `CORRECTIONS`; a `void_reason` where it is void, be it empty."""
    return PlayedRound(
        round=round,
        void=void_reason is not None,
        void_reason=void_reason or "",
        corrects=round.corrects_number,
        corrected_by=round.corrected_by_number,
        amounts=_amounts(round.facts["players"], moved),
    )


def _moved(rounds: Iterable[Round]) -> Mapping[int, list[Moved]]:
    """Who paid whom how much in these rounds when they were recorded, by their keys; one query."""
    paid = Entry.objects.filter(posting__round__in=rounds, posting__kind=Posting.Kind.ROUND)
    moved = defaultdict(list)
    for round, *each in paid.order_by().values_list(*MOVED):
        moved[round].append(tuple(each))
    return moved


def _amounts(players: Iterable[int], moved: Iterable[Moved]) -> dict[int, int]:
    amounts = dict.fromkeys(sorted(players), 0)
    for payer, payee, amount in moved:
        amounts[payer] -= amount
        amounts[payee] += amount
    return amounts
