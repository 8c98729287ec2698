"""What programs that follow sessions cost who records: p50 with and without, in turn.

One key follows by at most 64 streams: the followers belong to several tables, which record in turn.

python -m tests.benchmarks.followers [FOLLOWERS] [ROUNDS] [TURNS]
"""

import json
import socket
import statistics
import sys
import threading
import time
import urllib.request
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, field
from typing import Any

from tests.benchmarks.phones import served
from tests.running.server import PATIENCE, Server
from tests.running.viewers import Watched

TABLES = 4
PAUSE = 0.05
"""Seconds between two rounds, in which followers are told of the first."""


@dataclass
class Followers:
    """Open streams of one session, read by one thread; how many events all have heard."""

    server: Server
    path: str
    key: str
    streams: list[socket.socket] = field(default_factory=list)
    heard: int = 0

    def open(self, number: int) -> None:
        for _ in range(number):
            stream = socket.create_connection(("127.0.0.1", self.server.port), PATIENCE)
            stream.sendall(
                f"GET {self.path} HTTP/1.1\r\nHost: localhost\r\n"
                f"Authorization: Bearer {self.key}\r\n\r\n".encode()
            )
            assert stream.recv(12).endswith(b"200")
            self.streams.append(stream)
        threading.Thread(target=self._read, args=[tuple(self.streams)], daemon=True).start()

    def _read(self, streams: tuple[socket.socket, ...]) -> None:
        import selectors

        with selectors.DefaultSelector() as ready:
            for stream in streams:
                ready.register(stream, selectors.EVENT_READ)
            while ready.get_map():
                for key, _events in ready.select():
                    data = key.fileobj.recv(65536)  # type: ignore[union-attr]
                    self.heard += data.count(b"event: recorded")
                    if not data:
                        ready.unregister(key.fileobj)

    def close(self) -> None:
        while self.streams:
            stream = self.streams.pop()
            stream.shutdown(socket.SHUT_RDWR)
            stream.close()


@contextmanager
def following(server: Server, session: dict[str, Any], number: int) -> Iterator[Followers]:
    path = f"/api/v1/sessions/{session['id']}/events/"
    followers = Followers(server, path, session["view_key"])
    followers.open(number)
    try:
        yield followers
    finally:
        followers.close()


def opened(server: Server) -> dict[str, Any]:
    names = {"rules": "tien_len", "bet_unit": 2000, "players": ["An", "Bình", "Cường", "Dũng"]}
    request = urllib.request.Request(
        f"http://127.0.0.1:{server.port}/api/v1/sessions/",
        json.dumps(names).encode(),
        {"Content-Type": "application/json"},
    )
    with urllib.request.urlopen(request, timeout=PATIENCE) as answer:
        table: dict[str, Any] = json.load(answer)
    return table


def rounds(tables: list[Watched], number: int) -> list[float]:
    """Milliseconds that each of so many rounds took."""
    took = []
    for at in range(number):
        begin = time.perf_counter()
        tables[at % len(tables)].record()
        took.append((time.perf_counter() - begin) * 1000)
        time.sleep(PAUSE)
    return took


def main(followers: int = 200, number: int = 100, turns: int = 3) -> None:
    with served("1") as server:
        sessions = [opened(server) for _ in range(TABLES)]
        tables = [Watched(server, each["id"], each["score_key"], "") for each in sessions]
        rounds(tables, 20)
        alone: list[float] = []
        followed: list[float] = []
        for _ in range(turns):
            alone += rounds(tables, number)
            with ExitStack() as streams:
                open_ones = [
                    streams.enter_context(following(server, each, followers // TABLES))
                    for each in sessions
                ]
                followed += rounds(tables, number)
                time.sleep(1)
                events = sum(each.heard for each in open_ones)
            print(f"{followers} followers heard {events} events of {number} rounds")
    for name, took in (("alone", alone), ("followed", followed)):
        deciles = statistics.quantiles(took, n=20)
        print(f"{name:>9}: p50 {statistics.median(took):.2f} ms, p95 {deciles[18]:.2f} ms")


if __name__ == "__main__":
    main(*map(int, sys.argv[1:]))
