"""The evening in pictures and figures, for everybody who may read the table."""

from django.http import Http404, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from ledger.access.keys import session_for
from ledger.people.statistics import POINTS, ROWS, course
from ledger.web.requests import Request
from ledger.web.statistics.chart import Scheme, draw
from ledger.web.statistics.page import curves, players, rows
from ledger.web.table.page import Table


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
