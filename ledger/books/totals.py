"""What an evening came to: balance, rounds and amounts by reason of every player."""

from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from django.db.models import QuerySet, Sum

from ledger.books.history import gains_of, not_void
from ledger.models import Entry, Posting, Round, Seat, Session


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
    for each in gains_of(not_void(Round.objects.filter(session__in=sessions)).order_by()):
        played.update((each.session, seat) for seat in each.amounts)
        won.update((each.session, seat) for seat, gain in each.amounts.items() if gain > 0)
    found: dict[str, tuple[Total, ...]] = {session.pk: () for session in sessions}
    for seat in Seat.objects.filter(session__in=sessions).order_by("number"):
        at = seat.session_id, seat.number
        if not (seat.name or at in played or seat.pk in reasons):
            continue
        total = Total(
            seat.number, seat.name, seat.balance, played[at], won[at], reasons.get(seat.pk, {})
        )
        found[seat.session_id] += (total,)
    return found


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
