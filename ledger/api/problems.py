"""Every error of the API as a problem document (RFC 9457), in the reader's language.

`code` is stable and `detail` is for people. Where facts, settings or fields are refused,
`error` says what, where, whose and by which rule, with everything found in `problems`.
"""

import logging
from collections.abc import Callable, Iterator, Mapping
from http import HTTPStatus
from types import MappingProxyType
from typing import Any

from django.core.signals import got_request_exception
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseBase, JsonResponse
from django.utils.functional import Promise
from django.utils.translation import get_language
from django.utils.translation import gettext_lazy as _
from rest_framework.exceptions import APIException, ErrorDetail, ValidationError
from rest_framework.permissions import SAFE_METHODS

from ledger.access.limits import TooMany
from ledger.common import refusals
from ledger.database.transactions import leave_outlived, unanswered
from scoring import RefusedError

MEDIA_TYPE = "application/problem+json"
MOST_PROBLEMS = 50
"""So many are told of one call; who sends worse mends these first."""
ROOT = "/api/"

STATUS: Mapping[type[refusals.PostingError], int] = MappingProxyType(
    {
        refusals.UnknownSession: 404,
        refusals.UnknownRound: 404,
        refusals.SessionClosed: 409,
        refusals.StaleRound: 409,
        refusals.TermsChanged: 409,
        refusals.DifferentFacts: 409,
        refusals.AlreadyCorrected: 409,
        refusals.Settling: 409,
        refusals.BetUnitRefused: 422,
        refusals.BetUnitIndivisible: 422,
        refusals.AmountRefused: 422,
        refusals.RulesRefused: 422,
        refusals.TextRefused: 422,
        refusals.LabelRefused: 422,
        refusals.SeatRefused: 422,
        refusals.NameTaken: 422,
        refusals.SeatCount: 422,
        refusals.UnknownSeat: 422,
        refusals.ServiceBusy: 503,
        refusals.ReadBusy: 503,
    }
)
"""What each refusal is over HTTP."""

NOT_FOUND = _("Không có gì ở đây, hoặc khoá không mở được.")
WITH_SLASH = _("Địa chỉ có dấu / ở cuối: %(path)s")
SENTENCES: Mapping[int, str | Promise] = MappingProxyType(
    {
        400: _("Yêu cầu này không đọc được."),
        403: _("Không được phép."),
        404: NOT_FOUND,
        405: _("Địa chỉ này không nhận cách gọi đó."),
        413: _("Nội dung gửi lên quá dài."),
        415: _("Chỉ nhận nội dung kiểu application/json."),
        500: _("Máy chủ gặp lỗi; lỗi đã được ghi lại."),
        503: refusals.ServiceBusy.text,
    }
)
"""What is said where nobody knows better."""

log = logging.getLogger(__name__)


def document(status: int, code: str, detail: str, **more: object) -> dict[str, object]:
    """The members of a problem; those of `more` are this problem's own."""
    title = HTTPStatus(status).phrase
    return {
        "type": "about:blank",
        "title": title,
        "status": status,
        "detail": detail,
        "code": code,
        **more,
    }


def handle(error: Exception, context: Mapping[str, Any] | None = None) -> HttpResponse:
    """The answer to whatever a view raised."""
    request = (context or {}).get("request")
    leave_outlived(error)
    if unanswered(error) and getattr(request, "method", "") in SAFE_METHODS:
        error = refusals.ReadBusy()
    problem, headers = _told(error)
    if problem["status"] == 500:
        log.error("an API call failed", exc_info=error)
        got_request_exception.send(sender=None, request=request)
    return _answer(problem, headers)


def refused(error: Exception) -> dict[str, object]:
    """The problem document of an error, for one among several answers."""
    return _told(error)[0]


def _told(error: Exception) -> tuple[dict[str, object], dict[str, str]]:
    if unanswered(error):
        error = refusals.ServiceBusy()
    for kind, tell in TELL.items():
        if isinstance(error, kind):
            return tell(error)
    return _plain(500, "server_error"), {}


def _plain(status: int, code: str) -> dict[str, object]:
    sentence = SENTENCES.get(status) or SENTENCES[500 if status >= 500 else 400]
    return document(status, code, str(sentence))


def _tell_missing(error: Any) -> tuple[dict[str, object], dict[str, str]]:
    return _plain(404, "not_found"), {}


