"""The board: the table in large figures, for a screen that everybody looks at and nobody taps."""

from collections.abc import Iterator, Mapping

from django.http import HttpResponse
from django.shortcuts import render

from ledger.access.keys import Role
from ledger.access.links import link_to, qr
from ledger.books.history import newest_rounds
from ledger.common.amounts import signed
from ledger.web.phone_table import Table
from ledger.web.requests import Request, reads
from ledger.web.table.history import HistoryRound, line
from ledger.web.table.views import round_or_404


@reads
def board(request: Request, table: Table) -> HttpResponse:
    """Everybody's balance, who leads, the newest round in words, and the link to look on."""
    told = _newest(table)
    context = {
        "table": table,
        "told": told,
        "places": list(_places(table, told)),
        "digits": max(len(signed(standing.balance)) for standing in table.standings),
        "qr": qr(link_to(request, table.session, Role.VIEW)),
    }
    return render(request, "board/board.html", context)


def _newest(table: Table) -> HistoryRound | None:
    """The round recorded last, also if it is void by now; None before the first."""
    newest = newest_rounds(table.session, limit=1)
    return line(table, newest[0]) if newest else None


def _changes(table: Table, told: HistoryRound | None) -> Mapping[int, int]:
    """What the newest recording did to balances: of a correction the difference."""
    if told is None or told.played.void:
        return {}
    number = told.played.corrects
    before = round_or_404(table.session, number).amounts if number else {}
    return {seat: paid - before.get(seat, 0) for seat, paid in told.played.amounts.items()}


def _places(table: Table, told: HistoryRound | None) -> Iterator[dict[str, object]]:
    """Everybody by seat, with what that round did to the balance; a closed table has no leader."""
    changes = _changes(table, told)
    closed = table.session.closed_at is not None
    for standing in table.standings:
        seat, plays = standing.seat, standing.seat in table.next.players
        yield {
            "standing": standing,
            "name": table.names[seat],
            "leads": not closed and plays and seat == table.next.leader,
            "rests": not closed and not plays,
            "change": changes.get(seat),
        }
