"""What a session's entries add up to: scoreboard, history, ledger; and who plays next.

Everything is signed from the player's side: a positive amount is money to receive.
Seats are named by their number. Each function asks the database a fixed number of
times, however many rounds there are.
"""

from collections import Counter
from collections.abc import Container, Iterable, Iterator, Mapping, MutableMapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime
from typing import Any

from django.db.models import F, Min, OuterRef, QuerySet, Subquery

from ledger.books import rows
from ledger.books.rounds import Recorded
from ledger.models import Change, Entry, Posting, Round, RuleVersion, Session

TABLE = 4
"""How many play a round at most."""

VOIDS = Posting.objects.filter(round=OuterRef("pk"), kind=Posting.Kind.VOID)
"""The posting that made a round void, inside a query of rounds."""


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
    `balances` are those of every seat right after it, where they were asked for.
    """

    round: Round
    void: bool
    void_reason: str
    corrects: int | None
    corrected_by: int | None
    amounts: Mapping[int, int]
    balances: Mapping[int, int] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class LedgerEntry:
    """One entry of the journal; `balances` are those of every seat right after it.

    `round` is None where no round paid it: then money was handed over at the table, from
    the `payee`, who owed it, to the `payer`.
    """

    posting: int
    line: int
    payer: int
    payee: int
    amount: int
    reason: str
    kind: str
    round: int | None
    posted_at: datetime
    balances: Mapping[int, int]


def scoreboard(session: Session) -> tuple[Standing, ...]:
    """Every seat with its balance, in seat order; they add up to 0."""
    seats = rows.seats_of(session.pk).values()
    return tuple(Standing(s.number, s.name, s.balance, s.sitting_out) for s in seats)


def next_round(session: Session, standings: Iterable[Standing]) -> NextRound:
    """Who plays next and who leads, from the scoreboard and one query.

    What counts is the round played last that still stands, wherever it was corrected.
    Those who played it play again, in the same order, while they sit in; who is missing
    is taken by seat number. The first round of a session is a ván khởi đầu.
    """
    newest = rows.last_standing(session.pk)
    here = [seat.seat for seat in standings if not seat.sitting_out]
    if newest is None:
        return NextRound(None, True, tuple(here[:TABLE]))
    facts, result = newest
    players = _playing_on(facts["players"], here, result["next_leader"])
    return NextRound(result["next_leader"], result["opening"], players)


def _playing_on(last: list[int], here: list[int], leader: int | None) -> tuple[int, ...]:
    staying = [seat for seat in last if seat in here]
    chosen = list(dict.fromkeys([*staying, *here]))[:TABLE]
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


MOVED = ("payer__number", "payee__number", "amount")
"""Who paid whom how much: whole seats and postings would cost several times that."""


def played(rounds: QuerySet[Round]) -> tuple[PlayedRound, ...]:
    """These rounds, in their order, with what became of them; two queries, else one."""
    found: list[Any] = list(
        rounds.select_related("rule_version", "bet_unit").annotate(
            void_reason=Subquery(VOIDS.values("reason")),
            corrects_number=F("corrects__number"),
            corrected_by_number=F("corrected_by__number"),
        )
    )
    paid = Entry.objects.filter(posting__round__in=found, posting__kind=Posting.Kind.ROUND)
    amounts = {each.pk: dict.fromkeys(sorted(each.facts["players"]), 0) for each in found}
    for round, *moved in paid.order_by().values_list("posting__round", *MOVED):
        _move(amounts[round], *moved)
    return tuple(
        PlayedRound(
            round=each,
            void=each.void_reason is not None,
            void_reason=each.void_reason or "",
            corrects=each.corrects_number,
            corrected_by=each.corrected_by_number,
            amounts=amounts[each.pk],
        )
        for each in found
    )


def just_recorded(recorded: Recorded) -> PlayedRound:
    """A round that was written a moment ago, as `with_balances` would read it; asks nothing."""
    round = recorded.round
    corrects = round.corrects.number if round.corrects else None
    amounts = dict.fromkeys(sorted(round.facts["players"]), 0)
    for each in recorded.movements:
        _move(amounts, each.payer, each.payee, each.amount)
    return PlayedRound(round, False, "", corrects, None, amounts, recorded.balances)


def with_balances(session: Session, rounds: Sequence[PlayedRound]) -> tuple[PlayedRound, ...]:
    """The same with the balances right after each; three queries, however many rounds."""
    after = balances_after(session, {played.round.number for played in rounds})
    return tuple(replace(each, balances=after[each.round.number]) for each in rounds)


def balances_after(session: Session, numbers: Container[int]) -> dict[int, dict[int, int]]:
    """The balance of every seat right after each of these rounds, by the round's number.

    A seat that joined later is not in it.
    """
    changes = session.changes.filter(kind=Change.Kind.JOINED)
    joined = {each.details["seats"][0]: each.made_at for each in changes}
    fields = ("kind", "round__number", "posted_at", *(f"entries__{name}" for name in MOVED))
    rows = session.postings.order_by("number").values_list(*fields)
    balances, found = _nothing(session), {}
    for kind, number, at, payer, payee, amount in rows:
        if amount:
            _move(balances, payer, payee, amount)
        if kind == Posting.Kind.ROUND and number in numbers:
            here = (seat for seat in balances if joined.get(seat, at) <= at)
            found[number] = {seat: balances[seat] for seat in here}
    return found


ENTRY_FIELDS = (
    *("posting__number", "line", *MOVED, "reason"),
    *("posting__kind", "posting__round__number", "posting__posted_at"),
)
"""Those of a LedgerEntry, in its order."""


AT_ONCE = 1000
"""How many entries are read by one query at most."""


def ledger(session: Session, first: int = 0, last: int | None = None) -> Iterator[LedgerEntry]:
    """The entries from index `first` up to but without `last`, oldest first.

    Read piece by piece, each by one query when its turn comes. Ends with the newest posting
    at the moment the session was read.
    """
    last = entry_count(session) if last is None else last
    entries = _counted_entries(session).order_by("posting__number", "line")
    balances = _nothing(session)
    for start in range(0, last, AT_ONCE):
        piece = entries.values_list(*ENTRY_FIELDS)[start : min(start + AT_ONCE, last)]
        for index, row in enumerate(list(piece), start):
            _move(balances, *row[2:5])
            if index >= first:
                yield LedgerEntry(*(*row, dict(balances)))


def entry_count(session: Session) -> int:
    """How many entries the session has; one query."""
    return _counted_entries(session).count()


def _counted_entries(session: Session) -> QuerySet[Entry]:
    """Those of postings that were there when the session was read."""
    return Entry.objects.filter(
        posting__session=session, posting__number__lte=session.posting_count
    )


def _nothing(session: Session) -> dict[int, int]:
    """The balances before the first posting."""
    return dict.fromkeys(session.seats.order_by("number").values_list("number", flat=True), 0)


def carried(session: Session) -> tuple[Counter[int], Counter[int]]:
    """The balances by seat that came from another session, and those that went into new ones.

    What was taken back is not among them; one query.
    """
    moved = Entry.objects.filter(posting__session=session, posting__kind=Posting.Kind.CARRIED)
    standing = moved.exclude(posting__carry__postings__kind=Posting.Kind.UNCARRIED)
    came, went = Counter[int](), Counter[int]()
    for target, payer, payee, amount in standing.values_list("posting__carry__target", *MOVED):
        if target == session.pk:
            _move(came, payer, payee, amount)
        else:
            _move(went, payee, payer, amount)
    return came, went


def not_void(rounds: QuerySet[Round]) -> QuerySet[Round]:
    """Those of these rounds that stand."""
    return rounds.exclude(postings__kind=Posting.Kind.VOID)


def _move(sums: MutableMapping[int, int], payer: int, payee: int, amount: int) -> None:
    sums[payer] -= amount
    sums[payee] += amount
