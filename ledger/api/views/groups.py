"""Groups: who belongs to one, which sessions count, and what all evenings came to."""

from collections import Counter
from collections.abc import Iterator

from django.http import HttpResponseBase
from rest_framework.permissions import SAFE_METHODS
from rest_framework.request import Request
from rest_framework.response import Response

from ledger.access import limits
from ledger.access.limits import Count
from ledger.api.calls import reads
from ledger.api.fields import Strict
from ledger.api.keys import OpensGroup
from ledger.api.serializers.common import Shape
from ledger.api.serializers.groups import GroupSerializer, GroupTotalsSerializer
from ledger.api.views.base import ApiView
from ledger.common.strict_json import Object
from ledger.models import Group, Member
from ledger.people import groups
from ledger.people.groups import GroupStatistics
from ledger.people.statistics import Side, Statistics


class GroupView(ApiView):
    """A call about one group, which the caller's key opens."""

    permission_classes = (OpensGroup,)
    group: Group

    def limited(self, request: Request) -> Count:
        writing = request.method not in SAFE_METHODS and hasattr(self, "group")
        return limits.writes(self.group.pk) if writing else super().limited(request)

    def written(self, shape: type[Shape] | type[Strict] = Strict) -> Object:
        """The body of one more write; raises ValidationError, TooMany."""
        sent = self.sent(shape)
        self.left = limits.take(*limits.writes(self.group.pk))
        return sent


class OneGroup(GroupView):
    @reads("get_group", GroupSerializer)
    def get(self, request: Request, group_id: str) -> HttpResponseBase:
        """Read a group; its members, and the sessions that count for it, the oldest first."""
        return Response(GroupSerializer(self.group).data)


class GroupTotals(GroupView):
    @reads("get_group_totals", GroupTotalsSerializer)
    def get(self, request: Request, group_id: str) -> HttpResponseBase:
        """Read what all evenings came to; per member, and evening by evening."""
        statistics = groups.group_statistics(self.group)
        members = list(self.group.members.all())
        totals = [_total(each, statistics.by_member.get(each.pk, Statistics())) for each in members]
        shown = {"members": totals, "evenings": list(_evenings(statistics, members))}
        return Response(GroupTotalsSerializer(shown).data)


def _total(member: Member, statistics: Statistics) -> Object:
    by_reason = Counter[str]()
    for (side, reason), each in sorted(statistics.by_reason.items()):
        by_reason[reason] += each.amount if side is Side.RECEIVED else -each.amount
    paid = {reason: amount for reason, amount in by_reason.items() if amount}
    counted = {"played": statistics.played, "won": statistics.won, "by_reason": paid}
    return {"id": member.pk, "name": member.name, "balance": statistics.gained, **counted}


def _evenings(statistics: GroupStatistics, members: list[Member]) -> Iterator[Object]:
    """Each evening with what it brought and the balances after it."""
    balances = {member.pk: 0 for member in members}
    for evening in statistics.evenings:
        amounts = {
            pk: each.by_session[evening.session_id]
            for pk, each in statistics.by_member.items()
            if pk in balances and evening.session_id in each.by_session
        }
        balances = balances | {pk: balances[pk] + amount for pk, amount in amounts.items()}
        shown = {"session": evening.session_id, "opened_at": evening.session.opened_at}
        rounds = statistics.rounds[evening.session_id]
        yield {**shown, "rounds": rounds, "amounts": amounts, "balances": balances}
