"""The table page and what is asked of it: preview, record, history, void, correct."""

from dataclasses import replace
from typing import Any
from uuid import UUID, uuid4

from django.contrib import messages
from django.http import Http404, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_GET, require_http_methods, require_POST

from ledger import balances, posting
from ledger.access import session_for
from ledger.balances import PlayedRound
from ledger.models import Round, Session
from ledger.web.explain import why_lines
from ledger.web.requests import Request
from ledger.web.table import Entry, Table, show_outcome, show_problems
from scoring import FactsError


@require_GET
def table(request: Request, session_id: str) -> HttpResponse:
    """The whole page: scoreboard, the round form for a scorer, the newest rounds."""
    shown = Table.of(*session_for(request, session_id))
    return _page(request, shown, _blank(shown))


def _blank(shown: Table) -> Entry | None:
    return shown.entry() if shown.may_write and not shown.session.closed_at else None


def _page(request: Request, shown: Table, entry: Entry | None, status: int = 200) -> HttpResponse:
    template = "correct.html" if entry and entry.correcting else "table.html"
    context: dict[str, Any] = {"table": shown, "entry": entry, "cards": shown.cards(entry)}
    if not (entry and entry.correcting):
        context["history"] = shown.history()
    return render(request, template, context, status=status)


def _form(request: Request, shown: Table, entry: Entry, status: int) -> HttpResponse:
    """The form again with all that was typed: alone for htmx, else in its page."""
    if not request.htmx:
        return _page(request, shown, entry, status)
    context = {"table": shown, "entry": entry, "cards": shown.cards(entry)}
    return render(request, "_round_form.html", context, status=status)


@require_POST
def preview(request: Request, session_id: str) -> HttpResponse:
    """What the round as tapped so far would pay; stores nothing."""
    shown = Table.of(*session_for(request, session_id, write=True))
    entry = _typed(request, shown)
    _score(shown, entry)
    if not request.htmx:
        return _page(request, shown, entry)
    context = {"table": shown, "entry": entry, "cards": shown.cards(entry)}
    return render(request, "_preview.html", context)


def _typed(request: Request, shown: Table) -> Entry:
    """The entry as the phone sent it, nonsense included."""
    number = _whole(request.POST.get("correcting"))
    if number:
        entry = shown.correction(_round(shown.session, number).round, request.POST)
    else:
        seats = [_whole(seat) for seat in request.POST.get("seats", "").split(",")]
        opening = request.POST.get("opening") == "1"
        entry = shown.entry(request.POST, seats, opening=opening)
    entry.submission_id = str(_uuid(request.POST.get("submission")))
    entry.after = _whole(request.POST.get("newest"))
    return entry


def _whole(text: str | None) -> int:
    return int(text) if text and text.isascii() and text.isdigit() and len(text) < 10 else 0


def _uuid(text: str | None) -> UUID:
    try:
        return UUID(text or "")
    except ValueError:
        return uuid4()


def _score(shown: Table, entry: Entry) -> int:
    """Put the hint, the payments or the problems on the entry; the HTTP status they deserve."""
    entry.hint = entry.form.missing()
    if entry.hint:
        return 422
    correcting = entry.correcting.number if entry.correcting else None
    try:
        show_outcome(shown, entry, posting.preview(shown.session, entry.form.facts(), correcting))
    except FactsError as refused:
        show_problems(shown, entry, refused.problems)
        return 422
    except posting.ServiceBusy:
        raise
    except posting.PostingError as refusal:
        entry.problems.append(refusal.message())
        return 409
    return 200


@require_POST
def record(request: Request, session_id: str) -> HttpResponse:
    """Write the round; whatever stands in the way, the form comes back as typed."""
    shown = Table.of(*session_for(request, session_id, write=True))
    entry = _typed(request, shown)
    if not entry.correcting and request.POST.get("rules", shown.rules) != shown.rules:
        messages.warning(request, _("Bàn vừa đổi kiểu chơi, ván này chưa ghi."))
        return _go(request, reverse("table", args=[session_id]))
    status = _score(shown, entry)
    if status != 200:
        return _form(request, shown, entry, status)
    try:
        recorded = _write(session_id, entry)
    except posting.StaleRound as stale:
        return _behind(request, shown, entry, stale)
    except posting.DifferentFacts as other:
        entry.submission_id = str(uuid4())
        return _refused(request, shown, entry, other)
    except posting.ServiceBusy:
        raise
    except posting.PostingError as refusal:
        return _refused(request, shown, entry, refusal)
    return _recorded(request, recorded.round, entry)


def again(request: Request, session_id: str, notice: str, status: int) -> HttpResponse:
    """The round form as typed, with a notice; nothing is written."""
    shown = Table.of(*session_for(request, session_id, write=True))
    entry = _typed(request, shown)
    _score(shown, entry)
    entry.notice = notice
    return _form(request, shown, entry, status)


def _write(session_id: str, entry: Entry) -> posting.Recorded:
    submission: dict[str, Any] = {
        "submission_id": UUID(entry.submission_id),
        "facts": entry.form.facts(),
        "after": entry.after,
    }
    if entry.correcting:
        return posting.correct(session_id, entry.correcting.number, **submission)
    return posting.record(session_id, **submission)


