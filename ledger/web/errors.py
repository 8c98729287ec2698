"""What a phone gets when something outside the round went wrong: nothing typed is lost."""

from collections.abc import Callable

from django.db import DatabaseError
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext as _

from ledger.posting import PostingError, ServiceBusy
from ledger.web.requests import Request


def csrf_failure(request: Request, reason: str = "") -> HttpResponse:
    """Nothing was done. A round comes back as typed, with a fresh token: one more tap."""
    from ledger.web.views.table import again  # the views need the URLs, which need this module

    match = request.resolver_match
    if match and match.url_name == "record":
        notice = _("Trang này mở đã lâu nên chưa ghi. Bấm ghi lần nữa.")
        return again(request, match.kwargs["session_id"], notice, status=403)
    return render(request, "403_csrf.html", status=403)


class RefusalMiddleware:
    """Turns a refusal that no form shows into a page that says why: 409.

    A database that did not answer is 503 with Retry-After, never "saved".
    """

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        return self.get_response(request)

    def process_exception(self, request: HttpRequest, error: Exception) -> HttpResponse | None:
        if isinstance(error, ServiceBusy | DatabaseError):
            answer = render(request, "busy.html", status=503)
            answer["Retry-After"] = str(ServiceBusy.retry_after)
            return answer
        if isinstance(error, PostingError):
            return render(request, "refused.html", {"reason": error.message()}, status=409)
        return None
