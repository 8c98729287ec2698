"""Every error of the API as a problem document (RFC 9457), in the reader's language.

`code` is stable and `detail` is for people. Where facts, settings or fields are refused,
`error` says what, where, whose and by which rule, with everything found in `problems`.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import singledispatch
from http import HTTPStatus
from typing import Any

from django.core.exceptions import RequestDataTooBig
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseBase, JsonResponse
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _
from rest_framework.exceptions import APIException, ErrorDetail, NotAuthenticated, ValidationError
from rest_framework.permissions import SAFE_METHODS

from ledger.common import refusals
from ledger.common.language import language
from ledger.common.strict_json import Object
from ledger.database.transactions import leave_outlived, unanswered
from scoring import RefusedError

MEDIA_TYPE = "application/problem+json"
MOST_PROBLEMS = 50
"""So many are told of one call; who sends worse mends these first."""
ROOT = "/api/"
PAGES = "/api/v1/problems/"
"""Where each code has a page of its own."""

NOT_FOUND = _("Không có gì ở đây, hoặc khoá không mở được.")
WITH_SLASH = _("Địa chỉ có dấu / ở cuối: %(path)s")
SENTENCES: Mapping[int, str | Promise] = {
    400: _("Yêu cầu này không đọc được."),
    403: _("Không được phép."),
    404: NOT_FOUND,
    405: _("Địa chỉ này không nhận cách gọi đó."),
    413: _("Nội dung gửi lên quá dài."),
    415: _("Chỉ nhận nội dung kiểu application/json."),
    500: _("Máy chủ gặp lỗi; lỗi đã được ghi lại."),
    503: refusals.ServiceBusy.text,
}
"""What is said where nobody knows better."""

CODES = {404: "not_found", 500: "server_error", 503: "server_error"}
"""The code of an error from outside the API's own views, where it is not "refused"."""


def document(status: int, code: str, detail: str, **more: object) -> Object:
    """The members of a problem; those of `more` are this problem's own."""
    title = HTTPStatus(status).phrase
    kind = f"{PAGES}{code}/"
    plain = {"type": kind, "title": title, "status": status, "detail": detail}
    return plain | {"code": code} | more


def handle(error: Exception, context: Object) -> HttpResponse | None:
    """The answer to what a view raised; None where nobody foresaw it: Django logs and answers."""
    request = context["request"]
    leave_outlived(error)
    if unanswered(error):
        reading = request.method in SAFE_METHODS
        error = refusals.ReadBusy() if reading else refusals.ServiceBusy()
    problem = refused(error)
    return _answer(problem, _headers(error)) if problem else None


def _headers(error: Exception) -> dict[str, str]:
    if wait := getattr(error, "retry_after", None) or getattr(error, "wait", None):
        return {"Retry-After": str(wait)}
    return {"WWW-Authenticate": "Bearer"} if isinstance(error, NotAuthenticated) else {}


@singledispatch
def refused(error: Exception) -> Object | None:
    """The problem document of an error that was foreseen."""
    return None


def _plain(status: int, code: str) -> Object:
    sentence = SENTENCES.get(status) or SENTENCES[500 if status >= 500 else 400]
    return document(status, code, str(sentence))


@refused.register
def _missing(error: Http404) -> Object:
    return _plain(404, "not_found")


@refused.register
def _too_long(error: RequestDataTooBig) -> Object:
    return _plain(413, "too_long")


@refused.register
def _by_the_rules(error: RefusedError) -> Object:
    return _listed(422, [each.as_json(language()) for each in error.problems])


@refused.register
def _by_the_books(error: refusals.PostingError) -> Object:
    message = error.message()
    if isinstance(error, refusals.RoundInTheWay):
        return document(error.status, error.code, message, round=error.number)
    if field := error.values.get("field"):
        return _listed(error.status, [{"code": error.code, "field": field, "message": message}])
    return document(error.status, error.code, message)


@refused.register
def _by_fields(error: ValidationError) -> Object:
    return _listed(400, list(_fields(error.detail, "")))


@refused.register
def _by_the_framework(error: APIException) -> Object:
    sentence = SENTENCES.get(error.status_code, error.detail)
    return document(error.status_code, str(error.get_codes()), str(sentence))


def _listed(status: int, problems: Sequence[Mapping[str, object]]) -> Object:
    """A document of the first of these problems, which lists them, and counts too many."""
    first: Object = {**problems[0]}
    error = first | {"problems": problems[:MOST_PROBLEMS]}
    if len(problems) > MOST_PROBLEMS:
        error["found"] = len(problems)
    return document(status, first["code"], first["message"], error=error)


def _fields(detail: Any, path: str) -> Iterator[Object]:
    """What serializers found, each at its path: "players[0]"."""
    if isinstance(detail, ErrorDetail):
        yield {"code": detail.code, "field": path, "message": str(detail)}
    elif isinstance(detail, Mapping):
        for key, inner in detail.items():
            yield from _fields(inner, _path(path, key))
    else:
        for index, inner in enumerate(detail):
            alone = isinstance(inner, ErrorDetail)
            yield from _fields(inner, path if alone else f"{path}[{index}]")


def _path(path: str, key: object) -> str:
    if key == "non_field_errors":
        return path
    if isinstance(key, int):
        return f"{path}[{key}]"
    return f"{path}.{key}" if path else str(key)


class ProblemMiddleware:
    """Errors that come from outside the API's own views are problem documents too."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponseBase]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponseBase:
        answer = self.get_response(request)
        status = answer.status_code
        if not request.path.startswith(ROOT) or answer.get("Content-Type") == MEDIA_TYPE:
            return answer
        if status == 301 and request.method != "GET":
            # What was sent would be lost on the way there.
            path = f"{request.path}/"
            return _answer(document(404, "not_found", str(WITH_SLASH) % {"path": path}))
        if status < 400:
            return answer
        wait = {"Retry-After": answer["Retry-After"]} if "Retry-After" in answer else {}
        return _answer(_plain(status, CODES.get(status, "refused")), wait)


def _answer(problem: Object, headers: Mapping[str, str] | None = None) -> HttpResponse:
    return JsonResponse(
        problem,
        status=problem["status"],
        headers=headers,
        content_type=MEDIA_TYPE,
        json_dumps_params={"ensure_ascii": False, "separators": (",", ":")},
    )
