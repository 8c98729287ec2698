"""The table page, its history, and why a round paid what it paid."""

from typing import Any

from django.http import Http404, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_safe

from ledger.access.keys import phone_of, seat_of, session_for
from ledger.books import balances
from ledger.books.balances import PlayedRound
from ledger.models import Session
from ledger.web.hand.page import own_of
from ledger.web.page_cache import cached_page
from ledger.web.requests import Request, wants_piece, whole
from ledger.web.table.explain import why_lines
from ledger.web.table.page import Draft, Table


@require_safe
def table(request: Request, session_id: str) -> HttpResponse:
    """The whole page: scoreboard, the round form for a scorer, the newest rounds."""
    opened = session_for(request, session_id)

    def render_page() -> HttpResponse:
        shown = Table(*opened)
        return page(request, shown, shown.blank())

    return cached_page(request, opened, request.get_full_path(), render_page)


def page(request: Request, shown: Table, entry: Draft | None, status: int = 200) -> HttpResponse:
    """The table page, or that of a round being corrected."""
    context: dict[str, Any] = {"table": shown, "entry": entry, "cards": shown.cards(entry)}
    if entry and entry.correcting:
        return render(request, "table/correct.html", context, status=status)
    whose = seat_of(request, shown.session)
    context |= {"own": own_of(request, shown), "history": shown.history(), "whose": whose}
    return render(request, "table/table.html", context, status=status)


def go(request: Request, page: str, *of: object) -> HttpResponse:
    """Another page, for htmx and for plain forms."""
    answer = redirect(page, *of)
    return HttpResponse(headers={"HX-Redirect": answer.url}) if request.htmx else answer


def round_or_404(session: Session, number: int) -> PlayedRound:
    """One round of this session."""
    found = balances.played(session.rounds.filter(number=number))
    if not found:
        raise Http404
    return found[0]


def changes(
    request: Request, shown: Table, entry: Draft | None, played: PlayedRound
) -> dict[str, Any]:
    """What a page needs after its own write: the scoreboard, the state of its form, one round.

    Only where nothing else happened since the page was made is it `caught_up` by that.
    """
    told = shown.told(played)
    return {
        "table": shown,
        "entry": entry,
        "cards": shown.cards(entry),
        "told": told,
        "own": own_of(request, shown),
        "caught_up": shown.session.change_count - whole(request.POST.get("changes")) <= 1,
    }


def same_table(request: Request, shown: Table) -> bool:
    """Whether the page that asks can be mended in place: htmx, and the same people play on."""
    if not request.htmx or "seats" not in request.POST:
        return bool(request.htmx)
    seats = {whole(seat) for seat in request.POST["seats"].split(",")}
    return seats == set(shown.next.players) and request.POST.get("rules") == shown.rules


@require_safe
def history(request: Request, session_id: str) -> HttpResponse:
    """Older rounds: the next lines of the list for htmx, else a page of their own."""
    shown = Table(*session_for(request, session_id))
    before = whole(request.GET.get("before")) or None
    template = "table/history_rows.html" if wants_piece(request) else "table/history.html"
    return render(request, template, {"table": shown, "history": shown.history(before)})


@require_safe
def round_detail(request: Request, session_id: str, number: int) -> HttpResponse:
    """Why a round paid what it paid."""
    shown = Table(*session_for(request, session_id))
    played = round_or_404(shown.session, number)
    terms, unit = played.round.rule_version, played.round.bet_unit.amount
    lines = why_lines(terms.rules, played.round.result["transfers"], unit, shown.names)
    told = shown.with_flags(played)
    mine = any(f.flagged.is_open and f.flagged.is_by(phone_of(request)) for f in told.flags)
    context = {"table": shown, "told": told, "lines": lines, "mine": mine}
    context["answering"] = shown.may_write and told.flagged
    return render(
        request,
        "table/explanation.html" if wants_piece(request) else "table/round_page.html",
        context,
    )
