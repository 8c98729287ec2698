"""A round from the phone: preview it, record it, and never lose what was typed."""

import json
from dataclasses import replace
from typing import Any
from uuid import UUID, uuid4

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext as _

from ledger import books
from ledger.access.keys import by_phone, session_for
from ledger.books import balances, rows
from ledger.books.balances import PlayedRound, just_recorded
from ledger.common import refusals
from ledger.database.transactions import confirm
from ledger.models import Round
from ledger.web.requests import Request, posted, whole
from ledger.web.table.page import Draft, Table, show_outcome, show_problems
from ledger.web.table.views import changes, go, page, round_or_404, same_table
from scoring import FactsError


@posted
def preview(request: Request, session_id: str) -> HttpResponse:
    """What the round as tapped so far would pay; stores nothing."""
    shown = Table(*session_for(request, session_id, write=True))
    entry = typed(request, shown)
    score(shown, entry)
    if not request.htmx:
        return page(request, shown, entry)
    context = {"table": shown, "entry": entry, "cards": shown.cards(entry)}
    return render(request, "table/preview.html", context)


@posted
def record(request: Request, session_id: str) -> HttpResponse:
    """Write the round; whatever stands in the way, the form comes back as typed."""
    shown = Table(*session_for(request, session_id, write=True))
    entry = typed(request, shown)
    if stored := _stored(shown, entry):
        return _sent_before(request, shown, entry, stored)
    status = score(shown, entry)
    if status != 200:
        return form_again(request, shown, entry, status)
    try:
        recorded = _write(request, shown, entry)
    except refusals.StaleRound as stale:
        return _behind(request, shown, entry, stale.message())
    except refusals.TermsChanged as changed:
        return again(request, session_id, changed.message(), 409)
    except refusals.Refusal as refusal:
        entry.problems.append(refusal.message())
        return form_again(request, shown, entry, 409)
    if not recorded.created:
        return _sent_before(
            request, shown, entry, round_or_404(shown.session, recorded.round.number)
        )
    done = _("Đã ghi ván %(number)s.") % {"number": recorded.round.number}
    played = just_recorded(recorded)
    return _on_the_books(request, session_id, played, entry, done)


def again(request: Request, session_id: str, notice: str, status: int) -> HttpResponse:
    """The round form as typed, scored under the terms of now, with a notice; nothing is written."""
    shown = Table(*session_for(request, session_id, write=True))
    entry = typed(request, shown)
    score(shown, entry)
    entry.notice = notice
    return form_again(request, shown, entry, status)


def typed(request: Request, shown: Table) -> Draft:
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


def score(shown: Table, entry: Draft) -> int:
    """Put the hint, the payments or the problems on the entry; the HTTP status they deserve."""
    entry.hint = entry.form.missing()
    if entry.rules != shown.rules and not entry.correcting:
        entry.problems.append(_("Bàn vừa đổi kiểu chơi. Ván này chưa ghi; muốn ghi thì đổi lại."))
        return 409
    if entry.hint:
        return 422
    correcting = entry.correcting.number if entry.correcting else None
    try:
        show_outcome(shown, entry, books.preview(shown.session, entry.form.facts(), correcting))
    except FactsError as refused:
        show_problems(shown, entry, refused.problems)
        return 422
    except refusals.Refusal as refusal:
        entry.problems.append(refusal.message())
        return 409
    return 200


def form_again(request: Request, shown: Table, entry: Draft, status: int) -> HttpResponse:
    """The form again with all that was typed: alone for htmx, else in its page."""
    if not request.htmx:
        return page(request, shown, entry, status)
    context = {"table": shown, "entry": entry, "cards": shown.cards(entry)}
    return render(request, "table/round_form.html", context, status=status)


def _write(request: Request, shown: Table, entry: Draft) -> books.Recorded:
    facts, submission = entry.form.facts(), UUID(entry.submission_id)
    session, by = shown.session, by_phone(request, shown.session, shown.role)
    if entry.correcting:
        number = entry.correcting.number
        return books.correct(session.pk, number, submission_id=submission, facts=facts, by=by)
    rule_version, _dash, bet_unit = request.POST.get("terms", "").partition("-")
    terms = (whole(rule_version), whole(bet_unit)) if rule_version else None
    return books.record(
        session, submission_id=submission, facts=facts, after=entry.after, terms=terms, by=by
    )


def _stored(shown: Table, entry: Draft) -> PlayedRound | None:
    """The round that this submission id stands for already."""
    key = rows.submitted(shown.session.pk, UUID(entry.submission_id))
    return balances.played(Round.objects.filter(pk=key))[0] if key else None


def _sent_before(request: Request, shown: Table, entry: Draft, stored: PlayedRound) -> HttpResponse:
    """A round sent twice is on the books once; sent with other contents it asks what is meant."""
    confirm(shown.session.pk)
    number = stored.round.number
    if shown.facts_of(stored.round, request.POST) == stored.round.facts:
        done = _("Ván này đã ghi rồi: ván %(number)s.") % {"number": number}
        return _on_the_books(request, shown.session.pk, stored, entry, done)
    entry.submission_id, entry.instead = str(uuid4()), number
    said = _("Lần bấm trước đã ghi thành ván %(number)s như dưới đây. Sai thì sửa ván đó.")
    return _behind(request, shown, entry, said % {"number": number}, [stored])


def _behind(
    request: Request,
    shown: Table,
    entry: Draft,
    notice: str,
    newer: list[PlayedRound] | None = None,
) -> HttpResponse:
    """Rounds this phone has not seen stand beside the one typed here, and the person chooses."""
    shown.session.refresh_from_db(fields=["round_count"])
    missed = shown.session.round_count - entry.after
    rounds = newer or balances.history(shown.session, limit=min(5, max(1, missed)))
    entry.newer = [shown.told(played) for played in rounds]
    entry.after = shown.session.round_count
    entry.form.terms = replace(entry.form.terms, opening=shown.next.opening)
    entry.notice = notice
    if score(shown, entry) == 200:
        entry.mine = entry.form.describe(entry.form.facts(), shown.names)
    if request.POST.get("terms", shown.terms) != shown.terms:
        entry.warnings.append(refusals.TermsChanged().message())
    return form_again(request, shown, entry, 409)


def _on_the_books(
    request: Request, session_id: str, played: PlayedRound, entry: Draft, done: str
) -> HttpResponse:
    """What follows a round on the books: for htmx just what changed, the page clears its form.

    The answer names the submission: a phone that keeps the round lets go of it by that alone.
    """
    number, blank = played.round.number, None
    if request.htmx and not entry.correcting:
        shown = Table(*session_for(request, session_id, write=True))
        blank = _next_form(request, shown, number)
    if blank:
        blank.notice, blank.done = done, True
        context: dict[str, Any] = changes(request, shown, blank, played)
        answer = render(request, "table/recorded.html", context)
        answer["HX-Reswap"] = "none"
    else:
        messages.success(request, done)
        answer = go(request, "table", session_id)
    recorded = {"submission": entry.submission_id, "number": number}
    answer["HX-Trigger"] = json.dumps({"recorded": recorded})
    return answer


def _next_form(request: Request, shown: Table, number: int) -> Draft | None:
    """The next form where round `number` is the newest and the same people play on."""
    blank = shown.blank()
    return blank if blank and blank.after == number and same_table(request, shown) else None
