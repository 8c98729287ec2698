"""A round called wrong, that taken back, and the scorer's answer that it stands."""

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext as _

from ledger.access.keys import by_phone, know_phone, phone_of, session_for
from ledger.access.limits import TooMany
from ledger.tables import flags as service
from ledger.web.errors import too_many
from ledger.web.requests import Request, posted
from ledger.web.table.page import Table
from ledger.web.table.views import go, round_or_404


@posted
def flag(request: Request, session_id: str, number: int) -> HttpResponse:
    """ "Sai rồi", with a word if one likes; by whoever sees the round."""
    by = by_phone(request, *session_for(request, session_id))
    phone, word = know_phone(request), request.POST.get("word", "")
    try:
        service.flag(session_id, number, phone, word=word, by=by)
    except TooMany as refusal:
        return too_many(request, refusal)
    return _done(request, session_id, number, _("Đã báo ván %(number)s sai."))


@posted
def unflag(request: Request, session_id: str, number: int) -> HttpResponse:
    """Take back what this phone flagged."""
    by = by_phone(request, *session_for(request, session_id))
    service.take_back(session_id, number, phone_of(request), by=by)
    return _done(request, session_id, number, _("Thôi báo ván %(number)s sai."))


@posted
def keep(request: Request, session_id: str, number: int) -> HttpResponse:
    """The round stands as it is, and all may read why."""
    by = by_phone(request, *session_for(request, session_id, write=True))
    service.keep(session_id, number, word=request.POST.get("word", ""), by=by)
    return _done(request, session_id, number, _("Giữ nguyên ván %(number)s."))


def _done(request: Request, session_id: str, number: int, said: str) -> HttpResponse:
    """The round as it is now: in place for htmx, else back at the table."""
    shown = Table(*session_for(request, session_id))
    told = shown.with_flags(round_or_404(shown.session, number))
    if request.htmx:
        return render(request, "table/round_flagged.html", {"table": shown, "told": told})
    messages.success(request, said % {"number": number})
    return go(request, "table", session_id)
