"""The board: the table in large figures, for a screen that everybody looks at and nobody taps."""

from collections.abc import Iterator
from dataclasses import dataclass

from django.http import HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from ledger.access.keys import Role, session_for
from ledger.books import balances
from ledger.books.balances import Standing
from ledger.common.amounts import signed
from ledger.web.people.views import link_to, qr
from ledger.web.requests import Request
from ledger.web.table.page import HistoryRound, Table


@dataclass(frozen=True, slots=True)
class Place:
    """One player on the board; `change` is what the round told there did to the balance."""

    standing: Standing
    name: str
    leads: bool
    rests: bool
    change: int | None


@require_safe
def board(request: Request, session_id: str) -> HttpResponse:
    """Everybody's balance, who leads, the newest round in words, and the link to look on."""
    shown = Table(*session_for(request, session_id))
    told = _newest(shown)
    context = {
        "table": shown,
        "told": told,
        "places": list(_places(shown, told)),
        "digits": max(len(signed(standing.balance)) for standing in shown.standings),
        "qr": qr(link_to(request, shown.session, Role.VIEW)),
    }
    return render(request, "board/board.html", context)


def _newest(shown: Table) -> HistoryRound | None:
    """The round recorded last, also if it is void by now; None before the first."""
    newest = balances.history(shown.session, limit=1)
    return shown.with_flags(newest[0]) if newest else None


def _places(shown: Table, told: HistoryRound | None) -> Iterator[Place]:
    """Everybody by seat; where the table is closed nobody leads and nobody rests."""
    changes = told.played.amounts if told and not told.played.void else {}
    closed = shown.session.closed_at is not None
    for standing in shown.standings:
        seat, plays = standing.seat, standing.seat in shown.next.players
        leads = not closed and plays and seat == shown.next.leader
        rests = not closed and not plays
        yield Place(standing, shown.names[seat], leads, rests, changes.get(seat))
