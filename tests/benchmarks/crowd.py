"""How long a round takes where many tables of strangers play at once.

    python -m tests.benchmarks.crowd [TABLES] [STREAMS] [SECONDS] [caddy]

A table is what its pages are to the service: a phone that scores and others that came by the view
link, each with an address and a stream of its own. Every 120 s the first records a round by the
form of its page, and each of the others asks for the news when its stream tells of it. With `caddy`
that proxy stands before the service, with TLS and the site file that is shipped.
"""

import asyncio
import json
import random
import resource
import ssl
import sys
import time
from collections import Counter
from collections.abc import Iterator
from contextlib import AsyncExitStack, ExitStack, contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from tempfile import TemporaryDirectory

from tests.benchmarks.phones import Phone
from tests.benchmarks.sockets import Run, request
from tests.benchmarks.watchers import Watcher
from tests.running.caddy import ONLINE, caddy
from tests.running.guests import OPENING, Anew, Line, Table, join
from tests.running.processes import MEBIBYTE, Usage, family
from tests.running.server import serving
from tests.running.viewers import processor_time

EVERY = 120.0
"""Seconds between two rounds of a table."""
AT_ONCE = 8
"""Tables that are opened at the same moment, before anything is measured."""
FILES = 16_384
PLAIN = {"Accept_Encoding": "identity"}
"""Said, because Caddy would ask for a packed answer otherwise, and lose its length unpacking it."""
SHARES = 50, 95, 99, 100
SECONDS = 60
"""How long a phone waits."""
PROBLEMS = OSError, asyncio.IncompleteReadError, ValueError, AssertionError, TimeoutError


@dataclass
class Crowd:
    """All tables: where they reach the service, and how long their rounds took."""

    port: int
    trusted: ssl.SSLContext | None
    lines: AsyncExitStack
    saved: Run = field(default_factory=Run)
    shown: Run = field(default_factory=Run)
    failed: Counter[str] = field(default_factory=Counter)
    came: int = 0

    async def seat(self, gate: asyncio.Semaphore, phones: int) -> list[Watcher]:
        """The phones of a new table, the one that scores first; [] where one could not come."""
        try:
            async with gate, asyncio.timeout(SECONDS):
                table = await opened(Anew(*self._way()))
                keys = [table.score_key, *[table.view_key] * (phones - 1)]
                return [await self._come(table.id, key) for key in keys]
        except PROBLEMS as problem:
            self.failed[f"coming: {problem!r}"] += 1
            return []

    def _way(self) -> tuple[int, str, ssl.SSLContext | None]:
        """Of the next one who comes, from an address where nobody else is."""
        self.came += 1
        return self.port, f"127.1.{self.came // 250}.{self.came % 250 + 1}", self.trusted

    async def _come(self, id: str, key: str) -> Watcher:
        way = self._way()
        cookies, token = await join(Anew(*way), id, key, Origin=self.origin, **PLAIN)
        stream = await self.lines.enter_async_context(Line(*way))
        watcher = Watcher(Phone(id, key, cookies, token), stream, Anew(*way), {})
        await watcher.open()
        return watcher

    @property
    def origin(self) -> str:
        return "https://localhost" if self.trusted else "http://localhost"

    async def play(self, seated: list[Watcher], end: float) -> None:
        """The rounds of a table, from a random moment on."""
        at = time.monotonic() + random.uniform(0, EVERY)
        while at < end:
            await asyncio.sleep(at - time.monotonic())
            try:
                async with asyncio.timeout(SECONDS):
                    await self._round(*seated)
            except PROBLEMS as problem:
                self.failed[f"round: {problem!r}"] += 1
            at += EVERY

    async def _round(self, scorer: Watcher, *others: Watcher) -> None:
        began = time.perf_counter()
        news = asyncio.gather(*(each.follow() for each in others))
        await scorer.line.ask(scorer.phone.tap(Origin=self.origin))
        self.saved.times.append((time.perf_counter() - began) * 1000)
        await news
        self.shown.times.append((time.perf_counter() - began) * 1000)


async def opened(line: Line) -> Table:
    sent, kind = json.dumps(OPENING).encode(), {"Content_Type": "application/json"}
    got = await line.ask(request("POST", "/api/v1/sessions/", sent, **kind, **PLAIN), b"201")
    table = json.loads(got.partition(b"\r\n\r\n")[2])
    return Table(table["id"], table["score_key"], table["view_key"])


@dataclass(frozen=True, slots=True)
class Place:
    """Where phones reach the service, and the first processes of all that has a part in it."""

    port: int
    trusted: ssl.SSLContext | None
    processes: dict[str, int]

    def used(self) -> Counter[str]:
        """Hundredths of a second of a core that each has used so far."""
        every = self.processes.items()
        return Counter({name: sum(map(processor_time, family(pid))) for name, pid in every})


@contextmanager
def place(proxied: bool) -> Iterator[Place]:
    """Two workers on a SQLite file, alone or behind Caddy."""
    with TemporaryDirectory() as folder, ExitStack() as parts:
        variables = ONLINE if proxied else {}
        server = parts.enter_context(serving(Path(folder, "data"), "--workers", "2", **variables))
        service = {"the service": server.process.pid}
        if not proxied:
            yield Place(server.port, None, service)
            return
        proxy = parts.enter_context(caddy(Path(folder), server.port))
        yield Place(proxy.port, proxy.trusted, service | {"Caddy": proxy.pid})


async def measure(there: Place, tables: int, streams: int, seconds: float) -> None:
    """Seat all tables, play, and print what came of it."""
    async with AsyncExitStack() as lines:
        crowd, gate = Crowd(there.port, there.trusted, lines), asyncio.Semaphore(AT_ONCE)
        phones = streams // tables
        seated = await asyncio.gather(*(crowd.seat(gate, phones) for _ in range(tables)))
        before, own, began = there.used(), time.process_time(), time.monotonic()
        playing = [crowd.play(table, began + seconds) for table in seated if table]
        print(f"{len(playing)} tables play, {len(playing) * phones} streams are open")
        print(f"could not come: {dict(crowd.failed) or 'nobody'}", flush=True)
        await asyncio.gather(*playing)
        took = time.monotonic() - began
        used = there.used() - before + Counter(generator=round((time.process_time() - own) * 100))
        tell(crowd, there, {name: many / took for name, many in used.items()})


def tell(crowd: Crowd, there: Place, shares: dict[str, float]) -> None:
    """Milliseconds of the rounds, percent of a core, memory."""
    for what, rounds in (("recorded", crowd.saved), ("shown on all phones", crowd.shown)):
        each = ", ".join(f"p{share:g} {rounds.at(share / 100):.0f} ms" for share in SHARES)
        print(f"{len(rounds.times)} rounds {what}: {each}")
    print(f"failed: {dict(crowd.failed) or 'nothing'}")
    print("of a core:", ", ".join(f"{name} {share:.0f} %" for name, share in shares.items()))
    for name, pid in there.processes.items():
        print(f"{name} holds {Usage.by(pid).pss / MEBIBYTE:.0f} MiB")


def main(tables: int = 1000, streams: int = 4000, seconds: int = 360, proxy: str = "") -> None:
    _soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (min(hard, FILES), hard))
    with place(proxy == "caddy") as there:
        asyncio.run(measure(there, tables, streams, seconds))


if __name__ == "__main__":
    main(*map(int, sys.argv[1:4]), *sys.argv[4:5])
