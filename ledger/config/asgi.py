"""The service as one ASGI application.

Django answers in threads, through its WSGI handler. Open event streams wait on the event loop
and hold no thread and no database connection.
"""

import asyncio
import gc
import json
import os
import re
import signal
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import aclosing
from dataclasses import dataclass, replace
from functools import partial
from importlib import import_module
from io import BytesIO
from typing import Any

from a2wsgi.wsgi import build_environ
from django.core.wsgi import get_wsgi_application
from granian.utils.proxies import wrap_asgi_with_proxy_headers

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "ledger.config.settings")
django = get_wsgi_application()

from django.conf import settings  # noqa: E402
from django.db import connections  # noqa: E402

from ledger.common.refusals import RequestRefusedError  # noqa: E402
from ledger.common.worker_pool import STOP_SIGNALS  # noqa: E402
from ledger.config.bodies import Body, Message, Receive  # noqa: E402
from ledger.config.thread_queue import ThreadQueue, pieces  # noqa: E402
from ledger.database.replaced_file import reopen_replaced_database  # noqa: E402
from ledger.live.answers import FOR_ALL, phone_of  # noqa: E402
from ledger.live.hub import STREAM, STREAMS, Hub, Stream  # noqa: E402

Send = Callable[[Message], Awaitable[None]]

SEND_SECONDS = 60
"""How long a client may take for one piece of a download."""
RETRY_SECONDS = 2
STOP_SECONDS = 25
"""How long a request under way may take after the worker was told to stop."""
NO_PAGE = [
    (b"cache-control", b"no-store"),
    (b"content-security-policy", b"default-src 'none'; frame-ancestors 'none'"),
    (b"referrer-policy", b"same-origin"),
    (b"x-content-type-options", b"nosniff"),
    (b"x-frame-options", b"DENY"),
]
"""Headers of what is refused before Django sees it."""
LAST_PIECE = {"type": "http.response.body", "body": b""}
READERS, WRITERS = (1, 1) if settings.DATABASES["default"]["ENGINE"].endswith("sqlite3") else (2, 4)
"""Threads; SQLite has one writer at a time: more of them would only wait for each other."""
READS_WAIT, WRITES_WAIT = 0.05, 2.0
"""Seconds to wait for another writer, who may be another process."""
SAFE = "GET", "HEAD", "OPTIONS"
ADMIN = "/admin/"
"""Its pages have a thread of their own: looking at a password takes half a second of a core."""
READY = "/health/ready"
"""Where an answer that is only read writes something; elsewhere few do, and hardly wait."""
ONLY_READS = "/preview/", "/say/", "/join/"
"""How addresses end that are sent a form and write nothing."""
TABLE = re.compile("/(?:t|sessions)/([a-z0-9]+)/")
"""Where an address names a table: its writers wait for each other and for nobody else."""
NEWS = "/now/"
"""How the address ends that all pages of a table ask when their streams tell of a change."""
API_PATH = "/api/"
STREAM_PATHS = "/live/", "/events/"
"""How the addresses of event streams end: of pages, and of programs."""


@dataclass(frozen=True, slots=True)
class Answer:
    """What Django answers; it is in the response where that makes it piece by piece."""

    start: Message
    content: bytes | None
    response: Any = None
    stream: Stream | None = None
    """What the answer goes on with."""
    for_all: bool = False
    """Whether all who read alike may get it."""

    def closing(self) -> "Answer":
        """The same as the last one of its connection."""
        headers = [*self.start["headers"], (b"connection", b"close")]
        return replace(self, start=self.start | {"headers": headers})


