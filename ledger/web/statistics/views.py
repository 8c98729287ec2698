"""The evening in pictures, figures and files, for everybody who may read the table."""

from django.http import Http404, HttpResponse, StreamingHttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from ledger import exports
from ledger.access.keys import session_for
from ledger.books import accounts
from ledger.models import Session
from ledger.people.statistics import POINTS, ROWS, course
from ledger.web.requests import Request, wants_piece, whole
from ledger.web.statistics.account import accounts_of, said
from ledger.web.statistics.chart import Scheme, draw
from ledger.web.statistics.page import curves, players, rows
from ledger.web.table.page import Table

BOOKS = {
    "evening": exports.evening_book,
    "totals": exports.totals_book,
    "ledger": exports.ledger_book,
}

LINES = 20
"""Of an account on one page."""


@require_safe
def figures(request: Request, session_id: str) -> HttpResponse:
    """How the balances went, as a picture and as a table, and what came to whom."""
    shown = Table(*session_for(request, session_id))
    moments = course(shown.session, shown.standings, ROWS)
    context = {
        "table": shown,
        "rows": rows(moments, shown.names),
        "players": players(shown.session, shown.standings, shown.names) if moments else [],
    }
    return render(request, "statistics/statistics.html", context)


@require_safe
def chart(request: Request, session_id: str, scheme: str) -> HttpResponse:
    """How the balances went, as a picture for a light or a dark page."""
    shown = Table(*session_for(request, session_id))
    moments = course(shown.session, shown.standings, POINTS)
    if not moments:
        raise Http404
    return HttpResponse(draw(curves(moments, shown.names), Scheme(scheme)), "image/svg+xml")


@require_safe
def statement(request: Request, session_id: str, seat: int) -> HttpResponse:
    """The newest lines of an account; older ones follow for htmx, else on a page of their own."""
    shown = Table(*session_for(request, session_id))
    person = shown.session.seats.filter(number=seat).first()
    if person is None:
        raise Http404
    before = whole(request.GET.get("before")) or None
    found = accounts.statement(shown.session, person, before=before, limit=LINES)
    context = {
        "table": shown,
        "account": accounts_of(shown.session)[seat],
        "lines": [said(line, shown.names) for line in found],
        "more": len(found) == LINES,
    }
    template = "settle/statement_rows.html" if wants_piece(request) else "settle/statement.html"
    return render(request, template, context)


@require_safe
def file(request: Request, session_id: str, book: str, format: str) -> StreamingHttpResponse:
    """Totals, ledger, or both with the rules behind them, as a download."""
    session, _role = session_for(request, session_id)
    if book not in BOOKS or format not in exports.FORMATS:
        raise Http404
    only = Session.objects.filter(pk=session.pk)
    return exports.download(request, BOOKS[book](only, for_programs=format == "json"), format)
