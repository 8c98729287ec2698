"""The evening as a file, for whoever may see it."""

from django.http import Http404, StreamingHttpResponse
from django.views.decorators.http import require_safe

from ledger import exports
from ledger.access.keys import session_for
from ledger.models import Session
from ledger.web.requests import Request

BOOKS = {
    "evening": exports.evening_book,
    "totals": exports.totals_book,
    "ledger": exports.ledger_book,
}


@require_safe
def file(request: Request, session_id: str, book: str, format: str) -> StreamingHttpResponse:
    """Totals, ledger, or both with the rules behind them, as a download."""
    session, _role = session_for(request, session_id)
    if book not in BOOKS or format not in exports.FORMATS:
        raise Http404
    only = Session.objects.filter(pk=session.pk)
    return exports.download(request, BOOKS[book](only, for_programs=format == "json"), format)
