"""Any round, for ever: void it, record it again, tell it again."""

from dataclasses import replace
from uuid import uuid4

from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from ledger import books
from ledger.books.settling import refuse_while_settling
from ledger.common.refusals import AlreadyCorrected
from ledger.web.phone_table import Table
from ledger.web.requests import Request, posted, table_of
from ledger.web.table.drafts import blank_draft, correction, scored
from ledger.web.table.views import changes, page, round_or_404, same_table


@posted()
def void(request: Request, table: Table, number: int) -> HttpResponse | str:
    """Take a round back by opposite entries; "Ghi lại" undoes that."""
    played = round_or_404(table.session, number)
    if played.corrected_by is not None:
        raise AlreadyCorrected(played.round.corrected_by, number=number)
    session_id, reason = table.session.pk, request.POST.get("reason", "")
    books.void(session_id, number, reason=reason, by=table.by)
    done = _("Đã huỷ ván %(number)s.") % {"number": number}
    table = table_of(request, session_id, write=True)
    if not same_table(request, table):
        return done
    draft = blank_draft(table)
    if draft:
        draft = replace(draft, notice=done, done=True)
    context = changes(request, table, draft, round_or_404(table.session, number))
    return render(request, "table/voided.html", context)


@posted()
def restore(request: Request, table: Table, number: int) -> str | None:
    """Record a voided round once more, in its own place."""
    played = round_or_404(table.session, number)
    if not played.void or played.corrected_by is not None:
        return None
    session_id, facts = table.session.pk, played.round.facts
    recorded = books.record(
        session_id, correcting=number, submission_id=uuid4(), facts=facts, by=table.by
    )
    said = {"number": number, "again": recorded.round.number}
    return _("Đã ghi lại ván %(number)s thành ván %(again)s.") % said


@require_safe
def correct(request: Request, session_id: str, number: int) -> HttpResponse:
    """The form of a round as it was told, to be told again."""
    table = table_of(request, session_id, write=True)
    played = round_or_404(table.session, number)
    if played.corrected_by is not None:
        return redirect("correct", table.session.pk, played.corrected_by)
    refuse_while_settling(table.session)
    return page(request, table, scored(table, correction(table, played.round)))
