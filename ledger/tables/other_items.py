"""The only writer of other items (khoản khác): money between players that no round explains.

A fine, a side bet, a wrong deal, drinks: who pays whom is told, not scored. An item is posted
once, as a round is, and is taken back by opposite entries.
"""

from collections.abc import Sequence
from uuid import UUID

from django.db import IntegrityError
from django.utils import timezone

from ledger.access.actor import Actor
from ledger.books import change_log, journal
from ledger.books.journal import Movement
from ledger.books.settlement import Pay
from ledger.books.settling import refuse_while_settling, reopens
from ledger.common import refusals
from ledger.common.clean_text import REASON_LIMIT, cleaned
from ledger.database.transactions import confirm, reachable, retry, transaction
from ledger.models import AMOUNT_LIMIT, Change, OtherItem, Posting
from ledger.tables.sessions import open_table

MOST_PAYS = 56
"""Each of eight people pays each of the others."""


@reachable()
def post_item(
    session_id: str, *, submission_id: UUID, pays: Sequence[Pay], text: str, by: Actor
) -> tuple[OtherItem, bool]:
    """Post who pays whom how much, in one posting with the words that say why.

    With the item: whether it is new. The same id with the same pays and words again changes
    nothing. Raises SessionClosed, PaysRefused, TextRefused, WordsNeeded, UnknownSeat,
    AmountRefused, DifferentItem; after ServiceBusy it may have been written, and sending it again
    is safe.
    """
    words = cleaned(text, REASON_LIMIT, "text", empty=refusals.WordsNeeded())
    _check(pays)
    try:
        return _write(session_id, submission_id, pays, words, by), True
    except (refusals.PostingError, IntegrityError):
        # Sent again, or only the answer to the commit was lost.
        if item := _answered(session_id, submission_id, pays, words):
            confirm(session_id)
            return item, False
        raise


@retry
def void_item(session_id: str, number: int, *, by: Actor) -> OtherItem:
    """Take an item back by opposite entries; again changes nothing.

    Raises UnknownItem, and Settling at a closed table on which money changed hands.
    """
    with transaction(session_id) as session:
        item = session.other_items.filter(number=number).first()
        if item is None:
            raise refusals.UnknownItem(number=number)
        if stands(item):
            refuse_while_settling(session)
            posted = item.postings.get(kind=Posting.Kind.MANUAL)
            back = [each.reversed(journal.MANUAL) for each in journal.movements_of(posted)]
            line = change_log.line(
                session, by, Change.Kind.OTHER_VOID, other=number, **reopens(item)
            )
            void = Posting(kind=Posting.Kind.MANUAL_VOID, other=item, reason=posted.reason)
            journal.post(session, void, back, line)
        return item


def stands(item: OtherItem) -> bool:
    """Whether nobody took it back."""
    return not item.postings.filter(kind=Posting.Kind.MANUAL_VOID).exists()


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
def _write(session_id: str, id: UUID, pays: Sequence[Pay], words: str, by: Actor) -> OtherItem:
    with open_table(session_id) as session:
        named = (seat for each in pays for seat in (each.payer, each.payee))
        journal.named_seats(session_id, named)
        item = OtherItem.objects.create(
            session=session,
            number=session.other_items.count() + 1,
            submission_id=id,
            after_round=session.round_count,
            recorded_at=timezone.now(),
        )
        movements = [Movement(each.payer, each.payee, each.amount, journal.MANUAL) for each in pays]
        line = change_log.line(session, by, Change.Kind.OTHER, other=item.number)
        posting = Posting(kind=Posting.Kind.MANUAL, other=item, reason=words)
        journal.post(session, posting, movements, line)
    return item


def _answered(session_id: str, id: UUID, pays: Sequence[Pay], words: str) -> OtherItem | None:
    """The item this submission id stands for, if any; raises DifferentItem."""
    item = OtherItem.objects.filter(session=session_id, submission_id=id).first()
    if item is None:
        return None
    posted = item.postings.get(kind=Posting.Kind.MANUAL)
    stored = [Pay(each.payer, each.payee, each.amount) for each in journal.movements_of(posted)]
    if (stored, posted.reason) != (list(pays), words):
        raise refusals.DifferentItem(number=item.number)
    return item
