"""Several evenings of a group settled as one: what they come to, and who pays whom of it."""

from typing import Any

from rest_framework import serializers
from rest_framework.serializers import CharField, DictField, IntegerField

from ledger.api.fields import Id, Reply, Strict
from ledger.api.serializers.common import Amounts, LocalTime, VoidOrRecorded
from ledger.common.strict_json import Object
from ledger.people.group_accounts import PersonSums, settled_people
from ledger.tables.sessions import NAME_LIMIT

STATE: Object = {"max_length": 16}


class PersonObject(Reply):
    """Somebody by a number of this answer, with what each evening left them, by session.

    `member` is null for a seat that is no member's; `balance` is what the evenings add up to.
    """

    number = IntegerField(min_value=1)
    member = IntegerField(min_value=1, allow_null=True)
    name = CharField(allow_blank=True, max_length=NAME_LIMIT)
    balance = IntegerField()
    evenings = Amounts()


class GroupPayObject(Reply):
    """Person `payer` gives person `payee` the amount."""

    payer = IntegerField(min_value=1)
    payee = IntegerField(min_value=1)
    amount = IntegerField(min_value=1)


class GroupDueObject(GroupPayObject):
    """A payment of the sums; `paid_at` is when it was marked as paid, null where it was not."""

    number = IntegerField(min_value=1)
    payer = IntegerField(min_value=1, source="debtor")
    payee = IntegerField(min_value=1, source="creditor")
    paid_at = LocalTime(read_only=True, allow_null=True)


class GroupAccountsObject(Reply):
    """The closed evenings with something unpaid, by session, and what they come to together.

    `playing` are sessions with something unpaid that are open: they settle once they are closed.
    """

    evenings = DictField(child=CharField(**STATE))
    people = PersonObject(many=True)
    payments = GroupPayObject(many=True)
    playing = serializers.ListField(child=CharField())

    def to_representation(self, accounts: Any) -> Object:
        shown = {
            "evenings": dict(accounts.states),
            "people": _people(accounts.people),
            "payments": accounts.payments,
            "playing": [each.session_id for each in accounts.playing],
        }
        return super().to_representation(shown)


class SettleEvenings(Strict):
    """Settle these evenings as one: an id made by the client, and each as the accounts told it."""

    id = Id()
    evenings = DictField(child=CharField(**STATE), allow_empty=False)


class GroupSettlementObject(Reply):
    """Evenings that were settled as one, and the payments of their sums; void where undone."""

    id = serializers.UUIDField(source="submission_id")
    state = VoidOrRecorded(source="void", read_only=True)
    evenings = DictField(child=CharField(**STATE), source="states")
    people = PersonObject(many=True)
    payments = GroupDueObject(many=True)
    made_at = LocalTime(read_only=True)

    def to_representation(self, made: Any) -> Object:
        made.people, made.payments = _people(settled_people(made)), made.dues.all()
        made.void = bool(made.undone_at)
        return super().to_representation(made)


class MarkDue(Strict):
    """Whether it was paid."""

    paid = serializers.BooleanField()


def _people(people: list[PersonSums]) -> list[Object]:
    return [
        {
            "number": number,
            "member": each.member,
            "name": each.name,
            "balance": each.total,
            "evenings": dict(each.sums),
        }
        for number, each in enumerate(people, start=1)
    ]
