"""No request may fill the disk: what is too long is refused before Django keeps it."""

from ledger.config.streams import App, Message, Receive, Scope, Send

LONGEST = 1024 * 1024
"""Bytes of a request body; a round takes a few hundred."""


DRAINED = 16 * LONGEST
"""Bytes still taken of a body that is too long, so that its sender comes to read why."""

TELLS = "/api/"
"""What lies below here tells itself that a body is too long, as it tells every problem."""


class LimitBodies:
    """Wraps an ASGI application; answers 413 where a body is, or becomes, too long."""

    def __init__(self, application: App, longest: int = LONGEST) -> None:
        self.application = application
        self.longest = longest

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self.application(scope, receive, send)
            return
        tells = scope["path"].startswith(TELLS)
        body = _Body(receive, self.longest, GONE if not tells else END)
        body.is_too_long = _announced(scope) > self.longest
        if tells or not body.is_too_long:
            await self.application(scope, body.receive, send)
        if body.is_too_long and not tells:
            await body.drain()
            await _refuse(send)


GONE: Message = {"type": "http.disconnect"}
END: Message = {"type": "http.request", "body": b"", "more_body": False}


class _Body:
    """Passes a body on; once it is too long, `instead` of the rest, which is taken and dropped."""

    def __init__(self, receive: Receive, longest: int, instead: Message) -> None:
        self.receive_from_server = receive
        self.longest = longest
        self.instead = instead
        self.got = 0
        self.is_too_long = False
        self.is_drained = False

    async def receive(self) -> Message:
        if self.is_drained:
            return await self._gone() if self.is_too_long else await self.receive_from_server()
        if not self.is_too_long:
            message = await self._next()
            self.is_too_long = self.got > self.longest
            if not self.is_too_long:
                return message
        await self.drain()
        return self.instead

    async def drain(self) -> None:
        """Take what is still to come, but not for ever."""
        while not self.is_drained and self.got < DRAINED:
            await self._next()
        self.is_drained = True

    async def _gone(self) -> Message:
        """The sender has gone; whatever else still comes is of no use."""
        while (message := await self.receive_from_server())["type"] == "http.request":
            pass
        return message

    async def _next(self) -> Message:
        message = await self.receive_from_server()
        self.got += len(message.get("body", b""))
        self.is_drained = not message.get("more_body", False)
        return message


def _announced(scope: Scope) -> int:
    """What the request says its body will be, 0 where it does not say."""
    said = dict(scope["headers"]).get(b"content-length", b"")
    return int(said) if said.isdigit() else 0


async def _refuse(send: Send) -> None:
    headers = [(b"content-type", b"text/plain; charset=utf-8"), (b"connection", b"close")]
    await send({"type": "http.response.start", "status": 413, "headers": headers})
    await send({"type": "http.response.body", "body": b"Too long"})
