"""Answers requests in threads that are kept, with their database connections, one at a time.

A thread and a SQLite connection made anew for every request cost as much as the answer to it.
And as one thread runs at a time anyway, many at once only take each other's turns, worst of
all those of a writer whom every other writer waits for.
"""

import asyncio
import os
import threading
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from contextvars import copy_context
from functools import partial
from typing import IO, Any

from asgiref.sync import ThreadSensitiveContext, sync_to_async
from django.core import signals
from django.core.exceptions import RequestAborted
from django.core.handlers.asgi import ASGIHandler, get_script_prefix
from django.db import close_old_connections, connection, connections
from django.urls import set_script_prefix

from ledger.config.streams import Receive, Scope, Send, while_here

AT_ONCE = 1
"""Requests that a process works on at a time; while it waits for the disk, another one computes."""

PATIENCE = 0.1
"""Seconds after which a request goes on beside those before it, should they be slow ones."""

Work = Callable[[], Any]


class Lanes(ASGIHandler):
    """Django as an ASGI application, each request wholly in one thread."""

    def __init__(self) -> None:
        super().__init__()
        self.threads = ThreadPoolExecutor(AT_ONCE, "answer")
        self.turns = asyncio.Semaphore(AT_ONCE)

    def load_middleware(self, is_async: bool = False) -> None:
        """As for a server without asyncio: then nothing of it changes threads."""
        super().load_middleware(is_async=False)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        try:
            body = await self.read_body(receive)
        except RequestAborted:
            return
        context = copy_context()
        response = await self._in_turn(partial(context.run, self._answer, scope, body))
        if response.streaming:  # what is written on the way out is in the reader's language too
            sending = self._stream(response, receive, send)
            await asyncio.get_running_loop().create_task(sending, context=context)
        else:
            await self.send_response(response, send)

    async def _in_turn(self, work: Work) -> Any:
        """Do it in one of the threads that are kept; after PATIENCE in one of its own."""
        try:
            async with asyncio.timeout(PATIENCE):
                await self.turns.acquire()
        except TimeoutError:
            return await _beside(work)
        try:
            return await asyncio.get_running_loop().run_in_executor(self.threads, work)
        finally:
            self.turns.release()

    def _answer(self, scope: Scope, body: IO[bytes]) -> Any:
        """The whole of a request, but for sending what it answers."""
        _leave_replaced_file()
        set_script_prefix(get_script_prefix(scope))
        signals.request_started.send(sender=type(self), scope=scope)
        request, problem = self.create_request(scope, body)
        response: Any = self.get_response(request) if request else problem
        response._handler_class = type(self)
        if response.streaming:
            close_old_connections()  # whoever sends it has a thread and a connection of their own
        else:
            response.close()
        body.close()
        return response

    async def _stream(self, response: Any, receive: Receive, send: Send) -> None:
        """Send piece by piece until it is over or the reader has gone."""
        async with ThreadSensitiveContext():
            try:
                await while_here(self.send_response(response, send), receive)
            finally:
                await sync_to_async(response.close)()


async def _beside(work: Work) -> Any:
    """Do it in a new thread, of which nothing is left afterwards."""

    def alone() -> Any:
        try:
            return work()
        finally:
            connections.close_all()

    thread = ThreadPoolExecutor(1, "beside")
    try:
        return await asyncio.get_running_loop().run_in_executor(thread, alone)
    finally:
        thread.shutdown(wait=False)


_seen = threading.local()


def _leave_replaced_file() -> None:
    """Open SQLite anew in this thread where another file stands in its place by now.

    Else a connection that is kept would go on writing into a file that is gone.
    """
    if connection.vendor != "sqlite":
        return
    now = _identity(connection.settings_dict["NAME"])
    if getattr(_seen, "file", now) != now:
        connection.close()
    _seen.file = now


def _identity(path: str) -> tuple[int, int] | None:
    with suppress(OSError):
        found = os.stat(path)
        return found.st_dev, found.st_ino
    return None
