"""The table page, its history, and why a round paid what it paid."""

import json
from collections.abc import Sequence

from django.http import Http404, HttpResponse
from django.shortcuts import render

from ledger.access.links import link_to, qr
from ledger.books.history import PlayedRound, played_rounds
from ledger.common.strict_json import Object
from ledger.web.page_cache import cached
from ledger.web.phone_table import Table
from ledger.web.requests import Request, wants_piece, whole
from ledger.web.table.columns import page_pieces
from ledger.web.table.drafts import Draft, blank_draft
from ledger.web.table.history import beside, line, lines_around, newest_lines, plain_line
from ledger.web.table.news import last_act
from ledger.web.table.own_hands import own_of


@cached
def table(request: Request, table: Table) -> HttpResponse:
    """The whole page: scoreboard, the round form for a scorer, the newest rounds."""
    return page(request, table, blank_draft(table))


def page(request: Request, table: Table, draft: Draft | None, status: int = 200) -> HttpResponse:
    """The table page, or that of a round being corrected."""
    if draft and draft.correcting:
        pieces = page_pieces(table, draft) | {"history": lines_around(table, draft.correcting)}
    else:
        lines = newest_lines(table)
        if draft and draft.is_blank and not (draft.notice or table.who_leads):
            draft = draft.after_act(*last_act(table, lines))
        pieces = page_pieces(table, draft) | {"own": own_of(table), "history": lines}
    if not pieces["history"]:
        pieces["code"] = qr(link_to(request, table.session, table.role))
    return render(request, "table/table.html", pieces, status=status)


def round_or_404(table: Table, number: int) -> PlayedRound:
    """One round of this table."""
    rounds = played_rounds(table.session.rounds.filter(number=number))
    if not rounds:
        raise Http404
    return rounds[0]


def round_pieces(table: Table, played: PlayedRound) -> dict[str, object]:
    """What the line of a round and its panel are rendered from."""
    history_round = line(table, played)
    mine = any(flag.is_open and flag.is_by(table.phone) for flag, _who in history_round.flags)
    return {"line": history_round, "mine": mine, "beside": beside(table, played.round)}


def changes(
    request: Request, table: Table, draft: Draft | None, played: PlayedRound, texts: Sequence[str]
) -> Object:
    """What a page needs after its own write: the scoreboard, the state of its form, one round.

    Only where nothing else happened since the page was made is it `caught_up` by that, and by the
    `texts` of the lines of the log that it has written.
    """
    return {
        **page_pieces(table, draft),
        "line": plain_line(table, played),
        "own": own_of(table),
        "texts": json.dumps(texts),
        "caught_up": table.session.change_count - whole(request.POST.get("changes")) <= 1,
    }


def same_table(request: Request, table: Table) -> bool:
    """Whether the page that asks can be mended in place: htmx, the same people and prices."""
    sent = request.POST
    if not request.htmx or "seats" not in sent:
        return bool(request.htmx)
    seats = {whole(seat) for seat in sent["seats"].split(",")}
    same_terms = sent.get("rules") == table.rules and table.plays_by(sent.get("terms"))
    return same_terms and seats == set(table.next.players)


@cached
def history(request: Request, table: Table) -> HttpResponse:
    """Older rounds: the next lines of the list for htmx, else a page of their own."""
    before = whole(request.GET.get("before")) or None
    template = "table/lines.html" if wants_piece(request) else "table/history.html"
    pieces = page_pieces(table, None)
    return render(request, template, pieces | {"history": newest_lines(table, before)})


@cached
def round_detail(request: Request, table: Table, number: int) -> HttpResponse:
    """Why a round paid what it paid."""
    context = {"table": table} | round_pieces(table, round_or_404(table, number))
    template = "table/round_panel.html" if wants_piece(request) else "table/round_page.html"
    return render(request, template, context)
