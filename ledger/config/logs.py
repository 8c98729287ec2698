"""How a line of the log is written: with its request, and without what a visitor wrote.

Names, keys and the addresses of tables are in paths, in headers and in the messages of
errors. So a line about a request names its route, and an error its kind and its place.
"""

import json
import logging
import traceback
from collections.abc import Iterator
from contextvars import ContextVar
from datetime import datetime
from typing import Any

REQUEST_ID: ContextVar[str] = ContextVar("request_id", default="-")
"""Of the request that is being answered; "-" outside of any."""

MEASURED = "measured"
"""The name in a record under which a line brings fields of its own."""


class WithRequest(logging.Filter):
    """Adds the id of the request; what Django says about one becomes its method and route."""

    def filter(self, record: logging.LogRecord) -> bool:
        record.request_id = REQUEST_ID.get()
        request, status = getattr(record, "request", None), getattr(record, "status_code", "-")
        if request is not None:
            record.msg, record.args = f"{status} {request.method} {route_of(request)}", ()
        return True


def route_of(request: Any) -> str:
    """The pattern that a request's path fits, such as t/<session_id>/; "-" where none does."""
    match = getattr(request, "resolver_match", None)
    return str(match.route) if match else "-"


class Line(logging.Formatter):
    """For people."""

    def __init__(self) -> None:
        line = "{asctime} {levelname} {name} {request_id}: {message}"
        super().__init__(line, datefmt="%Y-%m-%d %H:%M:%S%z", style="{")

    def formatException(self, ei: Any) -> str:  # noqa: N802  # its name in logging
        return "\n".join(places(ei[1]))


class JSONLine(logging.Formatter):
    """For programs: one object a line, and only the fields named here."""

    def format(self, record: logging.LogRecord) -> str:
        told = {
            "time": datetime.fromtimestamp(record.created).astimezone().isoformat(),
            "level": record.levelname,
            "logger": record.name,
            "request_id": getattr(record, "request_id", "-"),
            "message": record.getMessage(),
        }
        told |= getattr(record, MEASURED, {})
        if record.exc_info and record.exc_info[1]:
            told["error"] = list(places(record.exc_info[1]))
        return json.dumps(told, ensure_ascii=False, default=str)


def places(error: BaseException | None) -> Iterator[str]:
    """The kind of an error and where it was raised, then of the one behind it.

    Not its message: the database repeats there the row that it refused.
    """
    seen: set[int] = set()
    while error is not None and id(error) not in seen:
        seen.add(id(error))
        yield f"{type(error).__module__}.{type(error).__qualname__}"
        for frame in traceback.extract_tb(error.__traceback__):
            yield f"  {frame.filename}:{frame.lineno} {frame.name}"
        error = error.__cause__ or error.__context__
