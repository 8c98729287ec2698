"""A full house: tables with five phones each that follow live, a round per table every so often.

    python -m tests.benchmarks.full_house [MINUTES] [TABLES] [WORKERS]

Each phone holds a stream and reads the table page anew whenever it is told of a round. On the
database that DATABASE_URL names, else on a SQLite file of its own.
"""

import asyncio
import contextlib
import re
import sys
import time

from tests.benchmarks.phones import Phone, served
from tests.benchmarks.sockets import LENGTH, Told
from tests.running.server import Server
from tests.running.viewers import Viewer, Watched, memory, workers

VIEWERS, EVERY = 5, 10
"""Phones at a table beside the scorer's, and seconds between its rounds."""


def main(minutes: float, tables: int, processes: str) -> None:
    with served(processes) as server:
        rounds, pages = asyncio.run(evening(server, minutes * 60, tables))
        for what, told in (("recording a round", rounds), ("reading the page again", pages)):
            print(
                f"{what}: {len(told.times)} times, {told.at(0.5):.1f} ms p50,"
                f" {told.at(0.95):.1f} ms p95, {told.at(0.99):.1f} ms p99,"
                f" {told.failed} answers 5xx, {dict(told.statuses)}"
            )
        held = [f"{memory(pid) / 2**20:.0f}" for pid in workers(server)]
        print(f"memory of the workers: {', '.join(held)} MiB")


async def evening(server: Server, seconds: float, tables: int) -> tuple[Told, Told]:
    rounds, pages = Told(), Told()
    watching, playing = [], []
    opened = [Watched.opened(server) for _ in range(tables)]
    scorers = [Phone.joined(server, watched.id, watched.key) for watched in opened]
    for number, (watched, scorer) in enumerate(zip(opened, scorers, strict=True)):
        viewers = [Viewer(watched) for _ in range(VIEWERS)]
        watching += [asyncio.create_task(viewer.watch()) for viewer in viewers]
        watching += [asyncio.create_task(follow(server, viewer, pages)) for viewer in viewers]
        start = EVERY * number / tables
        playing.append(play(server, scorer, start, time.monotonic() + seconds, rounds))
    await asyncio.gather(*playing)
    for task in watching:
        task.cancel()
    await asyncio.gather(*watching, return_exceptions=True)
    return rounds, pages


async def play(server: Server, scorer: Phone, start: float, end: float, told: Told) -> None:
    """One table's scorer."""
    await asyncio.sleep(start)
    while time.monotonic() < end:
        began = time.monotonic()
        await ask(server, scorer.tap(), told)
        await asyncio.sleep(EVERY - (time.monotonic() - began))


async def follow(server: Server, viewer: Viewer, told: Told) -> None:
    """One phone: the page again at every number that is new."""
    await viewer.hears(0)
    while True:
        known = viewer.heard[-1]
        await viewer.hears(known + 1)
        page = Phone(viewer.watched.id, "", viewer.watched.cookie, "").page()
        await ask(server, page, told)


async def ask(server: Server, sent: bytes, told: Told) -> None:
    """One request over a connection of its own, from its first byte to the answer's last."""
    began = time.perf_counter()
    reader, writer = await asyncio.open_connection("127.0.0.1", server.port)
    with contextlib.closing(writer):
        writer.write(sent)
        head = await reader.readuntil(b"\r\n\r\n")
        length = LENGTH.search(head)
        assert length, head
        await reader.readexactly(int(length[1]))
    status = re.match(rb"HTTP/1.1 (\d+)", head)
    assert status
    told.times.append((time.perf_counter() - began) * 1000)
    told.statuses[int(status[1])] += 1


if __name__ == "__main__":
    words = dict(enumerate(sys.argv))
    main(float(words.get(1, "5")), int(words.get(2, "30")), words.get(3, "2"))
