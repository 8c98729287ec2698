"""No request may fill the disk: what is too long is refused before Django keeps it."""

from ledger.config.streams import App, Message, Receive, Scope, Send

LONGEST = 1024 * 1024
"""Bytes of a request body; a round takes a few hundred."""


class LimitBodies:
    """Wraps an ASGI application; answers 413 where a body is, or becomes, too long."""

    def __init__(self, application: App, longest: int = LONGEST) -> None:
        self.application = application
        self.longest = longest

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self.application(scope, receive, send)
        elif _announced(scope) > self.longest:
            await _refuse(send)
        else:
            await self._watch(scope, receive, send)

    async def _watch(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass the body on, and end the request as if the visitor had gone once it is too long."""
        got = 0

        async def counted() -> Message:
            nonlocal got
            message = await receive()
            got += len(message.get("body", b""))
            return {"type": "http.disconnect"} if got > self.longest else message

        await self.application(scope, counted, send)
        if got > self.longest:
            await _refuse(send)


def _announced(scope: Scope) -> int:
    """What the request says its body will be, 0 where it does not say."""
    said = dict(scope["headers"]).get(b"content-length", b"")
    return int(said) if said.isdigit() else 0


async def _refuse(send: Send) -> None:
    headers = [(b"content-type", b"text/plain"), (b"connection", b"close")]
    await send({"type": "http.response.start", "status": 413, "headers": headers})
    await send({"type": "http.response.body", "body": b"Too long"})
