"""Phones of many tables over an evening: they follow, look, score, leave and come back.

Each is what the page is to the server: a page that is loaded, a stream, and for every number that
the stream tells a request for what has changed. All of them are played on one event loop.
"""

import asyncio
import json
import random
import re
import ssl
import threading
from collections import Counter
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from typing import Any
from urllib.parse import urlencode
from uuid import uuid4

from tests.benchmarks.sockets import request
from tests.running.server import Server, until
from tests.running.viewers import FACTS

TOKEN = re.compile(rb'name="csrfmiddlewaretoken"\s+value="(\w+)"')
LENGTH = re.compile(rb"\r\ncontent-length: *(\d+)", re.IGNORECASE)
OPENING = {"rules": "tien_len", "bet_unit": 2000, "players": ["An", "Bình", "Cường", "Dũng"]}
COOKIE = re.compile(rb"\r\nset-cookie: *([^;\r]+)", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class Pace:
    """How often things happen at a table: seconds, on average."""

    round: float = 45.0
    stay: float = 240.0
    """That a phone follows before it leaves."""
    away: float = 30.0
    look: float = 90.0
    """Between two loads of the whole page by a phone that stays."""


@dataclass(slots=True)
class Table:
    """A session with its keys, and how many rounds were answered as saved."""

    id: str
    score_key: str
    view_key: str
    rounds: int = 0


@dataclass
class Guests:
    """All phones: what they did, and what went wrong."""

    port: int
    tables: Sequence[Table]
    pace: Pace
    rng: random.Random
    done: Counter[str] = field(default_factory=Counter)
    failed: Counter[str] = field(default_factory=Counter)
    following: int = 0
    over: asyncio.Event = field(default_factory=asyncio.Event)

    async def play(self, phones: int) -> None:
        """So many phones, spread over the tables, until it is over; then all leave."""
        tables = [self.tables[number % len(self.tables)] for number in range(phones)]
        await asyncio.gather(*map(self._guest, tables), *map(self._score, self.tables))

    async def _guest(self, table: Table) -> None:
        """A phone that comes and goes; coming back, it joins anew or has its cookie still."""
        cookie = ""
        await self._wait(self.rng.uniform(0, self.pace.away))
        while not self.over.is_set():
            try:
                if not cookie or self.rng.random() < 0.3:
                    cookie = await self._join(table)
                await self._visit(table, cookie)
            except (OSError, asyncio.IncompleteReadError, ValueError) as problem:
                self.failed[repr(problem)] += 1
            await self._wait(self.rng.expovariate(1 / self.pace.away))

    async def _join(self, table: Table) -> str:
        """The cookies of a phone that came by the view link."""
        async with Line(self.port) as line:
            cookies, _token = await join(line, table.id, table.view_key)
        self.done["joined"] += 1
        return cookies

    async def _visit(self, table: Table, cookie: str) -> None:
        """Load the page and follow it for a while; look at all of it again now and then."""
        await self._page(table, cookie)
        end = self._now() + self.rng.expovariate(1 / self.pace.stay)
        async with Line(self.port) as stream:
            await stream.open(request("GET", f"/t/{table.id}/live/", Cookie=cookie))
            self.done["followed"] += 1
            self.following += 1
            try:
                await self._follow(stream, table, cookie, end)
            finally:
                self.following -= 1

    async def _follow(self, stream: "Line", table: Table, cookie: str, end: float) -> None:
        last, look = "", self._now() + self.rng.expovariate(1 / self.pace.look)
        while self._now() < end and not self.over.is_set():
            rest = max(0.01, min(end, look) - self._now())
            news = await self._news(stream, rest)
            if news and last and news != last:
                await self._ask(f"/t/{table.id}/now/", Cookie=cookie, HX_Request="true")
                self.done["told"] += 1
            last = news or last
            if self._now() >= look:
                await self._page(table, cookie)
                look = self._now() + self.rng.expovariate(1 / self.pace.look)

    async def _news(self, stream: "Line", seconds: float) -> str:
        """The number that the stream tells next; "" if there is none in this time."""
        reading = asyncio.ensure_future(stream.data())
        ending = asyncio.ensure_future(self.over.wait())
        done, waiting = await asyncio.wait(
            {reading, ending}, timeout=seconds, return_when=asyncio.FIRST_COMPLETED
        )
        for each in waiting:
            each.cancel()
        await asyncio.gather(*waiting, return_exceptions=True)
        return reading.result() if reading in done else ""

    async def _page(self, table: Table, cookie: str) -> None:
        await self._ask(f"/t/{table.id}/", Cookie=cookie, Accept_Encoding="gzip")
        self.done["pages"] += 1

    async def _ask(self, path: str, **headers: str) -> None:
        """A request of its own: at this pace no connection is kept until the next."""
        async with Line(self.port) as line:
            await line.ask(request("GET", path, **headers))

    async def _score(self, table: Table) -> None:
        """The phone that scores: a round whenever one is over, and again until it is answered."""
        id = str(uuid4())
        while not self.over.is_set():
            await self._wait(self.rng.expovariate(1 / self.pace.round))
            with suppress(OSError, asyncio.IncompleteReadError):
                async with Line(self.port) as line:
                    sent = json.dumps({"id": id, "facts": FACTS}).encode()
                    where = f"/api/v1/sessions/{table.id}/rounds/"
                    key = {"Authorization": f"Bearer {table.score_key}"}
                    kind = {"Content_Type": "application/json"}
                    got = await line.ask(request("POST", where, sent, **key, **kind), b"20")
                table.rounds, id = table.rounds + 1, str(uuid4())
                self.done["rounds"] += got[9:12] == b"201"

    async def _wait(self, seconds: float) -> None:
        with suppress(TimeoutError):
            await asyncio.wait_for(self.over.wait(), seconds)

    def _now(self) -> float:
        return asyncio.get_running_loop().time()


class Line:
    """One connection of a phone, over TLS where it is told what to trust."""

    def __init__(
        self, port: int, address: str = "127.0.0.1", trusted: ssl.SSLContext | None = None
    ) -> None:
        self.port, self.address, self.trusted = port, address, trusted

    async def __aenter__(self) -> "Line":
        opened = await asyncio.open_connection(
            "127.0.0.1",
            self.port,
            local_addr=(self.address, 0),
            ssl=self.trusted,
            server_hostname="localhost" if self.trusted else None,
        )
        self.reader, self.writer = opened
        return self

    async def __aexit__(self, *_: object) -> None:
        if self.trusted:  # the other side of an open stream says no farewell
            self.writer.transport.abort()
        self.writer.close()
        with suppress(OSError):
            await self.writer.wait_closed()

    async def ask(self, sent: bytes, status: bytes = b"200") -> bytes:
        """The whole answer; ValueError where its status is another."""
        self.writer.write(sent)
        head = await self.reader.readuntil(b"\r\n\r\n")
        match = LENGTH.search(head)
        body = await self.reader.readexactly(int(match[1]) if match else 0)
        if not head[9:12].startswith(status):
            raise ValueError(head[:60] + body[:60])
        return head + body

    async def open(self, sent: bytes) -> None:
        """Begin a stream; ValueError where it is refused."""
        self.writer.write(sent)
        head = await self.reader.readuntil(b"\r\n\r\n")
        if head[9:12] != b"200":
            raise ValueError(head[:60])

    async def data(self) -> str:
        """The next event's data. What is not awaited to its end is not lost: lines are whole."""
        while True:
            line = await self.reader.readline()
            if not line:
                raise ConnectionResetError("the stream has ended")
            if line.startswith(b"data: "):
                return line.removeprefix(b"data: ").strip().decode()


class Anew(Line):
    """Asks over a connection of its own each time, where none would be kept until the next."""

    async def ask(self, sent: bytes, status: bytes = b"200") -> bytes:
        async with Line(self.port, self.address, self.trusted) as line:
            return await line.ask(sent, status)


async def join(line: Line, id: str, key: str, **headers: str) -> tuple[str, str]:
    """The cookies of a phone that came by a link, and the token of its forms."""
    got = await line.ask(request("GET", "/join/", **headers))
    token, cookie = TOKEN.search(got), COOKIE.search(got)
    if not token or not cookie:
        raise ValueError(got[:80])
    own, fields = {"Cookie": cookie[1].decode()}, {"csrfmiddlewaretoken": token[1].decode()}
    sent = urlencode(fields | {"link": f"#{id}.{key}"}).encode()
    kind = {"Content_Type": "application/x-www-form-urlencoded"}
    got = await line.ask(request("POST", "/join/", sent, **own, **kind, **headers), b"302")
    if not (mine := COOKIE.search(got)):
        raise ValueError(got[:80])
    return f"{own['Cookie']}; {mine[1].decode()}", fields["csrfmiddlewaretoken"]


def open_tables(server: Server, number: int) -> list[Table]:
    return [_opened(server) for _ in range(number)]


def _opened(server: Server) -> Table:
    connection = server.connect()
    kind = {"Content-Type": "application/json"}
    connection.request("POST", "/api/v1/sessions/", json.dumps(OPENING), kind)
    answer = connection.getresponse()
    table: dict[str, Any] = json.loads(answer.read())
    connection.close()
    assert answer.status == 201, table
    return Table(table["id"], table["score_key"], table["view_key"])


@contextmanager
def evening(
    server: Server, tables: Sequence[Table], phones: int, pace: Pace, seed: int = 1
) -> Iterator[Guests]:
    """The phones at play, in a thread of their own; at the end all of them have left."""
    guests: list[Guests] = []
    loops: list[asyncio.AbstractEventLoop] = []

    async def play() -> None:
        loops.append(asyncio.get_running_loop())
        guests.append(Guests(server.port, tables, pace, random.Random(seed)))
        await guests[0].play(phones)

    thread = threading.Thread(target=lambda: asyncio.run(play()), daemon=True)
    thread.start()
    assert until(lambda: bool(guests))
    try:
        yield guests[0]
    finally:
        loops[0].call_soon_threadsafe(guests[0].over.set)
        thread.join()
