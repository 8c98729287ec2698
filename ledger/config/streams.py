"""Endless answers end when the server stops, so that nobody waits for them.

A server that is told to stop gives every request under way the time it needs.
An event stream would need for ever: it is ended, and the phone opens a new one
when the server is back.
"""

import asyncio
import contextlib
import signal
from collections.abc import Awaitable, Callable, Coroutine, Mapping
from types import FrameType
from typing import Any

from ledger.common.worker_pool import stop_with_parent
from ledger.config.closing import ENDED

Scope = dict[str, Any]
Message = Mapping[str, Any]
Receive = Callable[[], Awaitable[Message]]
Send = Callable[[Message], Awaitable[None]]
App = Callable[[Scope, Receive, Send], Awaitable[None]]


async def while_here(sending: Coroutine[Any, Any, None], receive: Receive) -> None:
    """Send until it is over or the reader has gone; what sending raises is raised."""
    doing, leaving = asyncio.ensure_future(sending), asyncio.ensure_future(_left(receive))
    try:
        await asyncio.wait({doing, leaving}, return_when=asyncio.FIRST_COMPLETED)
    finally:
        doing.cancel()
        leaving.cancel()
        await asyncio.gather(doing, leaving, return_exceptions=True)
    if not doing.cancelled():
        doing.result()


async def _left(receive: Receive) -> None:
    while (await receive())["type"] != "http.disconnect":
        pass


class EndStreamsOnStop:
    """Wraps an ASGI application; tells its event streams that the phone has gone."""

    def __init__(self, application: App) -> None:
        self.application = application
        self.stopping = asyncio.Event()

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "lifespan":
            await self._live(receive, send)
        else:
            await _Stream(self.stopping, scope, receive, send).run(self.application)

    async def _live(self, receive: Receive, send: Send) -> None:
        await receive()
        stop_with_parent()
        loop = asyncio.get_running_loop()
        for number in (signal.SIGINT, signal.SIGTERM):
            self._listen_for(number, loop)
        await send({"type": "lifespan.startup.complete"})
        await receive()
        await send({"type": "lifespan.shutdown.complete"})

    def _listen_for(self, number: signal.Signals, loop: asyncio.AbstractEventLoop) -> None:
        """Hear the signal before the server does; the server stays in charge of it."""
        before = signal.getsignal(number)

        def heard(signum: int, frame: FrameType | None) -> None:
            loop.call_soon_threadsafe(self.stopping.set)
            if callable(before):
                before(signum, frame)

        # Outside the main thread (a server inside a test) there are no signals to hear.
        with contextlib.suppress(ValueError):
            signal.signal(number, heard)


class _Stream:
    """One request: passes everything on, and knows whether the answer is an event stream."""

    def __init__(self, stopping: asyncio.Event, scope: Scope, receive: Receive, send: Send) -> None:
        self.stopping = stopping
        self.scope = scope
        self.receive_from_server = receive
        self.send_to_server = send
        self.is_events = asyncio.Event()
        self.complete = False

    async def run(self, application: App) -> None:
        await application(self.scope, self.receive, self.send)
        if self.is_events.is_set() and not self.complete:
            await self.send_to_server({"type": "http.response.body", "body": b""})

    async def send(self, message: Message) -> None:
        if message["type"] == "http.response.start" and is_events(message):
            self.is_events.set()
        self.complete = message["type"] == "http.response.body" and not message.get("more_body")
        await self.send_to_server(message)

    async def receive(self) -> Message:
        """What the phone sends; "gone" once an event stream meets the end of the server."""
        heard = asyncio.ensure_future(self.receive_from_server())
        stopped = asyncio.ensure_future(self._stopped())
        try:
            await asyncio.wait({heard, stopped}, return_when=asyncio.FIRST_COMPLETED)
            if heard.done():
                return heard.result()
            self.scope[ENDED] = True
            return {"type": "http.disconnect"}
        finally:
            heard.cancel()
            stopped.cancel()

    async def _stopped(self) -> None:
        await self.is_events.wait()
        await self.stopping.wait()


def is_events(message: Message) -> bool:
    return any(
        name.lower() == b"content-type" and value.startswith(b"text/event-stream")
        for name, value in message["headers"]
    )
