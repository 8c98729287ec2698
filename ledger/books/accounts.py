"""One person's account: every posting that concerns a seat, with the balance after it."""

from dataclasses import dataclass

from django.db.models import Exists, OuterRef, Prefetch, Q, QuerySet

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
    postings = _concerning(session, seat).order_by("-number")
    if before is not None:
        postings = postings.filter(number__lt=before)
    mine = Prefetch("entries", _entries_of(seat))
    return tuple(_line(posting, seat) for posting in postings.prefetch_related(mine)[:limit])


def _concerning(session: Session, seat: Seat) -> QuerySet[Posting]:
    played = Q(round__result__net__has_key=str(seat.number))
    paid = Exists(_entries_of(seat).filter(posting=OuterRef("pk")))
    of = ("round__rule_version", "payment__debtor", "payment__creditor")
    return session.postings.filter(played | paid).select_related(*of)


def _entries_of(seat: Seat) -> QuerySet[Entry]:
    return Entry.objects.filter(Q(payer=seat) | Q(payee=seat))


def _line(posting: Posting, seat: Seat) -> StatementLine:
    change = sum(
        entry.amount if entry.payee_id == seat.pk else -entry.amount
        for entry in posting.entries.all()
    )
    kept = posting.round if posting.kind == Posting.Kind.ROUND else posting
    balances = (kept and kept.balances) or {}
    return StatementLine(posting, change, balances.get(str(seat.number), 0))
