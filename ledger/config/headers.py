"""What every answer says to browsers, also those that no middleware of Django sees.

Static files, a body refused before Django reads it and whatever else answers from outside
say here what pages say through their middleware. What an answer says itself stays.
"""

from collections.abc import Mapping
from functools import cache

from csp.constants import NONE
from django.conf import settings

from ledger.config.streams import App, Message, Receive, Scope, Send

CLOSED = f"default-src {NONE}; frame-ancestors {NONE}"
"""For what is no page: it loads nothing, and nobody frames it."""


@cache
def always() -> Mapping[bytes, bytes]:
    """The headers by name, in lower case as ASGI has them."""
    said = {
        "content-security-policy": CLOSED,
        "x-content-type-options": "nosniff",
        "x-frame-options": settings.X_FRAME_OPTIONS,
        "referrer-policy": settings.SECURE_REFERRER_POLICY,
        "cross-origin-opener-policy": settings.SECURE_CROSS_ORIGIN_OPENER_POLICY,
        "strict-transport-security": _hsts(),
    }
    return {name.encode(): value.encode() for name, value in said.items() if value}


def _hsts() -> str:
    seconds = settings.SECURE_HSTS_SECONDS
    return f"max-age={seconds}" if seconds else ""


class SayAlways:
    """Wraps an ASGI application; adds to each answer what it does not say itself."""

    def __init__(self, application: App) -> None:
        self.application = application

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        secure = scope.get("scheme") == "https"

        async def saying(message: Message) -> None:
            await send(_said(message, secure) if message["type"] == START else message)

        await self.application(scope, receive, saying)


START = "http.response.start"


def _said(message: Message, secure: bool) -> Message:
    """The beginning of an answer with all its headers; only over HTTPS may it demand HTTPS."""
    headers = list(message.get("headers", ()))
    known = {name.lower() for name, _value in headers}
    missing = [each for each in always().items() if each[0] not in known]
    return {**message, "headers": headers + [each for each in missing if secure or not _pins(each)]}


def _pins(header: tuple[bytes, bytes]) -> bool:
    return header[0] == b"strict-transport-security"
