"""The only writer of payments: what people handed each other at the table is marked as paid.

A closed table settles; at an open one only who leaves is settled with. No money moves
here: the book follows what the table says. A mark is taken back by the opposite entry.
"""

from typing import Any
from uuid import UUID

from django.db import IntegrityError
from django.utils import timezone
from django.utils.functional import lazy

from ledger.access.actor import Actor
from ledger.books import change_log, journal
from ledger.books.settling import standing_payments
from ledger.common import refusals
from ledger.common.amounts import amount as amount_in_words
from ledger.common.strict_json import Object
from ledger.database.transactions import confirm, locked, reachable, retry, transaction
from ledger.models import AMOUNT_LIMIT, Change, GroupPart, Payment, Posting, Seat, Session
from ledger.tables.sessions import sit

Asked = tuple[int, int, int]
"""Seat of the debtor, seat of the creditor, amount."""


@reachable()
def pay(
    session_id: str,
    *,
    debtor: int,
    creditor: int,
    amount: int,
    submission_id: UUID,
    leaver: int | None = None,
    by: Actor,
) -> tuple[Payment, bool]:
    """Mark that `debtor` handed `creditor` so much, which both still owe and are owed.

    With `leaver` that seat sits out from now on, so that it can be settled with while the
    others play on. With the payment: whether it is new; the same id and payment again change
    nothing. Raises NotOwed, StillPlaying, DifferentPayment, UnknownSeat, AmountRefused; after
    ServiceBusy it may have been written, and sending it again is safe.
    """
    asked = debtor, creditor, amount
    try:
        return _write(session_id, asked, submission_id, leaver, by), True
    except (refusals.PostingError, IntegrityError):
        # Sent again, or only the answer to the commit was lost.
        if answer := _answered(session_id, asked, submission_id):
            confirm(session_id)
            return answer, False
        raise


@retry
def unmark(session_id: str, number: int, *, by: Actor) -> Payment:
    """Say that a payment was not made after all; again changes nothing.

    Raises UnknownPayment, and PaidInGroup for a part of what a group settled as one.
    """
    with transaction(session_id) as session:
        known = session.payments.select_related("debtor", "creditor")
        payment = known.filter(number=number).first()
        if payment is None:
            raise refusals.UnknownPayment(number=number)
        if standing_payments(session).filter(pk=payment.pk).exists():
            if GroupPart.objects.filter(payment=payment).exists():
                raise refusals.PaidInGroup
            take_back(session, payment, by)
        return payment


def take_back(session: Session, payment: Payment, by: Actor, **details: Any) -> None:
    """Take back a payment of a locked session that stands; the log tells what is `told` too."""
    _post(session, payment, Posting.Kind.UNPAID, Change.Kind.UNPAID, by, **details)


@retry
def _write(session_id: str, asked: Asked, id: UUID, leaver: int | None, by: Actor) -> Payment:
    with transaction(session_id) as session:
        if leaver and not session.closed_at:
            sit(session_id, leaver, out=True, by=by)
            session = locked(session_id)
        return mark(session, asked, id, by)


def mark(session: Session, asked: Asked, id: UUID, by: Actor, **details: Any) -> Payment:
    """Write a payment into a locked session, and what is `told` into its log; else as `pay`."""
    *parties, amount = asked
    seats = journal.named_seats(session.pk, parties)
    debtor, creditor = (seats[number] for number in parties)
    _check(session, debtor, creditor, amount)
    payment = Payment.objects.create(
        session=session,
        number=session.payments.count() + 1,
        submission_id=id,
        debtor=debtor,
        creditor=creditor,
        amount=amount,
        recorded_at=timezone.now(),
    )
    _post(session, payment, Posting.Kind.PAYMENT, Change.Kind.PAID, by, **details)
    return payment


def _check(session: Session, debtor: Seat, creditor: Seat, amount: int) -> None:
    """Refuse what is not owed, and who stays while the others play on."""
    if not (session.closed_at or debtor.sitting_out or creditor.sitting_out):
        raise refusals.StillPlaying
    owes, due = max(-debtor.balance, 0), max(creditor.balance, 0)
    if not 0 < amount <= min(owes, due):
        sums, in_words = {"owes": owes, "due": due, "amount": amount}, lazy(amount_in_words, str)
        values = {name: in_words(each) for name, each in sums.items()}
        raise refusals.NotOwed(debtor=debtor, creditor=creditor, **values)
    if amount > AMOUNT_LIMIT:
        raise refusals.AmountRefused


def _answered(session_id: str, asked: Asked, id: UUID) -> Payment | None:
    """The payment this submission id stands for, if any; raises DifferentPayment."""
    known = Payment.objects.select_related("debtor", "creditor")
    payment = known.filter(session=session_id, submission_id=id).first()
    if payment and asked != (payment.debtor.number, payment.creditor.number, payment.amount):
        raise refusals.DifferentPayment(number=payment.number)
    return payment


def _post(
    session: Session,
    payment: Payment,
    kind: Posting.Kind,
    logged: Change.Kind,
    by: Actor,
    **more: Any,
) -> None:
    parties = [payment.debtor.number, payment.creditor.number]
    details: Object = {"payment": payment.number, "seats": parties, "amount": payment.amount}
    movement = journal.settlement_of(payment, kind)
    posting = Posting(kind=kind, payment=payment)
    line = change_log.line(session, by, logged, **details, **more)
    journal.post(session, posting, [movement], line)
