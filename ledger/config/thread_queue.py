"""Threads that do the blocking work of a worker process."""

import asyncio
from collections.abc import AsyncGenerator, Callable, Iterable
from concurrent.futures import ThreadPoolExecutor
from typing import Any, TypeVar

from django.db import connections

from ledger.common.refusals import RequestRefusedError

Answer = TypeVar("Answer")


class ThreadQueue:
    """A few threads with a bounded queue; each thread keeps its database connection."""

    def __init__(self, name: str, threads: int, waiting: int) -> None:
        self.pool = ThreadPoolExecutor(threads, name)
        self.room = asyncio.Semaphore(threads + waiting)

    async def run(self, work: Callable[..., Answer], *given: Any) -> Answer:
        """Do the work in one of the threads; RequestRefusedError at once if there is no room."""
        if self.room.locked():
            raise RequestRefusedError(503, "Too many requests at once")
        async with self.room:
            return await asyncio.get_running_loop().run_in_executor(self.pool, work, *given)


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
