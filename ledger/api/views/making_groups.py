"""Groups made, listed and filled: a session counts where both score keys say so."""

from django.db.models import Count
from rest_framework.permissions import BasePermission
from rest_framework.request import Request
from rest_framework.response import Response

from ledger.access import limits
from ledger.api.calls import call, page_of, writes
from ledger.api.keys import NoKey, Staff, keys_of, opened_to_write
from ledger.api.queries import Paging
from ledger.api.serializers.groups import (
    AddSession,
    GroupLine,
    GroupSerializer,
    MadeGroup,
    MakeGroup,
)
from ledger.api.views.base import BY_API, ApiView
from ledger.api.views.groups import GroupView
from ledger.common.refusals import UnknownMember, UnknownSeat
from ledger.common.strict_json import Object
from ledger.models import Group, Session, StaffToken
from ledger.people import groups
from ledger.tables.membership import NEW


class Groups(ApiView):
    scope = StaffToken.Scope.READ

    def get_permissions(self) -> list[BasePermission]:
        return [] if self.request.method == "POST" else [Staff()]

    @call(
        "list_groups", page_of("GroupPage", GroupLine), Paging, problems=(400, 401, 404, 429, 503)
    )
    def get(self, request: Request) -> Response:
        """List all groups, newest first; for staff."""
        members, sessions = Count("members", distinct=True), Count("evenings", distinct=True)
        rows = Group.objects.annotate(member_count=members, session_count=sessions)
        return self.page(rows.order_by("-made_at", "pk"), GroupLine)

    @writes("make_group", MakeGroup, MadeGroup)
    def post(self, request: Request) -> Response:
        """Make a group of everybody at a session; the same id again makes no second one.

        The score key of the session is the key of this call.
        """
        sent = self.sent(MakeGroup)
        if not request.auth:
            raise NoKey
        self.session = opened_to_write(request, sent["session"], str(request.auth))
        self.left = limits.take(*limits.writes(self.session.pk))
        known = self.session.groups_made.filter(submission_id=sent["id"]).exists()
        group = groups.make(sent["name"], self.session, submission_id=sent["id"], by=BY_API)
        self.session.refresh_from_db()
        made = GroupSerializer(group).data | keys_of(request, group)
        return Response(made, 200 if known else 201)


class GroupSessions(GroupView):
    @writes("add_to_group", AddSession, GroupSerializer)
    def post(self, request: Request, group_id: str) -> Response:
        """Let a session count for a group; one that counts already does so with these members."""
        sent = self.written(AddSession)
        session = opened_to_write(request, sent["session"], sent["key"])
        members = self.members_of(session, sent.get("members", {}))
        groups.add(self.group, session, members, by=BY_API)
        return Response(GroupSerializer(self.group).data)

    def members_of(self, session: Session, chosen: Object) -> dict[int, int]:
        """The members by seat as told, else as `groups.places` has them.

        Raises UnknownSeat, UnknownMember.
        """
        place = groups.places([self.group], session)[0]
        known: dict[int, int] = place["matched"]
        people = {each.pk for each in place["members"]}
        for seat, member in chosen.items():
            if int(seat) not in known:
                raise UnknownSeat(number=seat)
            if member is not None and member not in people:
                raise UnknownMember(number=member)
        return known | {int(seat): member or NEW for seat, member in chosen.items()}
