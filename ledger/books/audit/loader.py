"""Reading the journal again from its beginning, in short queries and flat memory."""

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from django.db import DatabaseError
from django.db.models import Max, QuerySet

from ledger.books.audit.state import Difference
from ledger.books.journal import Movement
from ledger.models import Carry, Entry, OtherItem, Payment, Posting, Round, Seat, Session

CHUNK = 400
"""Postings read at a time."""

WITH = (
    *("round__rule_version", "round__bet_unit", "round__corrects"),
    *("payment__debtor", "payment__creditor", "carry", "other"),
)
"""What is read along with postings."""

ENTRY = ("posting_id", "line", "payer_id", "payee_id", "amount", "reason")


@dataclass(frozen=True, slots=True)
class Posted:
    """One posting of something, with its entries by line; a seat of another session is seat 0."""

    posting: Posting
    lines: Sequence[tuple[int, Movement]]

    @property
    def of(self) -> Round | Payment | Carry | OtherItem:
        posting = self.posting
        of = posting.round or posting.payment or posting.carry or posting.other
        assert of, "it stands for nothing that there is"
        return of

    @property
    def movements(self) -> list[Movement]:
        return [movement for _line, movement in self.lines]

    def __str__(self) -> str:
        return f"posting {self.posting.number} ({self.posting.kind})"


def counted_postings(
    session: Session, seats: Iterable[Seat], after: int = 0
) -> Iterator[Posted | Difference]:
    """What the session counts, in order, after so many."""
    numbers = {seat.pk: seat.number for seat in seats}
    newest = session.postings.aggregate(newest=Max("number"))["newest"] or 0
    last = min(newest, session.posting_count)
    for first in range(after + 1, last + 1, CHUNK):
        yield from _read(session, numbers, first, min(first + CHUNK - 1, last))


def _read(
    session: Session, seats: Mapping[int, int], first: int, last: int
) -> Iterator[Posted | Difference]:
    """These postings; where they cannot be read together, each on its own."""
    which = session.postings.filter(number__range=(first, last))
    try:
        entries = _entries(which, seats)
        rows = which.select_related(*WITH).order_by("number")
        yield from [Posted(posting, entries[posting.pk]) for posting in rows]
    except (ValueError, TypeError, LookupError, DatabaseError) as error:
        if first == last:
            sentence = f"posting {first} cannot be read: {error!r}"
            yield Difference(session.pk, "unreadable", sentence)
            return
        for number in range(first, last + 1):
            yield from _read(session, seats, number, number)


def _entries(
    postings: QuerySet[Posting], seats: Mapping[int, int]
) -> Mapping[int, list[tuple[int, Movement]]]:
    """The lines and entries of these postings by the posting's key; objects would cost more."""
    by_posting = defaultdict(list)
    rows = Entry.objects.filter(posting__in=postings.order_by().values("pk")).order_by("line")
    for posting, line, payer, payee, amount, reason in rows.values_list(*ENTRY):
        movement = Movement(seats.get(payer, 0), seats.get(payee, 0), amount, reason)
        by_posting[posting].append((line, movement))
    return by_posting