def _behind(
    request: Request, shown: Table, entry: Entry, stale: posting.StaleRound
) -> HttpResponse:
    """Another phone was first: show its rounds, keep what was typed here."""
    shown.session.refresh_from_db(fields=["round_count"])
    missed = balances.history(shown.session, limit=max(1, shown.session.round_count - entry.after))
    entry.newer = [shown.told(played) for played in missed[:5]]
    entry.after = shown.session.round_count
    entry.form.terms = replace(entry.form.terms, opening=shown.next.opening)
    entry.notice = stale.message()
    return _form(request, shown, entry, 409)


def _refused(
    request: Request, shown: Table, entry: Entry, refusal: posting.PostingError
) -> HttpResponse:
    entry.problems.append(refusal.message())
    return _form(request, shown, entry, 409)


def _recorded(request: Request, round: Round, entry: Entry) -> HttpResponse:
    """What follows a round on the books: for htmx just what changed, the page clears its form."""
    done = _("Đã ghi ván %(number)s.") % {"number": round.number}
    shown = Table.of(*session_for(request, round.session_id, write=True))
    if entry.correcting or not _same_table(request, shown):
        messages.success(request, done)
        return _go(request, reverse("table", args=[round.session_id]))
    fresh = shown.entry()
    fresh.notice = done
    answer = render(request, "_recorded.html", _changes(shown, fresh, round.number))
    answer["HX-Reswap"], answer["HX-Trigger"] = "none", "recorded"
    return answer


def _same_table(request: Request, shown: Table) -> bool:
    """Whether the page that asks can be mended in place: htmx, and the same people play on."""
    seats = {_whole(seat) for seat in request.POST.get("seats", "").split(",")}
    same_form = request.POST.get("rules") == shown.rules
    return bool(request.htmx) and seats == set(shown.next.players) and same_form


def _changes(shown: Table, entry: Entry | None, number: int) -> dict[str, Any]:
    """What a page needs to catch up: the scoreboard, the state of its form, one round."""
    told = shown.told(_round(shown.session, number))
    return {"table": shown, "entry": entry, "cards": shown.cards(entry), "told": told}


def _go(request: Request, address: str) -> HttpResponse:
    """Another page, for htmx and for plain forms."""
    if not request.htmx:
        return redirect(address)
    return HttpResponse(headers={"HX-Redirect": address})


def _round(session: Session, number: int) -> PlayedRound:
    found = balances.played(session.rounds.filter(number=number))
    if not found:
        raise Http404
    return found[0]


@require_GET
def history(request: Request, session_id: str) -> HttpResponse:
    """Older rounds: the next lines of the list for htmx, else a page of their own."""
    shown = Table.of(*session_for(request, session_id))
    before = _whole(request.GET.get("before")) or None
    template = "_history_rows.html" if request.htmx else "history.html"
    return render(request, template, {"table": shown, "history": shown.history(before)})


@require_GET
def round_detail(request: Request, session_id: str, number: int) -> HttpResponse:
    """Why a round paid what it paid."""
    shown = Table.of(*session_for(request, session_id))
    played = _round(shown.session, number)
    context = {"table": shown, "told": shown.told(played), "lines": _why(shown, played)}
    return render(request, "_why.html" if request.htmx else "round.html", context)


def _why(shown: Table, played: PlayedRound) -> Any:
    round = played.round
    return why_lines(
        round.rule_version.rules,
        round.result["transfers"],
        round.bet_unit.amount,
        shown.names,
    )


@require_POST
def void(request: Request, session_id: str, number: int) -> HttpResponse:
    """Take a round back by opposite entries; "Ghi lại" undoes that."""
    session, _role = session_for(request, session_id, write=True)
    _round(session, number)
    posting.void(session_id, number, reason=request.POST.get("reason", "")[:200])
    return _changed(request, session_id, number)


@require_POST
def restore(request: Request, session_id: str, number: int) -> HttpResponse:
    """Record a voided round once more, in its own place."""
    session, _role = session_for(request, session_id, write=True)
    played = _round(session, number)
    if played.void and played.corrected_by is None:
        posting.correct(session_id, number, submission_id=uuid4(), facts=played.round.facts)
    messages.success(request, _("Đã ghi lại ván %(number)s.") % {"number": number})
    return _go(request, reverse("table", args=[session_id]))


def _changed(request: Request, session_id: str, number: int) -> HttpResponse:
    """The page after a round was voided; htmx gets just what changed, the entry stays."""
    shown = Table.of(*session_for(request, session_id, write=True))
    if (not shown.session.closed_at and not _same_table(request, shown)) or not request.htmx:
        messages.success(request, _("Đã huỷ ván %(number)s.") % {"number": number})
        return _go(request, reverse("table", args=[session_id]))
    return render(request, "_voided.html", _changes(shown, _blank(shown), number))


@require_http_methods(["GET", "HEAD"])
def correct(request: Request, session_id: str, number: int) -> HttpResponse:
    """The form of a round as it was told, to be told again."""
    shown = Table.of(*session_for(request, session_id, write=True))
    played = _round(shown.session, number)
    if played.corrected_by is not None:
        return redirect("correct", session_id, played.corrected_by)
    entry = shown.correction(played.round)
    _score(shown, entry)
    return _page(request, shown, entry)
