"""Every request gets an id, and is told to whoever counts requests or writes them down."""

import logging
import re
import secrets
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from time import monotonic
from typing import Any

from django.conf import settings
from django.http import HttpRequest, HttpResponse

from ledger.config.logs import MEASURED, REQUEST_ID, route_of
from ledger.config.streams import App, Message, Receive, Scope, Send, is_events

ROUTE = "ledger.route"
"""Where a request's ASGI scope says which route it took."""

HEADER = b"x-request-id"
WELL_FORMED = re.compile(rb"[A-Za-z0-9._-]{8,64}")
GONE = 499
"""The status written down where a visitor left before there was an answer; nobody gets it."""

log = logging.getLogger("ledger.access.keys")


@dataclass(frozen=True, slots=True)
class Answered:
    """What is told of a request: nothing that a visitor wrote."""

    method: str
    route: str
    status: int
    seconds: float
    """Until the answer was complete; until it began where it is a stream of events."""


Listener = Callable[[Answered], None]


class TellRequests:
    """Wraps a whole ASGI application; names each request and tells the listeners of its end."""

    def __init__(self, application: Any, listeners: Iterable[Listener]) -> None:
        self.application: App = application
        self.listeners = tuple(listeners)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self.application(scope, receive, send)
            return
        name = _name(scope)
        before = REQUEST_ID.set(name)
        answer = _Answer(send, name, lambda status, began: self._tell(scope, status, began))
        try:
            await self.application(scope, receive, answer.send)
            answer.end(GONE)
        except BaseException:
            answer.end(500)
            raise
        finally:
            REQUEST_ID.reset(before)

    def _tell(self, scope: Scope, status: int, began: float) -> None:
        answered = Answered(scope["method"], _route(scope), status, monotonic() - began)
        for listener in self.listeners:
            listener(answered)


class _Answer:
    """Passes an answer on with the request's id, and tells once how it ended."""

    def __init__(self, send: Send, name: str, tell: Callable[[int, float], None]) -> None:
        self.send_to_server = send
        self.name = name.encode()
        self.tell: Callable[[int, float], None] | None = tell
        self.status = 0
        self.began = monotonic()

    async def send(self, message: Message) -> None:
        if message["type"] == "http.response.start":
            self.status = message["status"]
            message = {**message, "headers": [*message.get("headers", ()), (HEADER, self.name)]}
            over = is_events(message)
        else:
            over = not message.get("more_body")
        await self.send_to_server(message)
        if over:
            self.end(self.status)

    def end(self, status: int) -> None:
        if self.tell:
            self.tell(status, self.began)
            self.tell = None


def write_down(answered: Answered) -> None:
    """One line a request."""
    told = {
        "method": answered.method,
        "route": answered.route,
        "status": answered.status,
        "ms": round(answered.seconds * 1000, 1),
    }
    log.info("{method} {route} {status} {ms}ms".format(**told), extra={MEASURED: told})


class NoteRoute:
    """Django middleware that leaves the route of a request where `TellRequests` finds it."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        return self.get_response(request)

    def process_view(self, request: HttpRequest, *view: object) -> None:
        if hasattr(request, "scope"):
            request.scope[ROUTE] = route_of(request)


def _route(scope: Scope) -> str:
    if scope["path"].startswith(settings.STATIC_URL):
        return settings.STATIC_URL.lstrip("/")
    return str(scope.get(ROUTE, "-"))


def _name(scope: Scope) -> str:
    """The id that a proxy gave the request, if there is one to believe; else one of our own."""
    sent = [value for name, value in scope["headers"] if name == HEADER]
    if settings.BEHIND_PROXY and len(sent) == 1 and WELL_FORMED.fullmatch(sent[0]):
        return str(sent[0].decode())
    return secrets.token_hex(8)