def _tell_refused(error: RefusedError) -> tuple[dict[str, object], dict[str, str]]:
    told: Any = error.as_json(get_language() or "vi")["error"]
    told |= _shown(told["problems"])
    return document(422, told["code"], told["message"], error=told), {}


def _tell_refusal(error: refusals.PostingError) -> tuple[dict[str, object], dict[str, str]]:
    status = STATUS.get(type(error), 409)
    wait = {"Retry-After": str(error.retry_after)} if hasattr(error, "retry_after") else {}
    return document(status, error.code, error.message(), **_newer(error), **_at(error)), wait


def _at(error: refusals.PostingError) -> dict[str, object]:
    """The field that was refused, where the refusal knows it."""
    if not (field := error.values.get("field")):
        return {}
    found = {"code": error.code, "field": field, "message": error.message()}
    return {"error": {**found, "problems": [found]}}


def _newer(error: refusals.PostingError) -> dict[str, object]:
    """The number of the round that stands in the way, where there is one."""
    if isinstance(error, refusals.StaleRound):
        return {"round": error.newest}
    if isinstance(error, refusals.DifferentFacts):
        return {"round": error.round.number}
    return {"round": error.by.number} if isinstance(error, refusals.AlreadyCorrected) else {}


def _tell_too_many(error: TooMany) -> tuple[dict[str, object], dict[str, str]]:
    return document(429, "too_many", str(error)), {"Retry-After": str(error.wait)}


def _tell_fields(error: ValidationError) -> tuple[dict[str, object], dict[str, str]]:
    problems = list(_fields(error.detail, ""))
    first = problems[0]
    found = {**first, **_shown(problems)}
    return document(400, str(first["code"]), str(first["message"]), error=found), {}


def _shown(problems: list[Any]) -> dict[str, object]:
    """The first of them, and how many there are where that is not all."""
    if len(problems) <= MOST_PROBLEMS:
        return {"problems": problems}
    return {"problems": problems[:MOST_PROBLEMS], "found": len(problems)}


def _fields(detail: Any, path: str) -> Iterator[dict[str, object]]:
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


def _tell_exception(error: APIException) -> tuple[dict[str, object], dict[str, str]]:
    codes: Any = error.get_codes()
    own = type(error).__module__.startswith("ledger.")
    said = str(error.detail) if own else str(SENTENCES.get(error.status_code, error.detail))
    headers = {"WWW-Authenticate": "Bearer"} if error.status_code == 401 else {}
    return document(error.status_code, str(codes), said), headers


TELL: Mapping[type[Exception], Callable[[Any], tuple[dict[str, object], dict[str, str]]]] = (
    MappingProxyType(
        {
            Http404: _tell_missing,
            RefusedError: _tell_refused,
            refusals.PostingError: _tell_refusal,
            TooMany: _tell_too_many,
            ValidationError: _tell_fields,
            APIException: _tell_exception,
        }
    )
)
"""How each family of errors is told, with the headers it needs; the first that fits."""


class ProblemMiddleware:
    """Errors that come from outside the API's own views are problem documents too."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponseBase]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponseBase:
        answer = self.get_response(request)
        if request.path.startswith(ROOT) and answer.status_code == 301 and request.method != "GET":
            return _elsewhere(f"{request.path}/")
        foreign = answer.headers.get("Content-Type", "") != MEDIA_TYPE
        if request.path.startswith(ROOT) and answer.status_code >= 400 and foreign:
            return _instead_of(answer)
        return answer


def _elsewhere(path: str) -> HttpResponse:
    """What was sent would be lost on the way there, so the caller is told, not sent."""
    return _answer(document(404, "not_found", str(WITH_SLASH) % {"path": path}), {})


def _instead_of(answer: HttpResponseBase) -> HttpResponse:
    code = "not_found" if answer.status_code == 404 else "refused"
    status = answer.status_code
    kept = {name: answer[name] for name in ("Allow", "Retry-After") if name in answer.headers}
    return _answer(_plain(status, code if status < 500 else "server_error"), kept)


def _answer(problem: Mapping[str, object], headers: Mapping[str, str]) -> HttpResponse:
    return JsonResponse(
        problem,
        status=int(str(problem["status"])),
        headers=headers,
        content_type=MEDIA_TYPE,
        json_dumps_params={"ensure_ascii": False, "separators": (",", ":")},
    )
