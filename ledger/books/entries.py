"""The entries of a session's journal one after the other, with the balances after each."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from datetime import datetime

from django.db.models import QuerySet, Subquery

from ledger.books.balances import MOVED, move, nothing
from ledger.models import Entry, Posting, Session


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


ENTRY_FIELDS = (
    *("posting__number", "line", *MOVED, "reason"),
    *("posting__kind", "posting__round__number", "posting__posted_at"),
)
"""Those of a LedgerEntry, in its order."""


AT_ONCE = 1000
"""How many entries are read by one query at most."""


def ledger_entries(
    session: Session, first: int = 0, last: int | None = None
) -> Iterator[LedgerEntry]:
    """The entries from index `first` up to but without `last`, oldest first.

    Read piece by piece, each by one query when its turn comes. Ends with the newest posting
    at the moment the session was read.
    """
    last = entry_count(session) if last is None else last
    entries = _counted_entries(session).order_by("posting__number", "line")
    balances = nothing(session)
    for start in range(0, last, AT_ONCE):
        piece = entries.values_list(*ENTRY_FIELDS)[start : min(start + AT_ONCE, last)]
        for index, row in enumerate(list(piece), start):
            move(balances, *row[2:5])
            if index >= first:
                yield LedgerEntry(*(*row, dict(balances)))


def entry_count(session: Session, until_round: int | None = None) -> int:
    """How many entries the session has, up to those of a round if one is given; one query."""
    entries = _counted_entries(session)
    if until_round is not None:
        last = session.postings.filter(round__number=until_round, kind=Posting.Kind.ROUND)
        entries = entries.filter(posting__number__lte=Subquery(last.values("number")))
    return entries.count()


def _counted_entries(session: Session) -> QuerySet[Entry]:
    """Those of postings that were there when the session was read."""
    return Entry.objects.filter(
        posting__session=session, posting__number__lte=session.posting_count
    )
