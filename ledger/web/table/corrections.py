"""Any round, for ever: void it, record it again, tell it again."""

from dataclasses import replace
from uuid import uuid4

from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_safe

from ledger import books
from ledger.books.chain import lines_after, texts
from ledger.books.history import PlayedRound, just_recorded
from ledger.books.settling import refuse_while_settling
from ledger.common.refusals import AlreadyCorrected
from ledger.models import Change
from ledger.web.phone_table import Table
from ledger.web.requests import Answer, Request, posted, table_of, whole
from ledger.web.table.drafts import blank_draft, correction, scored
from ledger.web.table.news import act
from ledger.web.table.views import changes, page, round_or_404, round_pieces, same_table


@posted()
def void(request: Request, table: Table, number: int) -> Answer:
    """Take a round back by opposite entries; "Ghi lại" undoes that."""
    played = round_or_404(table, number)
    if played.corrected_by is not None:
        return table.why_not(AlreadyCorrected(played.round.corrected_by, number=number))
    books.void(table.pk, number, reason=request.POST.get("reason", ""), by=table.by)
    return _in_place(request, table, Change.Kind.VOID, round_or_404(table, number))


@posted()
def restore(request: Request, table: Table, number: int) -> Answer:
    """Record a voided round once more, in its own place."""
    played = round_or_404(table, number)
    if not played.void or played.corrected_by is not None:
        return None
    return _tell_again(request, table, number, played)


@posted()
def revert(request: Request, table: Table, number: int) -> Answer:
    """Undo a correction: tell the round again as it was before."""
    played = round_or_404(table, number)
    if played.corrects is None or played.void:
        return None
    restored = table.session.changes.filter(kind=Change.Kind.RESTORED, round=played.corrects)
    if restored.exists():  # it was void before: so it is again
        return void(request, session_id=table.pk, number=number)
    return _tell_again(request, table, number, round_or_404(table, played.corrects))


def _tell_again(request: Request, table: Table, number: int, played: PlayedRound) -> Answer:
    """Record what another round told in the place of this one."""
    facts = played.round.facts
    try:
        recorded = books.record(
            table.pk, correcting=number, submission_id=uuid4(), facts=facts, by=table.by
        )
    except AlreadyCorrected as refusal:
        return table.why_not(refusal)
    return _in_place(request, table, Change.Kind.RESTORED, just_recorded(recorded))


def _in_place(request: Request, table: Table, kind: str, played: PlayedRound) -> Answer:
    """The round as it stands now, in its own place."""
    words, undo = act(table, kind, played.round)
    table = table_of(request, table.pk, write=True)
    if not same_table(request, table):
        return words
    draft = blank_draft(table)
    draft = draft and replace(draft, after=_newest_shown(request, table)).after_act(words, undo)
    lines = texts(lines_after(table.session, whole(request.POST.get("log"))))
    context = changes(request, table, draft, played, lines) | round_pieces(table, played)
    return render(request, "table/voided.html", context)


def _newest_shown(request: Request, table: Table) -> int:
    """The newest round that the page has shown; one it has not shown is still asked about there."""
    newest = table.session.round_count
    shown = whole(request.POST.get("newest", str(newest)))
    return shown if table.missed(shown).exists() else newest


@require_safe
def correct(request: Request, session_id: str, number: int) -> HttpResponse:
    """The form of a round as it was told, to be told again."""
    table = table_of(request, session_id, write=True)
    played = round_or_404(table, number)
    if played.corrected_by is not None:
        return redirect("correct", table.pk, played.corrected_by)
    refuse_while_settling(table.session)
    return page(request, table, scored(table, correction(table, played)))
