"""The page of a session on which its books are checked."""

from itertools import islice

from django.http import HttpRequest, HttpResponse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from ledger.admin.readonly import own_page
from ledger.books.audit import check_session
from ledger.models import Session

MOST_DIFFERENCES = 200
"""Shown at most; the whole of them is for check_ledger."""


@require_safe
def check(request: HttpRequest, session: Session) -> HttpResponse:
    """Work the session's books out again and show every difference; nothing is changed."""
    found = list(islice(check_session(session.pk), MOST_DIFFERENCES))
    shown = {"session": session, "differences": found}
    return own_page(request, Session, "check.html", _("Kiểm sổ"), 200, **shown)
