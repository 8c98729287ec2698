"""What an evening came to: balance, rounds and amounts by reason of every player."""

from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from django.db.models import QuerySet, Sum

from ledger.books.balances import MOVED, move
from ledger.books.history import gains_of, not_void
from ledger.models import Entry, Posting, Round, Seat, Session

SHOWN = ("number", "name", "balance")
"""What is read of a seat."""


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
    reasons = by_reason(sessions)
    played, won = Counter[tuple[str, int]](), Counter[tuple[str, int]]()
    for each in gains_of(not_void(Round.objects.filter(session__in=sessions))):
        for number, gain in each.amounts.items():
            played[each.session, number] += each.times
            won[each.session, number] += each.times * (gain > 0)
    found: dict[str, tuple[Total, ...]] = {session.pk: () for session in sessions}
    seats = Seat.objects.filter(session__in=sessions).order_by("number")
    for key, session, seat, name, balance in seats.values_list("pk", "session", *SHOWN):
        at = session, seat
        if name or at in played or key in reasons:
            total = Total(seat, name, balance, played[at], won[at], reasons.get(key, {}))
            found[session] += (total,)
    return found


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


def _standing(sessions: Iterable[Session | str]) -> QuerySet[Entry]:
    """The entries of these sessions but those of void rounds."""
    void = Posting.objects.filter(session__in=sessions, kind=Posting.Kind.VOID)
    entries = Entry.objects.filter(posting__session__in=sessions).order_by()
    return entries.exclude(posting__round__in=void.values("round"))


def by_reason(sessions: Sequence[Session]) -> Mapping[int, dict[str, int]]:
    """What every seat got (negative: paid) by reason, by the seat's key; one query."""
    paid = _standing(sessions).values_list("payer", "payee", "reason").annotate(Sum("amount"))
    found: defaultdict[int, Counter[str]] = defaultdict(Counter)
    for payer, payee, reason, amount in paid:
        found[payer][reason] -= int(amount)
        found[payee][reason] += int(amount)
    return {
        seat: {reason: amount for reason, amount in sorted(each.items()) if amount}
        for seat, each in found.items()
    }
