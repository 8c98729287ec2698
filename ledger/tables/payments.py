"""The only writer of payments: what people handed each other at the table is marked as paid.

A closed table settles; at an open one only who leaves is settled with. No money moves
here: the book follows what the table says. A mark is taken back by the opposite entry.
"""

from dataclasses import dataclass
from uuid import UUID

from django.utils import timezone
from django.utils.functional import lazy

from ledger.access.actor import ON_THE_MACHINE, By
from ledger.books import change_log, journal, rows
from ledger.books.settling import standing_payments
from ledger.common.amounts import amount as amount_in_words
from ledger.common.refusals import (
    AmountRefused,
    DifferentPayment,
    NotOwed,
    ServiceBusy,
    StillPlaying,
    UnknownPayment,
    UnknownSeat,
)
from ledger.database.transactions import confirm, locked, reachable, retry, transaction
from ledger.models import AMOUNT_LIMIT, Change, Payment, Posting, Session
from ledger.tables.sessions import sit


@dataclass(frozen=True, slots=True)
class _Handover:
    session_id: str
    id: UUID
    debtor: int
    creditor: int
    amount: int
    leaver: int | None
    by: By


@reachable()
def pay(
    session_id: str,
    *,
    debtor: int,
    creditor: int,
    amount: int,
    submission_id: UUID,
    leaver: int | None = None,
    by: By = ON_THE_MACHINE,
) -> Payment:
    """Mark that `debtor` handed `creditor` so much, which both still owe and are owed.

    With `leaver` that seat sits out from now on, so that it can be settled with while the
    others play on. The same id and payment again change nothing. Raises NotOwed,
    StillPlaying, DifferentPayment, UnknownSeat, AmountRefused; after ServiceBusy it may
    have been written, and sending it again is safe.
    """
    handover = _Handover(session_id, submission_id, debtor, creditor, amount, leaver, by)
    try:
        return _write(handover)
    except ServiceBusy:
        if answer := _answered(handover):  # only the answer to the commit was lost
            confirm(session_id)
            return answer
        raise


@retry
def unmark(session_id: str, number: int, *, by: By = ON_THE_MACHINE) -> Payment:
    """Say that a payment was not made after all; again changes nothing. Raises UnknownPayment."""
    with transaction(session_id) as session:
        payment = _payment(session, number)
        if standing_payments(session).filter(pk=payment.pk).exists():
            _note(session, payment, Change.Kind.UNPAID, by)
            _post(session, payment, Posting.Kind.UNPAID)
        return payment


@retry
def _write(handover: _Handover) -> Payment:
    with transaction(handover.session_id) as session:
        if answer := _answered(handover):
            return answer
        if handover.leaver and not session.closed_at:
            sit(handover.session_id, handover.leaver, out=True, by=handover.by)
            session = locked(handover.session_id)
        seats = rows.seats_of(session.pk)
        _check(session, seats, handover)
        payment = Payment.objects.create(
            session=session,
            number=session.payments.count() + 1,
            submission_id=handover.id,
            debtor=seats[handover.debtor],
            creditor=seats[handover.creditor],
            amount=handover.amount,
            recorded_at=timezone.now(),
        )
        _note(session, payment, Change.Kind.PAID, handover.by)
        _post(session, payment, Posting.Kind.PAYMENT)
    return payment


def _check(session: Session, seats: journal.Seats, handover: _Handover) -> None:
    """Refuse what is not owed, and who stays while the others play on."""
    for number in (handover.debtor, handover.creditor):
        if number not in seats:
            raise UnknownSeat(number=number)
    debtor, creditor = seats[handover.debtor], seats[handover.creditor]
    if not (session.closed_at or debtor.sitting_out or creditor.sitting_out):
        raise StillPlaying
    if not 0 < handover.amount <= min(-debtor.balance, creditor.balance):
        raise NotOwed(
            debtor=debtor,
            creditor=creditor,
            owes=_in_words(max(-debtor.balance, 0)),
            due=_in_words(max(creditor.balance, 0)),
            amount=_in_words(handover.amount),
        )
    if handover.amount > AMOUNT_LIMIT:
        raise AmountRefused


_in_words = lazy(amount_in_words, str)


def _answered(handover: _Handover) -> Payment | None:
    """The payment this submission id stands for, if any; raises DifferentPayment."""
    found = (
        Payment.objects.filter(session=handover.session_id, submission_id=handover.id)
        .select_related("debtor", "creditor")
        .first()
    )
    if found is None:
        return None
    asked = handover.debtor, handover.creditor, handover.amount
    if asked != (found.debtor.number, found.creditor.number, found.amount):
        raise DifferentPayment(number=found.number)
    return found


def _payment(session: Session, number: int) -> Payment:
    found = session.payments.select_related("debtor", "creditor").filter(number=number).first()
    if found is None:
        raise UnknownPayment(number=number)
    return found


def _note(session: Session, payment: Payment, kind: Change.Kind, by: By) -> None:
    parties = [payment.debtor.number, payment.creditor.number]
    change_log.note(session, by, kind, payment=payment.number, seats=parties, amount=payment.amount)


def _post(session: Session, payment: Payment, kind: Posting.Kind) -> None:
    """Write the posting with its one entry."""
    movement = journal.settlement_of(payment, kind)
    posting = Posting(kind=kind, payment=payment)
    journal.post(session, posting, [movement], rows.seats_of(session.pk))
