"""Money besides the rounds: payments marked as handed over, and other items (khoản khác).

No call moves any. Each is written once by an id made by the client, and can be made void.
"""

from collections.abc import Callable
from typing import Any, ClassVar

from django.db.models import QuerySet
from django.http import HttpResponseBase
from rest_framework.request import Request
from rest_framework.response import Response

from ledger.api.calls import lists, writes
from ledger.api.fields import Reply
from ledger.api.pages import Numbered
from ledger.api.queries import NumberedPaging
from ledger.api.serializers.money import MarkPaid, OtherItemObject, PaymentObject, TellOther
from ledger.api.views.base import BY_API, SessionView
from ledger.books.settlement import Pay
from ledger.books.settling import all_payments
from ledger.common.strict_json import Object
from ledger.models import OtherItem, Payment
from ledger.tables import other_items, payments
from ledger.tables.items_in_words import with_postings


class MoneyView(SessionView):
    """A call about payments or about other items: one of them, or the list."""

    shape: ClassVar[type[Reply]]

    def items(self) -> QuerySet[Any]:
        """All there are, newest first."""
        raise NotImplementedError

    def list_page(self) -> Response:
        """A page of them."""
        items = self.items()
        numbered = Numbered(items.count(), self.query["since"], lambda *at: list(items[slice(*at)]))
        return self.page(numbered, self.shape)

    def answer(self, item: OtherItem | Payment, *, created: bool = False) -> Response:
        self.session = item.session
        return Response(self.shape(self.items().get(pk=item.pk)).data, 201 if created else 200)

    def new(self, shape: type[TellOther | MarkPaid]) -> Object:
        """The body of a new item; one that was sent before is not counted again."""
        sent = self.sent(shape)
        if not self.items().filter(submission_id=sent["id"]).exists():
            self.count()
        return sent

    def void(self, reverse: Callable[..., OtherItem | Payment], number: int) -> Response:
        self.written()
        return self.answer(reverse(self.session.pk, number, by=BY_API))


class PaymentView(MoneyView):
    """A call about payments."""

    shape = PaymentObject

    def items(self) -> QuerySet[Payment]:
        return all_payments(self.session)


class Payments(PaymentView):
    @lists("list_payments", "PaymentPage", PaymentObject, NumberedPaging)
    def get(self, request: Request, session_id: str) -> HttpResponseBase:
        """List payments, newest first."""
        return self.list_page()

    @writes("mark_paid", MarkPaid, PaymentObject)
    def post(self, request: Request, session_id: str) -> Response:
        """Mark all or a part of what is owed as paid; the same id again changes nothing.

        409 is `not_owed` where the payer does not owe so much or the payee is not owed it,
        `still_playing` where the table plays and neither sits out, and `different_payment`.
        """
        sent = self.new(MarkPaid)
        payment, created = payments.pay(
            session_id,
            debtor=sent["payer"],
            creditor=sent["payee"],
            amount=sent["amount"],
            submission_id=sent["id"],
            by=BY_API,
        )
        return self.answer(payment, created=created)


class VoidPayment(PaymentView):
    @writes("void_payment", None, PaymentObject)
    def post(self, request: Request, session_id: str, number: int) -> Response:
        """Take a payment back; it was not made after all, and again changes nothing."""
        return self.void(payments.unmark, number)


class OtherItemView(MoneyView):
    """A call about money between players that no round explains."""

    shape = OtherItemObject

    def items(self) -> QuerySet[OtherItem]:
        return with_postings(self.session.other_items.all())


class OtherItems(OtherItemView):
    @lists("list_other", "OtherItemPage", OtherItemObject, NumberedPaging)
    def get(self, request: Request, session_id: str) -> HttpResponseBase:
        """List other items, newest first."""
        return self.list_page()

    @writes("tell_other", TellOther, OtherItemObject)
    def post(self, request: Request, session_id: str) -> Response:
        """Post an other item; who pays whom. The same id and pays again change nothing."""
        sent = self.new(TellOther)
        pays = [Pay(**each) for each in sent["pays"]]
        item, created = other_items.post_item(
            session_id, submission_id=sent["id"], pays=pays, text=sent["text"], by=BY_API
        )
        return self.answer(item, created=created)


class VoidOther(OtherItemView):
    @writes("void_other", None, OtherItemObject)
    def post(self, request: Request, session_id: str, number: int) -> Response:
        """Void an other item; new entries reverse it, and again changes nothing."""
        return self.void(other_items.void_item, number)