class Service:
    """One worker process: its threads, its event streams and how it stops."""

    def __init__(self) -> None:
        self.readers = ThreadQueue("read", READERS, READS_WAIT)
        # After a restart all phones come at once: to be refused would cost each another try.
        self.openers = ThreadQueue("open-stream", 1, READS_WAIT, STREAMS)
        self.writers = ThreadQueue("write", WRITERS, WRITES_WAIT / 2)
        self.admin = ThreadQueue("admin", 1, WRITES_WAIT / 2)
        self.downloads = asyncio.Semaphore(16)
        self.hub = Hub()
        self.stopping = asyncio.Event()

    async def __call__(self, scope: Message, receive: Receive, send: Send) -> None:
        if scope["type"] == "lifespan":
            await self._live(receive, send)
            return
        body = Body(scope["headers"], receive)
        try:
            await self._answer(scope, body, send)
        except RequestRefusedError as refused:
            await _refuse(send, *refused.args)
        await body.drain()

    async def _answer(self, scope: Message, body: Body, send: Send) -> None:
        make, path = partial(self._make, scope, body), scope["path"]
        asks_news = scope["method"] == "GET" and path.endswith(NEWS)
        answer = await (self.hub.answer(_table_of(path), scope, make) if asks_news else make())
        if self.stopping.is_set():
            answer = answer.closing()
        if answer.stream:
            await self._stream(answer.stream, scope, answer, body.receive, send)
        elif answer.content is None:
            await self._download(answer, send)
        else:
            await send(answer.start)
            await send({"type": "http.response.body", "body": answer.content})

    async def _make(self, scope: Message, body: Body) -> Answer:
        await body.read()
        if body.is_too_long and not scope["path"].startswith(API_PATH):
            raise RequestRefusedError(413, "The request body is too long")
        environ: Any = build_environ(scope, BytesIO(body.content))  # type: ignore[arg-type]
        environ["CONTENT_LENGTH"] = str(max(body.length, len(body.content)))
        return await self._ask(scope["method"], scope["path"], environ)

    async def _ask(self, method: str, path: str, environ: Any) -> Answer:
        """Ask Django in a thread that waits for no writer, or in one of those that write."""
        if path.endswith(STREAM_PATHS):
            return await self.openers.run(_call_django, environ)
        if path.startswith(ADMIN):
            return await self.admin.run(_call_django, environ)
        if path.endswith(ONLY_READS) or (method in SAFE and path != READY):
            return await self.readers.run(_call_django, environ)
        whose = _table_of(path)
        return await self.writers.run(_call_django, environ, whose=whose, seconds=WRITES_WAIT)

    async def _stream(
        self, stream: Stream, scope: Message, answer: Answer, receive: Receive, send: Send
    ) -> None:
        """Send events until the client leaves, its key is renewed or the server stops."""
        headers = [each for each in answer.start["headers"] if each[0] != b"content-length"]
        with self.hub.watching(stream, phone_of(scope)) as watched:
            await send(answer.start | {"headers": headers})
            await _send_piece(send, answer.content)
            tell = self.hub.events if stream.heard is None else self.hub.log_events
            events = _send_all(send, tell(stream, watched))
            await _first(events, _gone(receive), self.stopping.wait())
        await send(LAST_PIECE)

    async def _download(self, answer: Answer, send: Send) -> None:
        """Send a response that is made while it is sent."""
        made = pieces(answer.response)
        async with self.downloads, aclosing(made):
            await send(answer.start)
            async for piece in made:
                async with asyncio.timeout(SEND_SECONDS):
                    await _send_piece(send, piece)
        await send(LAST_PIECE)

    async def _live(self, receive: Receive, send: Send) -> None:
        """Run with the server, and end the event streams as soon as it is told to stop."""
        await receive()
        loop = asyncio.get_running_loop()

        def stop(*_: object) -> None:
            signal.set_wakeup_fd(-1)  # told a second time, the server would crash
            signal.alarm(STOP_SECONDS)
            loop.call_soon_threadsafe(self.stopping.set)

        for number in STOP_SIGNALS:
            signal.signal(number, stop)  # the loop calls the server's handler beside this one
        await send({"type": "lifespan.startup.complete"})
        await receive()
        queues = self.readers, self.openers, self.writers, self.admin
        for pool in (*(queue.pool for queue in queues), self.hub.reader):
            pool.submit(connections.close_all)
            pool.shutdown()
        os._exit(0)  # the server's own threads, which want Python once more, would end in a crash


def _table_of(path: str) -> str:
    """The id of the table that an address is under, "" for none."""
    table = TABLE.search(path)
    return table[1] if table else ""


def _call_django(environ: Any) -> Answer:
    started: Message = {"type": "http.response.start"}

    def start(status: str, headers: list[tuple[str, str]], *_: object) -> Any:
        named = ((name.lower().encode(), value.strip().encode("latin1")) for name, value in headers)
        started.update(status=int(status[:3]), headers=list(named))

    reopen_replaced_database()
    response: Any = django(environ, start)
    if response.streaming and not response.has_header("Content-Length"):
        return Answer(started, None, response)
    content = b"".join(response)
    response.close()
    for_all = FOR_ALL in environ and not response.cookies
    return Answer(started, content, stream=environ.get(STREAM), for_all=for_all)


async def _send_piece(send: Send, piece: bytes | None) -> None:
    await send({"type": "http.response.body", "body": piece, "more_body": True})


async def _send_all(send: Send, made: AsyncIterator[bytes]) -> None:
    async for piece in made:
        await _send_piece(send, piece)


async def _refuse(send: Send, status: int, title: str) -> None:
    problem = json.dumps({"type": "about:blank", "title": title, "status": status})
    headers = [(b"content-type", b"application/problem+json"), *NO_PAGE]
    if status in (429, 503):
        headers.append((b"retry-after", str(RETRY_SECONDS).encode()))
    await send({"type": "http.response.start", "status": status, "headers": headers})
    await send({"type": "http.response.body", "body": problem.encode()})


async def _first(*works: Awaitable[object]) -> None:
    """Run all of them until one ends, then cancel the others."""
    tasks = [asyncio.ensure_future(work) for work in works]
    try:
        await asyncio.wait(tasks, return_when=asyncio.FIRST_COMPLETED)
    finally:
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)


async def _gone(receive: Receive) -> None:
    while (await receive())["type"] != "http.disconnect":
        pass


service = Service()
proxies = settings.TRUSTED_PROXIES
application = wrap_asgi_with_proxy_headers(service, proxies) if proxies else service
import_module(settings.ROOT_URLCONF)  # else the first request would wait for it
gc.freeze()
