"""What was done at the table, by whom; and whose phone this is, if anybody cares to say."""

from django.http import HttpResponse
from django.shortcuts import render

from ledger.access.keys import say_seat
from ledger.web.log.page import Log
from ledger.web.requests import Request, posted, reads, wants_piece, whole
from ledger.web.table.page import Table


@reads
def log(request: Request, table: Table) -> HttpResponse:
    """The newest changes; older ones as the next lines for htmx, else as a page of their own."""
    found, before, piece = Log(table), whole(request.GET.get("before")), wants_piece(request)
    context = {"table": table, "lines": found.page(before or None)}
    if piece:
        context["day"] = found.day(before)  # its heading is on the page already
    return render(request, "log/rows.html" if piece else "log/log.html", context)


@posted(write=False)
def whose(request: Request, table: Table) -> None:
    """Keep on this phone whose it is, or that nobody says."""
    seat = whole(request.POST.get("seat"))
    if not seat or seat in table.names:
        say_seat(request, table.session, seat or None)
