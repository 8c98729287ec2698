"""Following a session: an event for each line of its log."""

from django.http import HttpResponse
from rest_framework.request import Request

from ledger.access.keys import Opened
from ledger.access.staff_tokens import PREFIX
from ledger.api.calls import EVENTS, call
from ledger.api.queries import LastEvent
from ledger.api.serializers.common import shared
from ledger.api.views.base import SessionView
from ledger.live.hub import event_stream, follow_log

AN_EVENT = {
    "type": "object",
    "properties": {key: {"type": "string"} for key in ("id", "event", "data")},
}
"""One event of a stream, by the names of its fields."""


class Events(SessionView):
    """A stream that stays open."""

    @call("follow_session", {(200, EVENTS): AN_EVENT})
    def get(self, request: Request, session_id: str) -> HttpResponse:
        """Tell each change as it happens; with `Last-Event-ID` first those that came after it."""
        last = request.headers.get("Last-Event-ID")
        sent = {} if last is None else {"id": last}
        heard = shared(LastEvent).run_validation(sent).get("id")
        opened, staff = Opened(self.session, self.role), str(request.auth).startswith(PREFIX)
        return event_stream(follow_log(request, opened, heard, staff=staff))
