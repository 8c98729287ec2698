"""Several evenings of a group settled as one: read, written once by an id of the client, undone."""

from uuid import UUID

from django.db.models import QuerySet
from django.http import HttpResponseBase
from rest_framework.request import Request
from rest_framework.response import Response

from ledger.api.calls import lists, reads, writes
from ledger.api.serializers.group_settling import (
    GroupAccountsObject,
    GroupSettlementObject,
    MarkDue,
    SettleEvenings,
)
from ledger.api.views.base import BY_API
from ledger.api.views.groups import GroupView
from ledger.models import GroupSettlement
from ledger.people import group_accounts, group_settling


class GroupAccounts(GroupView):
    @reads("get_group_accounts", GroupAccountsObject)
    def get(self, request: Request, group_id: str) -> HttpResponseBase:
        """Read what the closed evenings left unpaid; by person, and the fewest payments.

        Each evening has a state, which settling sends back: it is another once anything changes.
        """
        return Response(GroupAccountsObject(group_accounts.accounts(self.group)).data)


class SettlementView(GroupView):
    """A call about what was settled as one."""

    def items(self) -> QuerySet[GroupSettlement]:
        return group_settling.read_whole(self.group.settlements.all())

    def answer(self, made: GroupSettlement, *, created: bool = False) -> Response:
        shown = GroupSettlementObject(self.items().get(pk=made.pk)).data
        return Response(shown, 201 if created else 200)


class GroupSettlements(SettlementView):
    @lists("list_group_settlements", "GroupSettlementPage", GroupSettlementObject)
    def get(self, request: Request, group_id: str) -> HttpResponseBase:
        """List what was settled over several evenings, newest first."""
        return self.page(self.items(), GroupSettlementObject)

    @writes("settle_group", SettleEvenings, GroupSettlementObject)
    def post(self, request: Request, group_id: str) -> Response:
        """Settle several evenings as one; by payments in their books, the same id only once.

        409 is `accounts_changed` where an evening is not as it was told, and
        `different_settlement` where the id stands for other evenings.
        """
        sent = self.written(SettleEvenings)
        settled = group_settling.settle(
            self.group, sent["evenings"], submission_id=sent["id"], by=BY_API
        )
        return self.answer(settled[0], created=settled[1])


class VoidGroupSettlement(SettlementView):
    @writes("void_group_settlement", None, GroupSettlementObject)
    def post(self, request: Request, group_id: str, settlement: UUID) -> Response:
        """Undo settling several evenings as one; again changes nothing.

        409 is `settlement_paid` while something of it is marked as paid.
        """
        self.written()
        return self.answer(group_settling.undo(self.group, settlement, by=BY_API))


class MarkGroupPayment(SettlementView):
    @writes("mark_group_payment", MarkDue, GroupSettlementObject)
    def put(self, request: Request, group_id: str, settlement: UUID, number: int) -> Response:
        """Mark a payment of a group as made, or as not made after all; again changes nothing.

        409 is `settlement_undone` where the settlement was taken back.
        """
        sent = self.written(MarkDue)
        due = group_settling.mark(self.group, settlement, number, paid=sent["paid"])
        return self.answer(due.settlement)
