"""Log lines: what a visitor wrote is in none of them, and a line break cannot be smuggled in."""

import logging
import traceback
from collections.abc import Callable, Iterator
from time import monotonic

from django.http import HttpRequest, HttpResponse

log = logging.getLogger("ledger.requests")

OTHER_NAME = "400: asked for under a name that is not in ALLOWED_HOSTS"


def request_log(get_response: Callable[[HttpRequest], HttpResponse]) -> Callable[..., HttpResponse]:
    """Middleware: one line for each request, with its route such as t/<session_id>/."""

    def answer(request: HttpRequest) -> HttpResponse:
        began = monotonic()
        response = get_response(request)
        milliseconds, route = (monotonic() - began) * 1000, route_of(request)
        log.info("%s %s %d %.1fms", request.method, route, response.status_code, milliseconds)
        return response

    return answer


class NoAddress(logging.Filter):
    """What Django says about a request becomes its status, method and route."""

    def filter(self, record: logging.LogRecord) -> bool:
        if record.name == "django.security.DisallowedHost":
            record.msg, record.args, record.exc_info = OTHER_NAME, (), None
            return True
        if request := getattr(record, "request", None):
            status = getattr(record, "status_code", "-")
            record.msg, record.args = f"{status} {request.method} {route_of(request)}", ()
        return True


def route_of(request: HttpRequest) -> str:
    """The pattern that a request's path fits, such as t/<session_id>/; "-" where none does."""
    return request.resolver_match.route if request.resolver_match else "-"


class TextFormatter(logging.Formatter):
    """One line for each event, and below it where an error was raised."""

    def __init__(self) -> None:
        line = "{asctime} {levelname} {name} {correlation_id}: {message}"
        no_request = {"correlation_id": "-"}
        super().__init__(line, datefmt="%Y-%m-%d %H:%M:%S%z", style="{", defaults=no_request)

    def formatMessage(self, record: logging.LogRecord) -> str:  # noqa: N802  # its name in logging
        return super().formatMessage(record).encode("unicode_escape").decode("ascii")

    def formatException(self, ei: object) -> str:  # noqa: N802  # its name in logging
        return "\n".join(places(ei[1]))  # type: ignore[index]


def places(error: BaseException | None) -> Iterator[str]:
    """The kind of an error and where it was raised, then of the one behind it.

    Not its message: the database repeats there the row that it refused.
    """
    while error is not None:
        yield f"{type(error).__module__}.{type(error).__qualname__}"
        for frame in traceback.extract_tb(error.__traceback__):
            yield f"  {frame.filename}:{frame.lineno} {frame.name}"
        error = error.__cause__ or error.__context__
