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
from ledger.web.phone_table import Table
from ledger.web.requests import Request, go, posted, submission_of, table_of, whole
from ledger.web.table.drafts import (
    Draft,
    blank_draft,
    cards,
    checked,
    correction,
    draft_of,
    scored,
    with_problems,
)
from ledger.web.table.history import plain_line
from ledger.web.table.views import changes, page, round_or_404, same_table
from scoring import FactsError


@posted()
def preview(request: Request, table: Table) -> HttpResponse:
    """What the round as tapped so far would pay; stores nothing."""
    draft = scored(table, typed(request, table))
    if not request.htmx:
        return page(request, table, draft)
    context = {"table": table, "draft": draft, "cards": cards(table, draft)}
    return render(request, "table/preview.html", context)


@posted()
def record(request: Request, table: Table) -> HttpResponse:
    """Write the round; whatever stands in the way, the form comes back as typed."""
    draft = typed(request, table)
    if stored := _stored(table, draft):
        return _sent_before(request, table, draft, stored)
    draft = checked(table, draft)
    if draft.status != 200:
        return form_again(request, table, draft)
    try:
        recorded = _write(request, table, draft)
    except FactsError as refused:
        return form_again(request, table, with_problems(table, draft, refused.problems))
    except refusals.StaleRound as stale:
        return _behind(request, table, draft, stale.message())
    except refusals.TermsChanged as changed:
        return again(request, table.session.pk, changed.message(), 409)
    except refusals.Refusal as refusal:
        draft = scored(table, draft)
        if draft.status == 200:
            draft = replace(draft, problems=(*draft.problems, refusal.message()))
        return form_again(request, table, replace(draft, status=409))
    if not recorded.created:
        return _sent_before(
            request, table, draft, round_or_404(table.session, recorded.round.number)
        )
    done = _("Đã ghi ván %(number)s.") % {"number": recorded.round.number}
    played = just_recorded(recorded)
    return _on_the_books(request, table.session.pk, played, draft, done)


def again(request: Request, session_id: str, notice: str, status: int) -> HttpResponse:
    """The round form as typed, scored under the terms of now, with a notice; nothing is written."""
    table = table_of(request, session_id, write=True)
    draft = scored(table, typed(request, table))
    return form_again(request, table, replace(draft, notice=notice, status=status))


def typed(request: Request, table: Table) -> Draft:
    """The draft as the phone sent it, nonsense included."""
    number = whole(request.POST.get("correcting"))
    if number:
        draft = correction(table, round_or_404(table.session, number).round, request.POST)
    else:
        seats = [whole(seat) for seat in request.POST.get("seats", "").split(",")]
        draft = draft_of(table, request.POST, seats)
    after = whole(request.POST.get("newest"))
    return replace(draft, submission_id=str(submission_of(request)), after=after)


def form_again(request: Request, table: Table, draft: Draft) -> HttpResponse:
    """The form again with all that was typed: alone for htmx, else in its page."""
    if not request.htmx:
        return page(request, table, draft, draft.status)
    context = {"table": table, "draft": draft, "cards": cards(table, draft)}
    return render(request, "table/round_form.html", context, status=draft.status)


def _write(request: Request, table: Table, draft: Draft) -> books.Recorded:
    facts, submission = draft.form.facts(), UUID(draft.submission_id)
    session, by = table.session, table.by
    if draft.correcting:
        number = draft.correcting.number
        return books.record(
            session.pk, correcting=number, submission_id=submission, facts=facts, by=by
        )
    rule_version, _dash, bet_unit = request.POST.get("terms", "").partition("-")
    terms = (whole(rule_version), whole(bet_unit)) if rule_version else None
    return books.record(
        session, submission_id=submission, facts=facts, after=draft.after, terms=terms, by=by
    )


def _stored(table: Table, draft: Draft) -> PlayedRound | None:
    """The round that this submission id stands for already."""
    key = rows.submitted(table.session.pk, UUID(draft.submission_id))
    return played_rounds(Round.objects.filter(pk=key))[0] if key else None


def _sent_before(request: Request, table: Table, draft: Draft, stored: PlayedRound) -> HttpResponse:
    """A round sent twice is on the books once; sent with other contents it asks what is meant."""
    confirm(table.session.pk)
    number = stored.round.number
    if correction(table, stored.round, request.POST).form.facts() == stored.round.facts:
        done = _("Ván này đã ghi rồi: ván %(number)s.") % {"number": number}
        return _on_the_books(request, table.session.pk, stored, draft, done)
    draft = replace(draft, submission_id=str(uuid4()), instead=number)
    notice = _("Lần bấm trước đã ghi thành ván %(number)s như dưới đây. Sai thì sửa ván đó.")
    return _behind(request, table, draft, notice % {"number": number}, [stored])


def _behind(
    request: Request,
    table: Table,
    draft: Draft,
    notice: str,
    newer: list[PlayedRound] | None = None,
) -> HttpResponse:
    """Rounds this phone has not seen stand beside the one typed here, and the person chooses."""
    table.session.refresh_from_db(fields=["round_count"])
    missed = table.session.round_count - draft.after
    rounds = newer or newest_rounds(table.session, limit=min(5, max(1, missed)))
    form = draft.form
    terms = replace(form.terms, opening=table.next.opening)
    draft = replace(
        draft,
        form=type(form)(form.fields, form.people, terms),
        newer=[plain_line(table, played) for played in rounds],
        after=table.session.round_count,
        notice=notice,
    )
    draft = scored(table, draft)
    if draft.status == 200:
        mine = form.describe(form.facts(), table.names, form.in_force)
        draft = replace(draft, mine=mine)
    if request.POST.get("terms", table.terms) != table.terms:
        warnings = (*draft.warnings, refusals.TermsChanged().message())
        draft = replace(draft, warnings=warnings)
    return form_again(request, table, replace(draft, status=409))


def _on_the_books(
    request: Request, session_id: str, played: PlayedRound, draft: Draft, done: str
) -> HttpResponse:
    """What follows a round on the books: for htmx just what changed, the page clears its form.

    That is so where the round is the newest and the same people play on.
    The answer names the submission: a phone that keeps the round lets go of it by that alone.
    """
    number, table = played.round.number, table_of(request, session_id, write=True)
    blank = blank_draft(table) if request.htmx and not draft.correcting else None
    if blank and blank.after == number and same_table(request, table):
        blank = replace(blank, notice=done, done=True)
        context: dict[str, Any] = changes(request, table, blank, played)
        answer = render(request, "table/recorded.html", context)
        answer["HX-Reswap"] = "none"
    else:
        messages.success(request, done)
        answer = go(request, "table", session_id)
    recorded = {"submission": draft.submission_id, "number": number}
    answer["HX-Trigger"] = json.dumps({"recorded": recorded})
    return answer
