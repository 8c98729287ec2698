"""Following a session: an event for each line of its log."""

from django.http import HttpResponse
from rest_framework.request import Request

from ledger.access.keys import Opened
from ledger.api import schema
from ledger.api.queries import LastEvent
from ledger.api.serializers import shared
from ledger.api.views.base import SessionView
from ledger.live.hub import event_stream, follow_log


class Events(SessionView):
    """A stream that stays open."""

    @schema.follow_session
    def get(self, request: Request, session_id: str) -> HttpResponse:
        """Tell each change as it happens; with `Last-Event-ID` first those that came after it."""
        sent = (
            {"id": request.headers["Last-Event-ID"]} if "Last-Event-ID" in request.headers else {}
        )
        heard = shared(LastEvent).run_validation(sent).get("id")
        opened = Opened(self.session, self.role)
        return event_stream(follow_log(request._request, opened, heard))
