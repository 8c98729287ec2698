"""Threads that do the blocking work of a worker process."""

import asyncio
from collections.abc import AsyncGenerator, Callable, Iterable
from concurrent.futures import ThreadPoolExecutor
from contextlib import nullcontext
from typing import Any, TypeVar
from weakref import WeakValueDictionary

from django.db import connections

from ledger.common.refusals import RequestRefusedError
from ledger.database.turns import wait_at_most

Answer = TypeVar("Answer")
WAITING = 128
"""How much work may wait for a thread."""


class ThreadQueue:
    """A few threads with a bounded queue; each thread keeps its database connection."""

    def __init__(self, name: str, threads: int, patience: float, waiting: int = WAITING) -> None:
        self.pool = ThreadPoolExecutor(threads, name, wait_at_most, (patience,))
        self.room, self.free = asyncio.Semaphore(threads + waiting), asyncio.Semaphore(threads)
        self.turns: WeakValueDictionary[str, asyncio.Lock] = WeakValueDictionary()

    async def run(
        self,
        work: Callable[..., Answer],
        *given: Any,
        whose: str = "",
        seconds: float | None = None,
    ) -> Answer:
        """Do the work in one of the threads, one after the other where it is `whose` of all.

        Raises RequestRefusedError at once if there is no room, or if it waits for so many seconds.
        """
        own = self.turns.setdefault(whose, asyncio.Lock()) if whose else nullcontext()
        if self.room.locked():
            raise RequestRefusedError(503, "Too many requests at once")
        try:
            async with self.room, asyncio.timeout(seconds) as waiting, own, self.free:
                waiting.reschedule(None)
                return await asyncio.get_running_loop().run_in_executor(self.pool, work, *given)
        except TimeoutError:
            raise RequestRefusedError(503, "Others write and hold the place") from None


async def pieces(response: Iterable[bytes]) -> AsyncGenerator[bytes]:
    """The pieces of a response, all of them made in one thread that ends with the response."""
    iterator, loop = iter(response), asyncio.get_running_loop()
    thread = ThreadPoolExecutor(1, "download")
    try:
        while (piece := await loop.run_in_executor(thread, next, iterator, None)) is not None:
            yield piece
    finally:
        thread.submit(_end, response)
        thread.shutdown(wait=False)


def _end(response: Any) -> None:
    response.close()
    connections.close_all()
