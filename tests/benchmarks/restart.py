"""How long phones that watch are without news when the service is restarted, and what idling costs.

    python -m tests.benchmarks.restart [PHONES] [TABLES] [RESTARTS]

Each phone comes back as the page's script does: 0.5 to 1.5 times its pause after its stream ended,
a pause that doubles with each try. Seconds are counted from the moment that the service listens
again, processor time over a while in which nothing happens.
"""

import asyncio
import random
import signal
import sys
import time
from collections import Counter
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory

from tests.benchmarks.phones import Phone, processor_milliseconds
from tests.benchmarks.sockets import request
from tests.running.guests import Line, Table, open_tables
from tests.running.server import Server, serving

PAUSE = 1.0, 4.0
"""Seconds between two tries of the page's script: at first, at most."""
IDLE = 20
"""Seconds in which nothing happens."""


@dataclass
class Watchers:
    """Phones that watch: how many are live, when the last one came to be, and how tries ended."""

    port: int
    live: int = 0
    last: float = 0

    def __post_init__(self) -> None:
        self.tries: Counter[str] = Counter()

    async def watch(self, number: int, asked: bytes) -> None:
        """Keep a stream open, from an address of its own."""
        pause, address = PAUSE[0], f"127.0.{1 + number // 250}.{1 + number % 250}"
        while True:
            with suppress(OSError, ValueError, asyncio.IncompleteReadError):
                async with Line(self.port, address) as line:
                    pause = await self._follow(line, asked) or pause
            await asyncio.sleep(pause * random.uniform(0.5, 1.5))
            pause = min(PAUSE[1], 2 * pause)

    async def _follow(self, line: Line, asked: bytes) -> float:
        """Read to the end of a stream; the pause that follows if it was live."""
        try:
            await line.open(asked)
            await line.data()
        except (OSError, ValueError, asyncio.IncompleteReadError) as problem:
            self.tries[str(problem)[:30]] += 1
            raise
        self.tries["live"] += 1
        self.live, self.last = self.live + 1, time.monotonic()
        with suppress(OSError):
            while await line.data():
                pass
        self.live -= 1
        return PAUSE[0]

    async def all_live(self, phones: int) -> None:
        while self.live < phones:
            await asyncio.sleep(0.02)


async def play(data: Path, phones: int, tables: int, restarts: int) -> None:
    watchers, own = Watchers(0), {"API_LIMIT_FACTOR": "1000"}
    with serving(data, **own) as server:
        watchers.port = server.port
        tasks = watching(watchers, server, open_tables(server, tables), phones)
        await watchers.all_live(phones)
        await idle(server, phones, tables)
        await asyncio.to_thread(server.stop, signal.SIGTERM)
    for _ in range(restarts):
        watchers.tries.clear()
        with serving(data, "--port", str(watchers.port), **own) as server:
            await back(server, watchers, phones)
            await asyncio.to_thread(server.stop, signal.SIGTERM)
    for task in tasks:
        task.cancel()
    await asyncio.gather(*tasks, return_exceptions=True)


async def back(server: Server, watchers: Watchers, phones: int) -> None:
    began, used = time.monotonic(), processor_milliseconds(server)
    await watchers.all_live(phones)
    seconds, each = watchers.last - began, (processor_milliseconds(server) - used) / phones
    how = dict(watchers.tries)
    print(f"all {phones} live after {seconds:.1f} s, {each:.2f} ms of a core each; tries: {how}")


def watching(
    watchers: Watchers, server: Server, tables: list[Table], phones: int
) -> list[asyncio.Task[None]]:
    """So many phones spread over the tables; all of one table hold the same cookie."""
    joined = [Phone.joined(server, table.id, table.view_key) for table in tables]
    asked = [request("GET", f"/t/{each.id}/live/", Cookie=each.cookies) for each in joined]
    return [
        asyncio.ensure_future(watchers.watch(number, asked[number % len(asked)]))
        for number in range(phones)
    ]


async def idle(server: Server, phones: int, tables: int) -> None:
    used = processor_milliseconds(server)
    await asyncio.sleep(IDLE)
    share = (processor_milliseconds(server) - used) / IDLE / 10
    print(f"{phones} phones at {tables} tables, nothing happens: {share:.1f} % of a core")


def main(phones: int = 1000, tables: int = 100, restarts: int = 3) -> None:
    with TemporaryDirectory() as folder:
        asyncio.run(play(Path(folder), phones, tables, restarts))


if __name__ == "__main__":
    main(*map(int, sys.argv[1:]))
