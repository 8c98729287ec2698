"""What was done at the table, by whom; and whose phone this is, if anybody cares to say."""

from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_safe

from ledger.access.keys import say_seat, session_for
from ledger.web.log.page import Log
from ledger.web.requests import Request, posted, wants_piece, whole
from ledger.web.table.page import Table


@require_safe
def log(request: Request, session_id: str) -> HttpResponse:
    """The newest changes; older ones as the next lines for htmx, else as a page of their own."""
    shown = Table(*session_for(request, session_id))
    found, before, piece = Log(shown), whole(request.GET.get("before")), wants_piece(request)
    context = {"table": shown, "lines": found.page(before or None)}
    if piece:
        context["day"] = found.day(before)  # its heading is on the page already
    return render(request, "log/rows.html" if piece else "log/log.html", context)


@posted
def whose(request: Request, session_id: str) -> HttpResponse:
    """Keep on this phone whose it is, or that nobody says."""
    session, _role = session_for(request, session_id)
    seat = whole(request.POST.get("seat"))
    if not seat or session.seats.filter(number=seat).exists():
        say_seat(request, session, seat or None)
    return redirect("table", session_id)
