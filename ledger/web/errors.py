"""What a phone gets when something outside the round went wrong: nothing typed is lost."""

import re
from collections.abc import Callable

from django.core.exceptions import DisallowedHost
from django.http import HttpRequest, HttpResponse
from django.middleware.csrf import REASON_NO_CSRF_COOKIE
from django.shortcuts import render
from django.template.loader import render_to_string
from django.utils.cache import patch_vary_headers
from django.utils.translation import gettext as _

from ledger.common.refusals import PostingError, ReadBusy, ServiceBusy, TooMany
from ledger.database.transactions import leave_outlived, unanswered
from ledger.web.requests import Request

HOST_NAME = re.compile(r"(?P<name>[a-zA-Z0-9._-]{1,100}|\[[0-9a-fA-F:]{2,45}\])(:[0-9]{1,5})?")


def failure(request: Request, page: str, reason: str, status: int, wait: int = 0) -> HttpResponse:
    """A whole page; for htmx only the reason, so that the page with all that was typed stays."""
    template = "errors/failure.html" if request.htmx else page
    answer = render(request, template, {"reason": reason, "status": status}, status=status)
    if request.htmx:
        answer["HX-Reswap"] = "none"
    if wait:
        answer["Retry-After"] = str(wait)
    return answer


def not_found(request: Request, exception: Exception) -> HttpResponse:
    """The same answer for what does not exist and for what this phone may not see."""
    reason = _("Không mở được bàn này nữa: đường dẫn đã được đổi. Những gì đã bấm vẫn còn đây.")
    return failure(request, "404.html", reason, 404)


def bad_request(request: HttpRequest, exception: Exception) -> HttpResponse:
    """A page in both languages, for programs a problem; of a foreign name it says what to set."""
    named = HOST_NAME.fullmatch(request.META.get("HTTP_HOST", ""))
    host = named["name"] if named and isinstance(exception, DisallowedHost) else ""
    if host and request.path.startswith("/api/"):
        body = render_to_string("errors/unknown_host.json", {"host": host})
        return HttpResponse(body, "application/problem+json", 400)
    return HttpResponse(render_to_string("400.html", {"host": host}), status=400)


def csrf_failure(request: Request, reason: str = "") -> HttpResponse:
    """Nothing was done. A round comes back as typed, with a fresh token: one more tap."""
    from ledger.web.hand import views
    from ledger.web.table import recording

    match = request.resolver_match
    if match and match.url_name == "record":
        notice = _("Trang này mở đã lâu nên chưa ghi. Bấm ghi lần nữa.")
        return recording.again(request, match.kwargs["session_id"], notice, status=403)
    if match and match.url_name == "hand":
        notice = _("Trang này mở đã lâu nên chưa nộp. Bấm nộp lần nữa.")
        return views.again(request, **match.kwargs, notice=notice, status=403)
    sentence = _("Trang này mở đã lâu nên máy chủ chưa làm gì cả. Tải lại trang rồi làm lại.")
    if reason == REASON_NO_CSRF_COOKIE:
        sentence = _(
            "Trình duyệt này không giữ cookie nên máy chủ chưa làm gì cả. Cho phép cookie, hoặc mở"
            " bằng trình duyệt khác (Chrome, Safari), rồi làm lại."
        )
    return failure(request, "403_csrf.html", sentence, 403)


class RefusalMiddleware:
    """Turns a refusal that no form shows into a page that says why: 409.

    A database that did not answer is 503 with Retry-After, never "saved". Nothing of a
    table is kept by browsers: going back must not bring up a round that was sent.
    """

    def __init__(self, get_response: Callable[[Request], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: Request) -> HttpResponse:
        answer = self.get_response(request)
        answer.setdefault("Cache-Control", "no-store")
        patch_vary_headers(answer, ["Cookie"])  # which keeps the language, too
        return answer

    def process_exception(self, request: Request, error: Exception) -> HttpResponse | None:
        if isinstance(error, ServiceBusy) or unanswered(error):
            leave_outlived(error)
            text = _("Máy chủ đang bận, chưa chắc đã ghi được. Bấm lại: không bao giờ ghi hai lần.")
            if request.method in ("GET", "HEAD"):
                text = ReadBusy().message()
            return failure(request, "errors/busy.html", text, 503, ServiceBusy.retry_after)
        if isinstance(error, TooMany):
            return failure(request, "errors/refused.html", str(error), 429, error.wait)
        if isinstance(error, PostingError):
            return failure(request, "errors/refused.html", error.message(), 409)
        return None
