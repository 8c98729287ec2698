"""Sessions: opened by anybody, listed by staff, read and changed by those who hold a key."""

from contextlib import nullcontext
from uuid import UUID

from django.http import HttpResponseBase
from django.utils.http import parse_etags
from django.utils.translation import gettext_lazy as _
from rest_framework.permissions import BasePermission
from rest_framework.request import Request
from rest_framework.response import Response

from ledger.access import limits
from ledger.access.actor import Actor
from ledger.access.keys import Role
from ledger.access.limits import Count
from ledger.access.links import link_to
from ledger.api.bodies import MergePatch, StrictJSON
from ledger.api.calls import call, page_of, reads, writes
from ledger.api.keys import Anybody, ReadOnlyKey, Staff, keys_of, opened_group
from ledger.api.pages import SessionSlices
from ledger.api.queries import ListedSessions
from ledger.api.serializers import sessions as shapes
from ledger.api.views.base import BY_API, ApiView, SessionView, session_tag
from ledger.common.refusals import DifferentSession, Refusal
from ledger.common.strict_json import Object
from ledger.database.transactions import retry, transaction, write_together
from ledger.models import Group, Session, StaffToken
from ledger.people import groups
from ledger.tables import sessions
from ledger.tables.opening import open_once

BY_STAFF = {"bet_unit", "reason"}
"""What a staff token may change."""


class Sessions(ApiView):
    scope = StaffToken.Scope.READ

    def get_permissions(self) -> list[BasePermission]:
        return [Anybody() if self.request.method == "POST" else Staff()]

    def limited(self, request: Request) -> Count:
        if request.method != "POST":
            return super().limited(request)
        return limits.openings(request)

    @call("list_sessions", page_of("SessionPage", shapes.SessionLine), ListedSessions)
    def get(self, request: Request) -> Response:
        """List all sessions, newest first; for staff."""
        sessions = self.sessions().select_related("rule_version", "bet_unit")
        slices = SessionSlices(sessions.prefetch_related("seats"), self.query["since"])
        return self.page(slices, shapes.SessionLine)

    @call("open_session", shapes.OpenedSession, request=shapes.OpenSession, auth=[{}, {"key": []}])
    def post(self, request: Request) -> Response:
        """Open a session; only this answer has its keys.

        With a `group` it counts for that group, whose score key is the key of this call.
        """
        sent: Object = {"settings": {}} | self.sent(shapes.OpenSession)
        asked = sent.pop("group", None)
        group = asked and opened_group(request, asked, write=True)
        self.session, created = _open(group, sent.pop("id", None), sent)
        opened = shapes.WholeSession(self.session).data | _keys(request, self.session)
        return Response(opened, 201 if created else 200)


@retry
def _open(group: Group | None, submission_id: UUID | None, sent: Object) -> tuple[Session, bool]:
    """Open a session, and count it in the group in the same transaction; raises DifferentSession.

    The people are members by name, or new ones.
    """
    with write_together() if group else nullcontext():
        session, created = open_once(submission_id, **sent, by=BY_API)
        if group and created:
            groups.add(group, session, groups.places([group], session)[0]["matched"], by=BY_API)
        elif group and not session.evenings.filter(group=group).exists():
            raise DifferentSession
    return session, created


def _keys(request: Request, session: Session) -> Object:
    keys = keys_of(request, session)
    keys["links"]["board"] = link_to(request, session, Role.VIEW, "board")
    return keys


class StaleSession(Refusal):
    """The session is not any more as the caller knows it."""

    status = 412
    text = _("Bàn đã đổi từ lần đọc trước.")


class ChangeView(SessionView):
    """A call that changes a session, and answers with it."""

    def changed(self, session: Session) -> Response:
        self.session = session
        return Response(shapes.WholeSession(session).data)


class OneSession(ChangeView):
    parser_classes = (StrictJSON, MergePatch)
    staff_may_write = True

    @reads("get_session", shapes.WholeSession)
    def get(self, request: Request, session_id: str) -> HttpResponseBase:
        """Read a session; terms in force, players with balances, who leads next."""
        tag = {"ETag": session_tag(self.session)}
        return Response(shapes.WholeSession(self.session).data, headers=tag)

    @writes("change_session", shapes.ChangeSession, shapes.WholeSession)
    def patch(self, request: Request, session_id: str) -> Response:
        """Change a session; what is named, all of it or nothing.

        As `application/merge-patch+json` the settings that are not named stay as they are, and
        one that is null goes back to the document. A staff token that writes changes the bet unit.
        """
        changes = self.written(shapes.ChangeSession)
        if self.by_staff and changes.keys() - BY_STAFF:
            raise ReadOnlyKey
        merge = str(request.content_type).startswith(MergePatch.media_type)
        known = request.headers.get("If-Match", "*")
        return self.changed(_change(session_id, known, changes, merge=merge, by=self.by))


@retry
def _change(session_id: str, known: str, changes: Object, *, merge: bool, by: Actor) -> Session:
    """Change the session where its ETag is among those that are `known`; raises StaleSession."""
    tags = [tag.removeprefix("W/") for tag in parse_etags(known)]
    with transaction(session_id) as session:
        if tags != ["*"] and session_tag(session) not in tags:
            raise StaleSession
        if "rules" in changes or "settings" in changes:
            changes = changes | _terms(session, changes, merge=merge)
        return sessions.change(session_id, **changes, by=by)


def _terms(session: Session, changes: Object, *, merge: bool) -> Object:
    """The rules and settings meant: another game begins with its own defaults."""
    now, _unit = session.terms
    rules = changes.get("rules", now.rules)
    base = now.values if rules == now.rules else {}
    settings = changes.get("settings", base)
    if merge:
        settings = {name: value for name, value in (base | settings).items() if value is not None}
    return {"rules": rules, "settings": settings}


class Close(ChangeView):
    staff_may_write = True

    @writes("close_session", None, shapes.WholeSession)
    def post(self, request: Request, session_id: str) -> Response:
        """Close a session; it takes no further rounds, and again changes nothing."""
        self.written()
        return self.changed(sessions.close(session_id, by=self.by))


class Reopen(ChangeView):
    @writes("reopen_session", None, shapes.WholeSession)
    def post(self, request: Request, session_id: str) -> Response:
        """Reopen a session; what was paid stays paid, and again changes nothing."""
        self.written()
        return self.changed(sessions.reopen(session_id, by=BY_API))


class SessionKeys(SessionView):
    @writes("renew_key", shapes.RenewKey, shapes.KeysSerializer)
    def post(self, request: Request, session_id: str) -> Response:
        """Renew a key; the old one and its links are worthless from the next request on.

        Each call makes a new key, as each press of the button on the page does.
        """
        role = Role(self.written(shapes.RenewKey)["key"])
        self.session = sessions.renew_key(session_id, role, by=BY_API)
        return Response(_keys(request, self.session))
