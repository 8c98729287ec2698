"""Any round, for ever: void it, record it again, tell it again."""

from uuid import uuid4

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from ledger import books
from ledger.access.keys import by_phone, session_for
from ledger.books.settling import refuse_while_settling
from ledger.web.requests import Request, posted
from ledger.web.table.page import Table
from ledger.web.table.recording import score
from ledger.web.table.views import changes, go, page, round_or_404, same_table


@posted
def void(request: Request, session_id: str, number: int) -> HttpResponse:
    """Take a round back by opposite entries; "Ghi lại" undoes that."""
    session, role = session_for(request, session_id, write=True)
    played = round_or_404(session, number)
    if played.corrected_by is not None:
        return _corrected_by(request, session_id, number, played.corrected_by)
    reason, by = request.POST.get("reason", ""), by_phone(request, session, role)
    books.void(session_id, number, reason=reason, by=by)
    done = _("Đã huỷ ván %(number)s.") % {"number": number}
    shown = Table(*session_for(request, session_id, write=True))
    entry = shown.blank()
    if not same_table(request, shown):
        messages.success(request, done)
        return go(request, "table", session_id)
    if entry:
        entry.notice, entry.done = done, True
    return render(
        request,
        "table/voided.html",
        changes(request, shown, entry, round_or_404(shown.session, number)),
    )


@posted
def restore(request: Request, session_id: str, number: int) -> HttpResponse:
    """Record a voided round once more, in its own place."""
    session, role = session_for(request, session_id, write=True)
    played = round_or_404(session, number)
    if played.corrected_by is not None:
        return _corrected_by(request, session_id, number, played.corrected_by)
    if played.void:
        again = books.correct(
            session_id,
            number,
            submission_id=uuid4(),
            facts=played.round.facts,
            by=by_phone(request, session, role),
        ).round.number
        said = {"number": number, "again": again}
        messages.success(request, _("Đã ghi lại ván %(number)s thành ván %(again)s.") % said)
    return go(request, "table", session_id)


def _corrected_by(request: Request, session_id: str, number: int, newer: int) -> HttpResponse:
    said = {"number": number, "by": newer}
    messages.warning(request, _("Ván %(number)s đã được sửa thành ván %(by)s.") % said)
    return go(request, "table", session_id)


@require_safe
def correct(request: Request, session_id: str, number: int) -> HttpResponse:
    """The form of a round as it was told, to be told again."""
    shown = Table(*session_for(request, session_id, write=True))
    played = round_or_404(shown.session, number)
    if played.corrected_by is not None:
        return redirect("correct", session_id, played.corrected_by)
    refuse_while_settling(shown.session)
    entry = shown.correction(played.round)
    score(shown, entry)
    return page(request, shown, entry)
