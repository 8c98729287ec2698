"""Following a table: the stream that says that something changed, and what that is."""

import json
from collections.abc import Sequence
from typing import Any

from django.contrib.messages import get_messages
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django_htmx.http import HttpResponseClientRefresh

from ledger.access.keys import Opened
from ledger.books.chain import lines_after, texts
from ledger.live import hub
from ledger.live.answers import FOR_ALL
from ledger.models import Change
from ledger.web.page_cache import cached_page, is_for_one, reader
from ledger.web.phone_table import Table
from ledger.web.requests import Request, reads, whole
from ledger.web.table.columns import page_pieces
from ledger.web.table.drafts import blank_draft
from ledger.web.table.history import HISTORY, newest_lines
from ledger.web.table.news import news, not_own
from ledger.web.table.own_hands import own_of
from ledger.web.table.views import page

ASKED = ("of", "number", "terms", "stamp", "log", "shape", "typed", "newest", "seats", "own")
"""What a page says of itself when it asks what is new, as far as the answer depends on it."""


@reads
def live(request: Request, table: Table) -> HttpResponse:
    """Events with the number of the newest change, now and whenever it goes up."""
    opened = Opened(table.session, table.role)
    reads = None if table.may_write or get_messages(request) else reader(request, table)
    return hub.event_stream(hub.follow(request, opened, reads))


@reads
def newest(request: Request, table: Table) -> HttpResponse:
    """What the first event of the stream tells, for a page that no stream reaches."""
    return HttpResponse(hub.newest(hub.state_of(table.session)), content_type="text/plain")


@reads
def now(request: Request, table: Table) -> HttpResponse:
    """What an open page has to change to be true again; what is typed there stays.

    The page says what it has seen (`changes`, `log`, `shape`), whether its form is typed in,
    and what it is about where it is not the table itself (`of`).
    """
    if not request.htmx:
        return redirect("table", table.pk)
    asked = [(name, request.GET.get(name)) for name in ASKED]
    answer = cached_page(request, table, f"now/{asked}", lambda: _news(request, table))
    if not is_for_one(request, answer):
        request.META[FOR_ALL] = True
    return answer


def _news(request: Request, table: Table) -> HttpResponse:
    moved = _moved(request, table)
    lines = lines_after(table.session, whole(request.GET.get("log")), HISTORY + 1)
    if moved is not None:
        context = {"table": table, "moved": moved, "texts": _texts(lines)}
        return render(request, "parts/follow_other_page.html", context)
    seats = [whole(seat) for seat in request.GET.get("seats", "").split(",") if seat]
    if "typed" in request.GET:
        return _mended(request, table, lines, seats)
    is_same = (
        request.GET.get("shape") == table.shape
        and table.plays_by(request.GET.get("terms"))
        and {*seats} <= {*table.next.players}
    )
    return _mended(request, table, lines) if is_same else _anew(request, table)


def _mended(
    request: Request, table: Table, lines: Sequence[Any], seats: Sequence[int] = ()
) -> HttpResponse:
    """The pieces that differ, by the lines of the log that the page has not seen.

    A form that is typed in keeps the round, the terms and the seats it was typed for: recording
    it asks first if they are others by now.
    """
    typed = "typed" in request.GET
    draft = None if typed else blank_draft(table)
    changed = news(table, lines)
    context = {
        **page_pieces(table, draft, seats),
        "own": own_of(table),
        "news": changed,
        "others": not_own(table, changed.fresh, request.GET.get("own", "")),
        "history": newest_lines(table) if changed.too_many else changed.newest,
        "typed": typed,
        "texts": _texts(lines),
        "shape": request.GET.get("shape"),
        "dearer": not table.plays_by(request.GET.get("terms")),
    }
    return render(request, "table/now.html", context)


def _texts(lines: Sequence[Any]) -> str:
    """These lines of the log as `chain` answers them; "" for too many."""
    return json.dumps(texts(lines)) if len(lines) <= HISTORY else ""


def _anew(request: Request, table: Table) -> HttpResponse:
    """Other people, game or prices: a round form starts anew, a page to read is replaced."""
    draft = blank_draft(table)
    if draft or "newest" in request.GET:
        return HttpResponseClientRefresh()
    answer = page(request, table, draft)
    answer["HX-Retarget"] = answer["HX-Reselect"] = "#app"
    answer["HX-Reswap"] = "outerMorph"
    return answer


def _moved(request: Request, table: Table) -> bool | None:
    """Whether the one thing has changed that the page is about; None for the table itself.

    Others type on such a page or read it. Of a hand: whether the round that cards are being
    typed for is over; where they are in, it is seen.
    """
    match request.GET.get("of"):
        case "terms":
            return not table.plays_by(request.GET.get("terms", ""))
        case "round":
            log, number = whole(request.GET.get("log")), whole(request.GET.get("number"))
            done = table.session.changes.filter(number__gt=log, round=number)
            return done.exclude(kind=Change.Kind.NODDED).exists()
        case "hand":
            own, stamp = own_of(table), request.GET.get("stamp")
            return stamp is not None and (own is None or own.hands.stamp != stamp)
    return None
