"""What a round costs the service while phones of the view link watch its table.

    python -m tests.benchmarks.watchers [PHONES] [ROUNDS] [TURNS]

Each phone is what its page is to the server: a stream, and for every number that it tells one
question for the news, with the fields and headers that the page's script sends. A round counts
until all phones show it.
"""

import asyncio
import re
import statistics
import sys
from contextlib import AsyncExitStack
from dataclasses import dataclass
from gzip import decompress
from urllib.parse import urlencode

from tests.benchmarks.phones import Phone, processor_milliseconds, served
from tests.benchmarks.sockets import request
from tests.running.guests import Line, Table, open_tables
from tests.running.server import Server
from tests.running.viewers import Watched

FIELD = re.compile(r'name="(changes|log|shape)" value="([^"]*)"')
HEAD = re.compile(r'data-head="(\w*)"')
MOST = 64
"""Streams that a process opens for one key."""


@dataclass
class Watcher:
    """A phone that came by the view link: its cookies and its connections; what its page shows."""

    phone: Phone
    stream: Line
    line: Line
    fields: dict[str, str]
    head: str = ""

    async def open(self) -> None:
        """Load the page and follow it."""
        self._take(await self.line.ask(self.phone.page()))
        await self.stream.open(request("GET", f"/t/{self.phone.id}/live/", **self._own()))
        await self.stream.data()

    async def follow(self) -> None:
        """Wait until the stream tells of something new, and ask what it is."""
        before = int(self.fields["changes"])
        while int((await self.stream.data()).split()[0]) <= before:
            pass
        self._take(await self.line.ask(self._question()))
        assert int(self.fields["changes"]) > before

    def _own(self) -> dict[str, str]:
        """What the phone says with each request."""
        return {
            "Cookie": self.phone.cookies,
            "Accept_Encoding": "gzip, deflate",
            "Accept_Language": "vi",
        }

    def _question(self) -> bytes:
        """What the page's script asks."""
        headers = {
            "Accept": "text/html",
            "HX_Request": "true",
            "HX_Request_Type": "partial",
            "HX_Source": "div#now",
            "HX_Target": "div#now",
            "HX_Current_URL": f"http://localhost/t/{self.phone.id}/",
            "Book": f"{self.fields['log']}/{self.head}",
        }
        address = f"/t/{self.phone.id}/now/?{urlencode(self.fields)}"
        return request("GET", address, **self._own(), **headers)

    def _take(self, answer: bytes) -> None:
        head, _, body = answer.partition(b"\r\n\r\n")
        text = (decompress(body) if b"content-encoding: gzip" in head.lower() else body).decode()
        self.fields |= dict(FIELD.findall(text))
        self.head = HEAD.findall(text)[-1]


async def watch(server: Server, table: Table, phones: int, rounds: int, turns: int) -> None:
    watched = Watched(server, table.id, table.score_key, "")
    async with AsyncExitStack() as lines:
        watchers = []
        for number in range(phones):
            phone = Phone.joined(server, table.id, table.view_key)
            address = f"127.0.1.{number}"
            own = [await lines.enter_async_context(Line(server.port, address)) for _ in "ab"]
            watchers.append(Watcher(phone, *own, {}))
            await watchers[-1].open()
        each = [await cost(server, watched, watchers, rounds) for _ in range(turns + 1)][1:]
    costs = ", ".join(f"{one:.1f}" for one in each)
    print(f"{phones} phones: {statistics.median(each):.1f} ms of a core for a round ({costs})")


async def cost(server: Server, watched: Watched, watchers: list[Watcher], rounds: int) -> float:
    """Milliseconds of processor time for a round, once every phone shows it."""
    used = processor_milliseconds(server)
    for _ in range(rounds):
        await asyncio.gather(
            asyncio.to_thread(watched.record), *(each.follow() for each in watchers)
        )
    return (processor_milliseconds(server) - used) / rounds


def main(phones: int = MOST, rounds: int = 25, turns: int = 5) -> None:
    with served("1") as server:
        for number in (0, phones):
            (table,) = open_tables(server, 1)
            asyncio.run(watch(server, table, number, rounds, turns))


if __name__ == "__main__":
    main(*map(int, sys.argv[1:]))
