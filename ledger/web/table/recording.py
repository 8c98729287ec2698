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
from ledger.books import rows
from ledger.books.history import PlayedRound, just_recorded, newest_rounds, played_rounds
from ledger.common import refusals
from ledger.database.transactions import confirm
from ledger.models import Round
from ledger.web.requests import Request, go, posted, submission_of, table_of, whole
from ledger.web.table.page import Draft, Table, show_outcome, show_problems
from ledger.web.table.views import changes, page, round_or_404, same_table
from scoring import FactsError


@posted()
def preview(request: Request, table: Table) -> HttpResponse:
    """What the round as tapped so far would pay; stores nothing."""
    entry = typed(request, table)
    score(table, entry)
    if not request.htmx:
        return page(request, table, entry)
    context = {"table": table, "entry": entry, "cards": table.cards(entry)}
    return render(request, "table/preview.html", context)


@posted()
def record(request: Request, table: Table) -> HttpResponse:
    """Write the round; whatever stands in the way, the form comes back as typed."""
    entry = typed(request, table)
    if stored := _stored(table, entry):
        return _sent_before(request, table, entry, stored)
    if status := _not_ready(table, entry):
        return form_again(request, table, entry, status)
    try:
        recorded = _write(request, table, entry)
    except FactsError as refused:
        show_problems(table, entry, refused.problems)
        return form_again(request, table, entry, 422)
    except refusals.StaleRound as stale:
        return _behind(request, table, entry, stale.message())
    except refusals.TermsChanged as changed:
        return again(request, table.session.pk, changed.message(), 409)
    except refusals.Refusal as refusal:
        if score(table, entry) == 200:
            entry.problems.append(refusal.message())
        return form_again(request, table, entry, 409)
    if not recorded.created:
        return _sent_before(
            request, table, entry, round_or_404(table.session, recorded.round.number)
        )
    done = _("Đã ghi ván %(number)s.") % {"number": recorded.round.number}
    played = just_recorded(recorded)
    return _on_the_books(request, table.session.pk, played, entry, done)


def again(request: Request, session_id: str, notice: str, status: int) -> HttpResponse:
    """The round form as typed, scored under the terms of now, with a notice; nothing is written."""
    table = table_of(request, session_id, write=True)
    entry = typed(request, table)
    score(table, entry)
    entry.notice = notice
    return form_again(request, table, entry, status)


def typed(request: Request, table: Table) -> Draft:
    """The entry as the phone sent it, nonsense included."""
    number = whole(request.POST.get("correcting"))
    if number:
        entry = table.correction(round_or_404(table.session, number).round, request.POST)
    else:
        seats = [whole(seat) for seat in request.POST.get("seats", "").split(",")]
        entry = table.entry(request.POST, seats)
    entry.submission_id = str(submission_of(request))
    entry.after = whole(request.POST.get("newest"))
    return entry


def score(table: Table, entry: Draft) -> int:
    """Put the hint, the payments or the problems on the entry; the HTTP status they deserve."""
    if status := _not_ready(table, entry):
        return status
    correcting = entry.correcting.number if entry.correcting else None
    try:
        show_outcome(table, entry, books.preview(table.session, entry.form.facts(), correcting))
    except FactsError as refused:
        show_problems(table, entry, refused.problems)
        return 422
    except refusals.Refusal as refusal:
        entry.problems.append(refusal.message())
        return 409
    return 200


def _not_ready(table: Table, entry: Draft) -> int:
    """Put on the entry what is still missing; the HTTP status for that, 0 if it is nothing."""
    entry.hint = entry.form.missing()
    if entry.rules != table.rules and not entry.correcting:
        entry.problems.append(_("Bàn vừa đổi kiểu chơi. Ván này chưa ghi; muốn ghi thì đổi lại."))
        return 409
    return 422 if entry.hint else 0


def form_again(request: Request, table: Table, entry: Draft, status: int) -> HttpResponse:
    """The form again with all that was typed: alone for htmx, else in its page."""
    if not request.htmx:
        return page(request, table, entry, status)
    context = {"table": table, "entry": entry, "cards": table.cards(entry)}
    return render(request, "table/round_form.html", context, status=status)


def _write(request: Request, table: Table, entry: Draft) -> books.Recorded:
    facts, submission = entry.form.facts(), UUID(entry.submission_id)
    session, by = table.session, table.by
    if entry.correcting:
        number = entry.correcting.number
        return books.record(
            session.pk, correcting=number, submission_id=submission, facts=facts, by=by
        )
    rule_version, _dash, bet_unit = request.POST.get("terms", "").partition("-")
    terms = (whole(rule_version), whole(bet_unit)) if rule_version else None
    return books.record(
        session, submission_id=submission, facts=facts, after=entry.after, terms=terms, by=by
    )


def _stored(table: Table, entry: Draft) -> PlayedRound | None:
    """The round that this submission id stands for already."""
    key = rows.submitted(table.session.pk, UUID(entry.submission_id))
    return played_rounds(Round.objects.filter(pk=key))[0] if key else None


def _sent_before(request: Request, table: Table, entry: Draft, stored: PlayedRound) -> HttpResponse:
    """A round sent twice is on the books once; sent with other contents it asks what is meant."""
    confirm(table.session.pk)
    number = stored.round.number
    if table.correction(stored.round, request.POST).form.facts() == stored.round.facts:
        done = _("Ván này đã ghi rồi: ván %(number)s.") % {"number": number}
        return _on_the_books(request, table.session.pk, stored, entry, done)
    entry.submission_id, entry.instead = str(uuid4()), number
    said = _("Lần bấm trước đã ghi thành ván %(number)s như dưới đây. Sai thì sửa ván đó.")
    return _behind(request, table, entry, said % {"number": number}, [stored])


def _behind(
    request: Request,
    table: Table,
    entry: Draft,
    notice: str,
    newer: list[PlayedRound] | None = None,
) -> HttpResponse:
    """Rounds this phone has not seen stand beside the one typed here, and the person chooses."""
    table.session.refresh_from_db(fields=["round_count"])
    missed = table.session.round_count - entry.after
    rounds = newer or newest_rounds(table.session, limit=min(5, max(1, missed)))
    entry.newer = [table.told(played) for played in rounds]
    entry.after = table.session.round_count
    form = entry.form
    form.terms = replace(form.terms, opening=table.next.opening)
    entry.notice = notice
    if score(table, entry) == 200:
        entry.mine = form.describe(form.facts(), table.names, form.in_force)
    if request.POST.get("terms", table.terms) != table.terms:
        entry.warnings.append(refusals.TermsChanged().message())
    return form_again(request, table, entry, 409)


def _on_the_books(
    request: Request, session_id: str, played: PlayedRound, entry: Draft, done: str
) -> HttpResponse:
    """What follows a round on the books: for htmx just what changed, the page clears its form.

    That is so where the round is the newest and the same people play on.
    The answer names the submission: a phone that keeps the round lets go of it by that alone.
    """
    number, table = played.round.number, table_of(request, session_id, write=True)
    blank = table.blank() if request.htmx and not entry.correcting else None
    if blank and blank.after == number and same_table(request, table):
        blank.notice, blank.done = done, True
        context: dict[str, Any] = changes(request, table, blank, played)
        answer = render(request, "table/recorded.html", context)
        answer["HX-Reswap"] = "none"
    else:
        messages.success(request, done)
        answer = go(request, "table", session_id)
    recorded = {"submission": entry.submission_id, "number": number}
    answer["HX-Trigger"] = json.dumps({"recorded": recorded})
    return answer
