"""What was done at a table, also as it happens, and which rounds somebody calls wrong."""

from collections.abc import Sequence
from typing import Any

from django.db.models import F
from django.http import HttpResponse, HttpResponseBase
from rest_framework.request import Request

from ledger.access.keys import Opened
from ledger.access.staff_tokens import PREFIX
from ledger.api.calls import EVENTS, call, lists
from ledger.api.keys import Staff
from ledger.api.pages import Numbered
from ledger.api.queries import LastEvent, NumberedPaging
from ledger.api.serializers.common import shared
from ledger.api.serializers.sessions import FlagSerializer, LogLineSerializer
from ledger.api.views.base import ApiView, SessionView
from ledger.books.history import not_void
from ledger.books.numbering import numbering
from ledger.common.bidi import isolated
from ledger.common.strict_json import Object
from ledger.live.hub import event_stream, follow_all, follow_log
from ledger.models import Session, StaffToken
from ledger.tables.flags import shown_flags
from ledger.tables.log_lines import Log, LogWords


class Flags(SessionView):
    @lists("list_flags", "FlagPage", FlagSerializer)
    def get(self, request: Request, session_id: str) -> HttpResponseBase:
        """List rounds called wrong; those that wait for an answer or were kept, newest first."""
        standing = not_void(self.session.rounds.all()).values("pk")
        flags = shown_flags(self.session).filter(round__in=standing)
        return self.page(flags.annotate(number=F("round__number")).order_by("-pk"), FlagSerializer)


class ChangeLog(SessionView):
    @lists("list_changes", "LogPage", LogLineSerializer, NumberedPaging)
    def get(self, request: Request, session_id: str) -> HttpResponseBase:
        """Read the log, newest first; when, what, by which link, from whose phone, and why."""
        return self.page(_lines(self.session, self.query["since"]), LogLineSerializer)


def _lines(session: Session, since: int) -> Numbered:
    """The lines of the log after number `since`, newest first."""
    names = {seat.number: isolated(str(seat)) for seat in session.seats.all()}
    log = Log(session, names, numbering(session))

    def read(first: int, last: int) -> Sequence[Any]:
        return [_line(*each) for each in log.page(session.log_count - first + 1, last - first)]

    return Numbered(session.log_count, since, read)


def _line(change: Any, who: str, words: LogWords) -> Any:
    """A line of the log with what is shown of it beside its own fields."""
    change.by, change.text, change.reason = who, words["words"], words.get("word", "")
    change.seats = change.details.get("seats", [])
    change.settings = words.get("differences", ())
    return change


FIELDS = {key: {"type": "string"} for key in ("id", "event", "data")}
AN_EVENT = {"type": "object", "properties": FIELDS}
"""One event of a stream, by the names of its fields."""


class Events(SessionView):
    @call("follow_session", {(200, EVENTS): AN_EVENT})
    def get(self, request: Request, session_id: str) -> HttpResponse:
        """Tell each change as it happens; with `Last-Event-ID` first those that came after it."""
        opened, staff = Opened(self.session, self.role), str(request.auth).startswith(PREFIX)
        return event_stream(follow_log(request, opened, _last_event(request), staff=staff))


class AllEvents(ApiView):
    permission_classes = (Staff,)
    scope = StaffToken.Scope.READ

    @call("follow_sessions", {(200, EVENTS): AN_EVENT})
    def get(self, request: Request) -> HttpResponse:
        """Tell each change of every session as it happens, to staff; `data` names the session.

        Ids go up over all sessions. With `Last-Event-ID` those after it come first.
        """
        return event_stream(follow_all(request, _last_event(request)))


def _last_event(request: Request) -> int | None:
    """The number of the last line that the caller heard; raises ValidationError."""
    last = request.headers.get("Last-Event-ID")
    heard: Object = shared(LastEvent).run_validation({} if last is None else {"id": last})
    return heard.get("id")
