"""A phone's event stream against the whole ASGI application, without a socket."""

import asyncio
import threading
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from dataclasses import dataclass

from asgiref.testing import ApplicationCommunicator
from django.db import connection
from django.test import Client

from ledger.config.asgi import Service
from ledger.live.hub import Hub

PATIENCE = 30


async def looked(hub: Hub, phones: int) -> None:
    """Until so many phones watch, and no look at fewer of them is under way."""
    while hub.open < phones:
        await asyncio.sleep(0.01)
    await asyncio.wrap_future(hub.reader.submit(bool))  # after the look that its thread is at


@dataclass
class Stream:
    """An open answer."""

    connection: ApplicationCommunicator
    status: int
    headers: dict[str, str]

    async def event(self) -> str:
        """The next event as "name number", without the log's hash; "" at the end of the answer."""
        message = await self.connection.receive_output(PATIENCE)
        lines = dict(line.split(": ") for line in message["body"].decode().split("\n") if line)
        return f"{lines['event']} {lines['data'].split()[0]}" if message.get("more_body") else ""

    async def nothing(self) -> bool:
        """Whether nothing comes for longer than two looks take."""
        return await self.connection.receive_nothing(0.7)

    async def leave(self) -> None:
        """The phone goes away; the answer is over when this returns."""
        await self.connection.send_input({"type": "http.disconnect"})
        await self.connection.wait(PATIENCE)


@asynccontextmanager
async def stream(
    application: Service,
    client: Client,
    path: str,
    method: str = "GET",
    came_from: str = "",
    **shown: str,
) -> AsyncIterator[Stream]:
    """Ask for a stream with the cookies of this phone, and with the headers that are shown."""
    cookies = "; ".join(f"{name}={cookie.value}" for name, cookie in client.cookies.items())
    address, _, query = path.partition("?")
    scope = {
        "type": "http",
        "http_version": "1.1",
        "scheme": "http",
        "method": method,
        "path": address,
        "query_string": query.encode(),
        "server": ("testserver", 80),
        "headers": [
            (b"host", b"testserver"),
            (b"cookie", cookies.encode()),
            (b"accept-encoding", b"gzip"),
            *((name.replace("_", "-").encode(), text.encode()) for name, text in shown.items()),
        ],
    }
    if came_from:
        scope["client"] = (came_from, 50_000)
    connection = ApplicationCommunicator(application, scope)
    await connection.send_input({"type": "http.request"})
    start = await connection.receive_output(PATIENCE)
    headers = {name.decode().lower(): value.decode() for name, value in start["headers"]}
    try:
        yield Stream(connection, start["status"], headers)
    finally:
        if not connection.future.done():
            connection.stop(exceptions=False)
            await asyncio.sleep(0)


async def outside(do: Callable[..., object], *given: object, **named: object) -> None:
    """Do it as another process would, beside the event loop and committed."""

    def committed() -> None:
        do(*given, **named)
        connection.close()

    await asyncio.to_thread(committed)


@asynccontextmanager
async def uncommitted(
    do: Callable[..., object], *given: object, **named: object
) -> AsyncIterator[None]:
    """Do it as another process would, which commits it at the end of this block."""
    has_written, may_end = threading.Event(), threading.Event()

    def write() -> None:
        connection.set_autocommit(False)
        do(*given, **named)
        has_written.set()
        may_end.wait(PATIENCE)
        connection.commit()

    writing = asyncio.create_task(outside(write))
    await asyncio.to_thread(has_written.wait, PATIENCE)
    try:
        yield
    finally:
        may_end.set()
        await writing
