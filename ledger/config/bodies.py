"""Bodies of requests: how much of them a worker process takes in."""

import asyncio
from collections.abc import Awaitable, Callable
from contextlib import suppress
from typing import Any

from django.conf import settings

from ledger.common.refusals import RequestRefusedError

Message = dict[str, Any]
Receive = Callable[[], Awaitable[Message]]

LIMIT = settings.DATA_UPLOAD_MAX_MEMORY_SIZE
"""Bytes of a body; a round takes a few hundred."""
SHORT, LONG = 4 * 1024, asyncio.Semaphore(256)
"""Bytes of a body that are always taken in, and how many that are longer at once."""
PASSERS, PASSING = asyncio.Semaphore(64), 64 * 1024 * 1024
"""Refused bodies still let pass at once, and bytes, so that their sender reads the answer."""
SECONDS = 10
"""How long a body may take."""


class Body:
    """The body of a request, as far as it was read."""

    def __init__(self, headers: list[tuple[bytes, bytes]], receive: Receive) -> None:
        self.receive, self.content = receive, bytearray()
        fields, self.length = dict(headers), 0
        with suppress(ValueError):
            self.length = int(fields.get(b"content-length", 0))
        # HTTP/1.1: who says nothing of a body sends none.
        self.more = self.length > 0 or b"transfer-encoding" in fields

    @property
    def is_too_long(self) -> bool:
        """Whether it is over LIMIT, or says so: then no more of it is read."""
        return max(self.length, len(self.content)) > LIMIT

    async def read(self) -> None:
        """Take it in; raises RequestRefusedError for one that is slow, broken off or too much."""
        if not self.more:
            return
        try:
            async with asyncio.timeout(SECONDS):
                await self._read(SHORT)
                if self.more and not self.is_too_long:
                    if LONG.locked():
                        raise RequestRefusedError(503, "Too many long requests at once")
                    async with LONG:
                        await self._read(LIMIT)
        except TimeoutError:
            raise RequestRefusedError(408, "The request body was too slow") from None

    async def drain(self) -> None:
        """Let pass what still comes after the answer, for a while, unless many do."""
        if self.more and not PASSERS.locked():
            async with PASSERS:
                with suppress(TimeoutError, RequestRefusedError):
                    async with asyncio.timeout(SECONDS):
                        passed = 0
                        while self.more and passed < PASSING:
                            passed += len(await self._piece())

    async def _read(self, most: int) -> None:
        while self.more and len(self.content) <= most and not self.is_too_long:
            self.content += await self._piece()

    async def _piece(self) -> bytes:
        message = await self.receive()
        if message["type"] == "http.disconnect":
            self.more = False
            raise RequestRefusedError(400, "The request body was broken off")
        self.more = message.get("more_body", False)
        return bytes(message.get("body", b""))
