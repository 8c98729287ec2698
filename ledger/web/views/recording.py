"""A round from the phone: preview it, record it, and never lose what was typed."""

from dataclasses import replace
from typing import Any
from uuid import UUID, uuid4

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils.translation import gettext as _

from ledger import balances, posting
from ledger.access import session_for
from ledger.balances import PlayedRound
from ledger.web.requests import Request, posted, whole
from ledger.web.table import Entry, Table, show_outcome, show_problems
from ledger.web.views.table import changes, go, page, round_or_404, same_table
from scoring import FactsError


@posted
def preview(request: Request, session_id: str) -> HttpResponse:
    """What the round as tapped so far would pay; stores nothing."""
    shown = Table.of(*session_for(request, session_id, write=True))
    entry = _typed(request, shown)
    score(shown, entry)
    if not request.htmx:
        return page(request, shown, entry)
    context = {"table": shown, "entry": entry, "cards": shown.cards(entry)}
    return render(request, "_preview.html", context)


@posted
def record(request: Request, session_id: str) -> HttpResponse:
    """Write the round; whatever stands in the way, the form comes back as typed."""
    shown = Table.of(*session_for(request, session_id, write=True))
    entry = _typed(request, shown)
    if stored := _stored(shown, entry):
        return _sent_before(request, shown, entry, stored)
    status = score(shown, entry)
    if status != 200:
        return form_again(request, shown, entry, status)
    try:
        number = _write(request, session_id, entry).round.number
    except posting.StaleRound as stale:
        return _behind(request, shown, entry, stale.message())
    except posting.TermsChanged as changed:
        return again(request, session_id, changed.message(), 409)
    except posting.ServiceBusy:
        raise
    except posting.PostingError as refusal:
        entry.problems.append(refusal.message())
        return form_again(request, shown, entry, 409)
    return _recorded(request, session_id, number, entry)


def again(request: Request, session_id: str, notice: str, status: int) -> HttpResponse:
    """The round form as typed, scored under the terms of now, with a notice; nothing is written."""
    shown = Table.of(*session_for(request, session_id, write=True))
    entry = _typed(request, shown)
    score(shown, entry)
    entry.notice = notice
    return form_again(request, shown, entry, status)


def _typed(request: Request, shown: Table) -> Entry:
    """The entry as the phone sent it, nonsense included."""
    number = whole(request.POST.get("correcting"))
    if number:
        entry = shown.correction(round_or_404(shown.session, number).round, request.POST)
    else:
        seats = [whole(seat) for seat in request.POST.get("seats", "").split(",")]
        entry = shown.entry(request.POST, seats)
    entry.submission_id = str(_uuid(request.POST.get("submission")))
    entry.after = whole(request.POST.get("newest"))
    return entry


def _uuid(text: str | None) -> UUID:
    try:
        return UUID(text or "")
    except ValueError:
        return uuid4()


def score(shown: Table, entry: Entry) -> int:
    """Put the hint, the payments or the problems on the entry; the HTTP status they deserve."""
    entry.hint = entry.form.missing()
    if entry.rules != shown.rules and not entry.correcting:
        entry.problems.append(_("Bàn vừa đổi kiểu chơi. Ván này chưa ghi; muốn ghi thì đổi lại."))
        return 409
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


def form_again(request: Request, shown: Table, entry: Entry, status: int) -> HttpResponse:
    """The form again with all that was typed: alone for htmx, else in its page."""
    if not request.htmx:
        return page(request, shown, entry, status)
    context = {"table": shown, "entry": entry, "cards": shown.cards(entry)}
    return render(request, "_round_form.html", context, status=status)


def _write(request: Request, session_id: str, entry: Entry) -> posting.Recorded:
    facts, submission = entry.form.facts(), UUID(entry.submission_id)
    if entry.correcting:
        number = entry.correcting.number
        return posting.correct(session_id, number, submission_id=submission, facts=facts)
    rule_version, _dash, bet_unit = request.POST.get("terms", "").partition("-")
    terms = (whole(rule_version), whole(bet_unit)) if rule_version else None
    return posting.record(
        session_id, submission_id=submission, facts=facts, after=entry.after, terms=terms
    )


def _stored(shown: Table, entry: Entry) -> PlayedRound | None:
    """The round that this submission id stands for already."""
    found = shown.session.rounds.filter(submission_id=entry.submission_id)
    return next(iter(balances.played(found)), None)


def _sent_before(request: Request, shown: Table, entry: Entry, stored: PlayedRound) -> HttpResponse:
    """A round sent twice is on the books once; sent with other contents it asks what is meant."""
    number = stored.round.number
    if shown.facts_of(stored.round, request.POST) == stored.round.facts:
        messages.success(request, _("Ván này đã ghi rồi: ván %(number)s.") % {"number": number})
        return go(request, reverse("table", args=[shown.session.pk]))
    entry.submission_id = str(uuid4())
    said = _("Lần bấm trước đã ghi thành ván %(number)s như dưới đây. Sai thì sửa ván đó.")
    return _behind(request, shown, entry, said % {"number": number}, [stored])


def _behind(
    request: Request,
    shown: Table,
    entry: Entry,
    notice: str,
    newer: list[PlayedRound] | None = None,
) -> HttpResponse:
    """Rounds this phone has not seen come first; what was typed here stays."""
    shown.session.refresh_from_db(fields=["round_count"])
    missed = shown.session.round_count - entry.after
    rounds = newer or balances.history(shown.session, limit=min(5, max(1, missed)))
    entry.newer = [shown.told(played) for played in rounds]
    entry.after = shown.session.round_count
    entry.form.terms = replace(entry.form.terms, opening=shown.next.opening)
    entry.notice = notice
    return form_again(request, shown, entry, 409)


def _recorded(request: Request, session_id: str, number: int, entry: Entry) -> HttpResponse:
    """What follows a round on the books: for htmx just what changed, the page clears its form."""
    done = _("Đã ghi ván %(number)s.") % {"number": number}
    shown = Table.of(*session_for(request, session_id, write=True))
    fresh = shown.blank()
    if entry.correcting or fresh is None or not same_table(request, shown):
        messages.success(request, done)
        return go(request, reverse("table", args=[session_id]))
    fresh.notice = done
    context: dict[str, Any] = changes(request, shown, fresh, number)
    answer = render(request, "_recorded.html", context)
    answer["HX-Reswap"], answer["HX-Trigger"] = "none", "recorded"
    return answer
