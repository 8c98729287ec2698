"""The evening in pictures, figures and files, for everybody who may read the table."""

from django.http import Http404, HttpResponse, StreamingHttpResponse
from django.shortcuts import get_object_or_404, render

from ledger.books import accounts
from ledger.common.strict_json import Object
from ledger.exports import files, hledger, sheets
from ledger.exports.receipt import download_receipt
from ledger.models import Session
from ledger.people.statistics import course, of_evening
from ledger.people.totals import of_items
from ledger.web.page_cache import cached
from ledger.web.phone_table import Table
from ledger.web.requests import Request, reads, wants_piece, whole
from ledger.web.statistics.chart import Curve, draw
from ledger.web.statistics.page import side_by_side
from ledger.web.statistics.table_account import accounts_of, line_in_words

BOOKS = {"evening": sheets.evening_book, "totals": sheets.totals_book, "ledger": sheets.ledger_book}
LINES = 20
"""Of an account on one page."""


@cached
def figures(request: Request, table: Table) -> HttpResponse:
    """How the balances went, as a picture and as a table, and what came to whom."""
    session, numbers, names = table.session, table.numbering, table.names
    moments = course(session, table.standings, numbers)
    rows = [(moment, [moment.balances.get(seat) for seat in names]) for moment in moments]
    context: Object = {"table": table, "rows": rows}
    if moments:
        balances = {each.seat: each.balance for each in table.standings}
        context |= side_by_side(names, balances, of_evening(session, numbers))
        others = of_items(session)
        amounts = [others[seat] for seat in names]
        context["other_items"] = amounts if any(amounts) else []
        curves = [
            Curve(name, [(m.round, m.balances[seat]) for m in moments if seat in m.balances])
            for seat, name in names.items()
        ]
        context["chart"] = draw(curves)
    return render(request, "statistics/statistics.html", context)


@cached
def statement(request: Request, table: Table, seat: int) -> HttpResponse:
    """The newest lines of an account; older ones follow for htmx, else on a page of their own."""
    person = get_object_or_404(table.session.seats, number=seat)
    before = whole(request.GET.get("before")) or None
    lines = accounts.statement(table.session, person, before=before, limit=LINES)
    context = {
        "table": table,
        "account": accounts_of(table.session)[seat],
        "lines": [line_in_words(line, table) for line in lines],
        "more": len(lines) == LINES,
    }
    template = "settle/statement_rows.html" if wants_piece(request) else "settle/statement.html"
    return render(request, template, context)


@reads
def file(request: Request, table: Table, book: str, format: str) -> StreamingHttpResponse:
    """Totals, ledger, or both with the rules behind them, as a download."""
    if (book, format) == ("ledger", "journal"):
        return hledger.download_journal(request, table.session)
    if (book, format) == ("receipt", "html"):
        return download_receipt(request, table.session)
    if book not in BOOKS or format not in files.FORMATS:
        raise Http404
    only = Session.objects.filter(pk=table.pk)
    separator = "semicolon" if request.GET.get("separator") == "semicolon" else "comma"
    made = BOOKS[book](only, for_programs=format == "json", separator=separator)
    return files.download(request, made, format)
