"""What was done at the table, by whom; and whose phone this is, if anybody cares to say."""

from django.http import HttpResponse
from django.shortcuts import render

from ledger.access.keys import say_seat
from ledger.tables.log_lines import Log
from ledger.web.requests import Request, posted, reads, wants_piece, whole
from ledger.web.table.page import Table


@reads
def log(request: Request, table: Table) -> HttpResponse:
    """The newest changes; older ones as the next lines for htmx, else as a page of their own."""
    lines = Log(table.session, table.names).page(whole(request.GET.get("before")) or None)
    template = "log/rows.html" if wants_piece(request) else "log/log.html"
    return render(request, template, {"table": table, "lines": lines})


@posted(write=False)
def whose(request: Request, table: Table) -> None:
    """Keep on this phone whose it is, or that nobody says."""
    seat = whole(request.POST.get("seat"))
    if not seat or seat in table.names:
        say_seat(request, table.session, seat or None)
