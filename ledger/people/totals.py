"""What an evening came to: balance, rounds and amounts by reason of every player."""

from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from django.db.models import Count, QuerySet, Sum

from ledger.books.balances import MOVED, move
from ledger.books.history import not_void
from ledger.models import Entry, Posting, Round, Seat, Session
from ledger.people.statistics import AS_TEXT, PLAYERS, effect

SHOWN = ("number", "name", "balance")
"""What is read of a seat."""
At = tuple[str, int]
"""A session and a seat of it."""


@dataclass(frozen=True, slots=True)
class Total:
    """One player's evening: rounds that are void count nowhere; reasons add up to the balance."""

    seat: int
    name: str
    balance: int
    played: int
    won: int
    by_reason: Mapping[str, int]


def totals(session: Session) -> tuple[Total, ...]:
    """Every player's balance, rounds played and won, and amounts by reason; three queries."""
    return totals_of([session])[session.pk]


def totals_of(sessions: Sequence[Session]) -> Mapping[str, tuple[Total, ...]]:
    """The totals of each of these sessions, by its id; three queries for all of them."""
    by_session: dict[str, tuple[Total, ...]] = {session.pk: () for session in sessions}
    rounds, won = _counted(by_session)
    reasons = by_reason(by_session)
    seats = Seat.objects.filter(session__in=by_session).order_by("number")
    for key, session, seat, name, balance in seats.values_list("pk", "session", *SHOWN):
        at = session, seat
        if name or at in rounds or key in reasons:
            total = Total(seat, name, balance, rounds[at], won[at], reasons.get(key, {}))
            by_session[session] += (total,)
    return by_session


def _counted(sessions: Iterable[str]) -> tuple[Counter[At], Counter[At]]:
    """How many rounds every seat played, and how many it won; one query.

    The database counts rounds with the same result: a long evening is not held in memory.
    """
    played = not_void(Round.objects.filter(session__in=sessions)).order_by()
    alike = played.values_list("session", AS_TEXT, "bet_unit__amount", PLAYERS)
    rounds, won = Counter[At](), Counter[At]()
    for session, *terms, times in alike.annotate(Count("pk")).iterator():
        each = effect(*terms)
        for seat in each.players:
            rounds[session, seat] += times
            won[session, seat] += times * (each.gains[seat] > 0)
    return rounds, won


def of_items(session: Session) -> Counter[int]:
    """What every seat got (negative: paid) by what no round explains; one query."""
    kinds = Posting.Kind.MANUAL, Posting.Kind.MANUAL_VOID
    moved = Entry.objects.filter(posting__session=session, posting__kind__in=kinds)
    sums = Counter[int]()
    for payer, payee, amount in moved.order_by().values_list(*MOVED):
        move(sums, payer, payee, amount)
    return sums


def reasons_paid(sessions: QuerySet[Session]) -> set[str]:
    """The reasons that something was paid for at these tables; one query."""
    entries = _standing(sessions.order_by().values_list("pk", flat=True))
    return set(entries.values_list("reason", flat=True).distinct())


def _standing(sessions: Iterable[str]) -> QuerySet[Entry]:
    """The entries of these sessions but those of void rounds."""
    void = Posting.objects.filter(session__in=sessions, kind=Posting.Kind.VOID)
    entries = Entry.objects.filter(posting__session__in=sessions).order_by()
    return entries.exclude(posting__round__in=void.values("round"))


def by_reason(sessions: Iterable[str]) -> Mapping[int, dict[str, int]]:
    """What every seat got (negative: paid) by reason, by the seat's key; one query."""
    paid = _standing(sessions).values_list("payer", "payee", "reason").annotate(Sum("amount"))
    sums: defaultdict[int, Counter[str]] = defaultdict(Counter)
    for payer, payee, reason, amount in paid:
        sums[payer][reason] -= int(amount)
        sums[payee][reason] += int(amount)
    return {
        seat: {reason: amount for reason, amount in sorted(each.items()) if amount}
        for seat, each in sums.items()
    }
