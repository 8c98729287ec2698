"""One person's account: every posting that concerns a seat, with the balance after it."""

from collections import Counter
from dataclasses import dataclass

from django.db.models import Q

from ledger.models import Entry, Posting, Seat, Session


@dataclass(frozen=True, slots=True)
class StatementLine:
    """What a posting gave the seat (negative: cost it), and its balance right after it."""

    posting: Posting
    change: int
    balance: int


def statement(
    session: Session, seat: Seat, *, before: int | None = None, limit: int = 20
) -> tuple[StatementLine, ...]:
    """At most `limit` postings, newest first, of those with a number below `before`.

    Rounds that the seat played are among them also where it neither paid nor got anything.
    Two queries.
    """
    entries = Entry.objects.filter(Q(payer=seat) | Q(payee=seat)).order_by()
    played = Q(round__result__net__has_key=str(seat.number))
    postings = session.postings.filter(played | Q(pk__in=entries.values("posting")))
    if before is not None:
        postings = postings.filter(number__lt=before)
    of = ("round__rule_version", "payment__debtor", "payment__creditor", "other")
    shown = list(postings.select_related(*of).order_by("-number")[:limit])
    changes = Counter[int]()
    for number, payee, amount in entries.values_list("posting__number", "payee", "amount"):
        changes[number] += amount if payee == seat.pk else -amount
    return tuple(
        StatementLine(each, changes[each.number], _sum_to(each.number, changes)) for each in shown
    )


def _sum_to(newest: int, changes: Counter[int]) -> int:
    return sum(change for number, change in changes.items() if number <= newest)
