"""The board: the table in large figures, for a screen that everybody looks at and nobody taps."""

from django.http import HttpResponse
from django.shortcuts import render

from ledger.access.keys import Role
from ledger.access.links import link_to, qr
from ledger.books.history import played_rounds
from ledger.web.page_cache import cached
from ledger.web.phone_table import Table
from ledger.web.requests import Request
from ledger.web.table.columns import columns
from ledger.web.table.history import line, longest, newest_lines


@cached
def board(request: Request, table: Table) -> HttpResponse:
    """Everybody's balance, who leads, the newest rounds, the last one in words, the link to see."""
    lines = newest_lines(table)
    newest = played_rounds(table.session.rounds.order_by("-number")[:1])
    seats = [each.seat for each in table.standings]
    context = {
        "table": table,
        "line": line(table, newest[0]) if newest else None,
        "lines": lines,
        "seats": seats,
        "columns": columns(table, None, seats),
        "digits": longest(each.balance for each in table.standings),
        "line_digits": longest(paid for each in lines for paid in each.played.amounts.values()),
        "qr": qr(link_to(request, table.session, Role.VIEW)),
    }
    return render(request, "board/board.html", context)
