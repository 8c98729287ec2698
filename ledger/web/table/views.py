"""The table page, its history, and why a round paid what it paid."""

from typing import Any

from django.http import Http404, HttpResponse
from django.shortcuts import render

from ledger.books.history import PlayedRound, played_rounds
from ledger.models import Session
from ledger.web.page_cache import cached_page
from ledger.web.phone_table import Table
from ledger.web.requests import Request, asked_from, reads, wants_piece, whole
from ledger.web.table.drafts import Draft, blank_draft, cards
from ledger.web.table.history import HistoryRound, line, newest_lines, plain_line
from ledger.web.table.own_hands import own_of

MENDED = ("", "history", "rounds")
"""The pages, by how their addresses go on, that are true again with what `changes` brings."""


@reads
def table(request: Request, table: Table) -> HttpResponse:
    """The whole page: scoreboard, the round form for a scorer, the newest rounds."""
    address = request.get_full_path()
    return cached_page(request, table, address, lambda: page(request, table, blank_draft(table)))


def page(request: Request, table: Table, draft: Draft | None, status: int = 200) -> HttpResponse:
    """The table page, or that of a round being corrected."""
    context: dict[str, Any] = {"table": table, "draft": draft, "cards": cards(table, draft)}
    if draft and draft.correcting:
        return render(request, "table/correct.html", context, status=status)
    context |= {"own": own_of(table), "history": newest_lines(table)}
    return render(request, "table/table.html", context, status=status)


def round_or_404(session: Session, number: int) -> PlayedRound:
    """One round of this session."""
    found = played_rounds(session.rounds.filter(number=number))
    if not found:
        raise Http404
    return found[0]


def changes(
    request: Request, table: Table, draft: Draft | None, played: PlayedRound
) -> dict[str, Any]:
    """What a page needs after its own write: the scoreboard, the state of its form, one round.

    Only where nothing else happened since the page was made, and it shows no more than that,
    is it `caught_up`.
    """
    told, here = plain_line(table, played), asked_from(request)
    only_change = table.session.change_count - whole(request.POST.get("changes")) <= 1
    return {
        "table": table,
        "draft": draft,
        "cards": cards(table, draft),
        "told": told,
        "own": own_of(table),
        "caught_up": only_change and here.removeprefix(table.address).split("/")[0] in MENDED,
    } | explanation(request, table, told)


def explanation(request: Request, table: Table, told: HistoryRound) -> dict[str, Any]:
    """What the explanation of a round needs; on the page of the round its line has it inside."""
    mine = any(flag.is_open and flag.is_by(table.phone) for flag, _who in told.flags)
    return {
        "explained": asked_from(request) == told.address,
        "mine": mine,
        "answering": table.may_write and told.flagged,
    }


def same_table(request: Request, table: Table) -> bool:
    """Whether the page that asks can be mended in place: htmx, and the same people play on."""
    if not request.htmx or "seats" not in request.POST:
        return bool(request.htmx)
    seats = {whole(seat) for seat in request.POST["seats"].split(",")}
    return seats == set(table.next.players) and request.POST.get("rules") == table.rules


@reads
def history(request: Request, table: Table) -> HttpResponse:
    """Older rounds: the next lines of the list for htmx, else a page of their own."""
    before = whole(request.GET.get("before")) or None
    template = "table/history_rows.html" if wants_piece(request) else "table/history.html"
    return render(request, template, {"table": table, "history": newest_lines(table, before)})


@reads
def round_detail(request: Request, table: Table, number: int) -> HttpResponse:
    """Why a round paid what it paid."""
    told = line(table, round_or_404(table.session, number))
    context = {"table": table, "told": told} | explanation(request, table, told)
    if wants_piece(request):
        return render(request, "table/explanation.html", context)
    return render(request, "table/round_page.html", context | {"explained": True})
