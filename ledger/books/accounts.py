"""One person's account: every posting that concerns a seat, with the balance after it."""

from dataclasses import dataclass

from django.db.models import Exists, OuterRef, Prefetch, Q, QuerySet

from ledger.books.balances import balances_before
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
    Five queries.
    """
    postings = _concerning(session, seat).order_by("-number")
    if before is not None:
        postings = postings.filter(number__lt=before)
    mine = Prefetch("entries", _entries_of(seat))
    lines, balance = [], None
    for posting in postings.prefetch_related(mine)[:limit]:
        if balance is None:
            balance = balances_before(session, posting.number + 1)[seat.number]
        change = _change(posting, seat)
        lines.append(StatementLine(posting, change, balance))
        balance -= change
    return tuple(lines)


def _concerning(session: Session, seat: Seat) -> QuerySet[Posting]:
    played = Q(round__result__net__has_key=str(seat.number))
    paid = Exists(_entries_of(seat).filter(posting=OuterRef("pk")))
    of = ("round__rule_version", "payment__debtor", "payment__creditor")
    return session.postings.filter(played | paid).select_related(*of)


def _entries_of(seat: Seat) -> QuerySet[Entry]:
    return Entry.objects.filter(Q(payer=seat) | Q(payee=seat))


def _change(posting: Posting, seat: Seat) -> int:
    return sum(
        entry.amount if entry.payee_id == seat.pk else -entry.amount
        for entry in posting.entries.all()
    )
