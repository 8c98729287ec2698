"""The only writer of other items (khoản khác): money between players that no round explains.

A fine, a side bet, a wrong deal, drinks: who pays whom is told, not scored. An item is posted
once, as a round is, and is taken back by opposite entries.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from uuid import UUID

from django.utils import timezone

from ledger.access.actor import ON_THE_MACHINE, Actor
from ledger.books import change_log, journal, rows
from ledger.books.journal import Movement
from ledger.books.settling import refuse_while_settling
from ledger.common import refusals
from ledger.common.clean_text import REASON_LIMIT, cleaned
from ledger.database.transactions import confirm, reachable, retry, transaction
from ledger.models import AMOUNT_LIMIT, Change, OtherItem, Posting, Session

MOST_PAYS = 56
"""Each of eight people pays each of the others."""


@dataclass(frozen=True, slots=True)
class Pay:
    """Seat `payer` pays seat `payee` `amount` > 0."""

    payer: int
    payee: int
    amount: int


@dataclass(frozen=True, slots=True)
class PostedItem:
    """An item; `created` is False when it was there before."""

    item: OtherItem
    created: bool


@reachable()
def post_item(
    session_id: str,
    *,
    submission_id: UUID,
    pays: Sequence[Pay],
    text: str,
    by: Actor = ON_THE_MACHINE,
) -> PostedItem:
    """Post who pays whom how much, in one posting with the words that say why.

    The same id with the same pays and words again changes nothing. Raises SessionClosed,
    PaysRefused, TextRefused, WordsNeeded, UnknownSeat, AmountRefused, DifferentItem; after
    ServiceBusy it may have been written, and sending it again is safe.
    """
    words = cleaned(text, REASON_LIMIT, "text")
    if not words:
        raise refusals.WordsNeeded
    _check(pays)
    try:
        return _write(session_id, submission_id, pays, words, by)
    except refusals.ServiceBusy:
        if item := _answered(session_id, submission_id, pays, words):
            confirm(session_id)  # only the answer to the commit was lost
            return PostedItem(item, created=False)
        raise


@retry
def void_item(session_id: str, number: int, *, by: Actor = ON_THE_MACHINE) -> OtherItem:
    """Take an item back by opposite entries; again changes nothing.

    Raises UnknownItem, and Settling at a closed table on which money changed hands.
    """
    with transaction(session_id) as session:
        item = session.other_items.filter(number=number).first()
        if item is None:
            raise refusals.UnknownItem(number=number)
        if not item.postings.filter(kind=Posting.Kind.MANUAL_VOID).exists():
            refuse_while_settling(session)
            posted = item.postings.get(kind=Posting.Kind.MANUAL)
            back = [each.reversed(journal.MANUAL) for each in journal.movements_of(posted)]
            _post(session, item, Posting.Kind.MANUAL_VOID, back, posted.reason, by)
        return item


def _check(pays: Sequence[Pay]) -> None:
    """Refuse what is no payment between two people."""
    if not 1 <= len(pays) <= MOST_PAYS:
        raise refusals.PaysRefused
    for each in pays:
        if each.payer == each.payee:
            raise refusals.PaysRefused
        if not 0 < each.amount <= AMOUNT_LIMIT:
            raise refusals.AmountRefused


@retry
def _write(session_id: str, id: UUID, pays: Sequence[Pay], words: str, by: Actor) -> PostedItem:
    with transaction(session_id) as session:
        if item := _answered(session_id, id, pays, words):
            return PostedItem(item, created=False)
        if session.closed_at:
            raise refusals.SessionClosed
        seats = rows.seats_of(session.pk)
        for seat in (seat for each in pays for seat in (each.payer, each.payee)):
            if seat not in seats:
                raise refusals.UnknownSeat(number=seat)
        item = OtherItem.objects.create(
            session=session,
            number=session.other_items.count() + 1,
            submission_id=id,
            after_round=session.round_count,
            recorded_at=timezone.now(),
        )
        movements = [Movement(each.payer, each.payee, each.amount, journal.MANUAL) for each in pays]
        _post(session, item, Posting.Kind.MANUAL, movements, words, by)
    return PostedItem(item, created=True)


def _answered(session_id: str, id: UUID, pays: Sequence[Pay], words: str) -> OtherItem | None:
    """The item this submission id stands for, if any; raises DifferentItem."""
    found = OtherItem.objects.filter(session=session_id, submission_id=id).first()
    if found is None:
        return None
    posted = found.postings.get(kind=Posting.Kind.MANUAL)
    stored = [Pay(each.payer, each.payee, each.amount) for each in journal.movements_of(posted)]
    if (stored, posted.reason) != (list(pays), words):
        raise refusals.DifferentItem(number=found.number)
    return found


def _post(
    session: Session,
    item: OtherItem,
    kind: Posting.Kind,
    movements: Sequence[Movement],
    words: str,
    by: Actor,
) -> None:
    """Write the posting with its entries, and its line in the log."""
    logged = Change.Kind.OTHER if kind == Posting.Kind.MANUAL else Change.Kind.OTHER_VOID
    change_log.note(session, by, logged, other=item.number)
    posting = Posting(kind=kind, other=item, reason=words)
    journal.post(session, posting, movements, rows.seats_of(session.pk))
