"""Keeps an answer open for the events to come, once Django is done with the request.

Django holds a thread, and a database connection with it, for every request that is not
over. Here its part ends with the first event: waiting costs a socket and little more.
"""

import asyncio
from collections.abc import Callable, MutableMapping
from contextlib import AbstractContextManager, nullcontext
from typing import Any

from ledger.config.streams import App, Message, Receive, Scope, Send, while_here
from ledger.live.hub import FOLLOWED, Followed, Hub

STREAMS = "/live/"
"""How the addresses end whose answers stay open."""

ARRIVING = 64
"""So many phones are let in to their streams at once.

When a worker dies, all its phones come back in the same second: each costs a thread until
it is let in, and a round that is being recorded must not wait behind them.
"""


class GoOnTelling:
    """Wraps an ASGI application; goes on with the answers that follow a session."""

    def __init__(
        self, application: App, counted: Callable[[], AbstractContextManager[Any]] = nullcontext
    ) -> None:
        self.application = application
        self.counted = counted
        self.hub = Hub()
        self.door = asyncio.Semaphore(ARRIVING)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        async def kept_open(message: Message) -> None:
            await send(_unfinished(message) if FOLLOWED in scope else message)

        if scope["type"] == "http" and scope["path"].endswith(STREAMS):
            async with self.door:
                await self.application(scope, receive, kept_open)
        else:
            await self.application(scope, receive, kept_open)
        if FOLLOWED in scope:
            with self.counted():
                await self._go_on(scope[FOLLOWED], receive, send)

    async def _go_on(self, followed: Followed, receive: Receive, send: Send) -> None:
        """Send what happens until the phone goes or its key is renewed."""
        await while_here(self._tell(followed, send), receive)
        await send({"type": "http.response.body", "body": b""})

    async def _tell(self, followed: Followed, send: Send) -> None:
        async for event in self.hub.events(followed):
            await send({"type": "http.response.body", "body": event, "more_body": True})


def _unfinished(message: Message) -> Message:
    """The same message of an answer whose length nobody knows yet."""
    changed: MutableMapping[str, Any] = dict(message)
    if message["type"] == "http.response.start":
        changed["headers"] = [
            (name, value) for name, value in message["headers"] if name.lower() != b"content-length"
        ]
    else:
        changed["more_body"] = True
    return changed
