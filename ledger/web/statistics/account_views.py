"""One person's account: why the balance is what it is, down to each round."""

from django.http import Http404, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from ledger.access.keys import session_for
from ledger.books import accounts
from ledger.web.requests import Request, wants_piece, whole
from ledger.web.statistics.account import account, said
from ledger.web.table.page import Table

LINES = 20


@require_safe
def statement(request: Request, session_id: str, seat: int) -> HttpResponse:
    """The newest lines; older ones as the next lines for htmx, else as a page of their own."""
    shown = Table(*session_for(request, session_id))
    person = shown.session.seats.filter(number=seat).first()
    if person is None:
        raise Http404
    before = whole(request.GET.get("before")) or None
    found = accounts.statement(shown.session, person, before=before, limit=LINES)
    context = {
        "table": shown,
        "account": account(person),
        "lines": [said(line, shown.names) for line in found],
        "more": len(found) == LINES,
    }
    template = "settle/statement_rows.html" if wants_piece(request) else "settle/statement.html"
    return render(request, template, context)
