"""Payments: money handed over at the table, marked as paid. No call moves any."""

from django.http import HttpResponseBase
from rest_framework.request import Request
from rest_framework.response import Response

from ledger.api import further_schema as schema
from ledger.api.fields import Strict
from ledger.api.further_serializers import MarkPaid, PaymentObject
from ledger.api.queries import Paging
from ledger.api.views.base import BY_API, SessionView, unless_known
from ledger.books.settling import all_payments
from ledger.models import Payment, Session
from ledger.tables import payments


class Payments(SessionView):
    """What was paid, and another payment."""

    queries = {"GET": Paging}  # noqa: RUF012

    @schema.list_payments
    @unless_known
    def get(self, request: Request, session_id: str) -> HttpResponseBase:
        """The payments, newest first."""
        return self.page(all_payments(self.session), PaymentObject)

    @schema.mark_paid
    def post(self, request: Request, session_id: str) -> Response:
        """Mark all that is owed or a part of it as paid; the same id again changes nothing.

        409 is `not_owed` where the payer does not owe so much or the payee is not owed it,
        `still_playing` where the table plays and neither sits out, and `different_payment`.
        """
        sent = self.sent(MarkPaid)
        if not self.session.payments.filter(submission_id=sent["id"]).exists():
            self.count()
        marked = payments.pay(
            session_id,
            debtor=sent["payer"],
            creditor=sent["payee"],
            amount=sent["amount"],
            submission_id=sent["id"],
            by=BY_API,
        )
        return _answer(self.session, marked.payment, 201 if marked.created else 200)


class VoidPayment(SessionView):
    """Taking a payment back."""

    @schema.void_payment
    def post(self, request: Request, session_id: str, number: int) -> Response:
        """Say that it was not paid after all; again changes nothing."""
        self.sent(Strict)
        self.count()
        return _answer(self.session, payments.unmark(session_id, number, by=BY_API))


def _answer(session: Session, payment: Payment, status: int = 200) -> Response:
    return Response(PaymentObject(all_payments(session).get(pk=payment.pk)).data, status)
