"""Calls over sockets that cost the caller next to nothing, so that the server has the cores."""

import re
import socket
import time
from collections import Counter
from collections.abc import Callable, Iterable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from statistics import median
from urllib.parse import urlencode

LENGTH = re.compile(rb"\r\ncontent-length: *(\d+)", re.IGNORECASE)
PATIENCE = 60
AT_ONCE = 1 << 16


def request(method: str, path: str, body: bytes = b"", **headers: str) -> bytes:
    """A whole request; underscores in the names of headers stand for hyphens."""
    fields = {"Host": "localhost", "Content-Length": str(len(body))} | headers
    lines = [f"{name.replace('_', '-')}: {value}" for name, value in fields.items()]
    return "\r\n".join([f"{method} {path} HTTP/1.1", *lines, "", ""]).encode() + body


def form(path: str, fields: dict[str, str], **headers: str) -> bytes:
    """A form as htmx sends it."""
    htmx = {"Content_Type": "application/x-www-form-urlencoded", "HX_Request": "true"}
    return request("POST", path, urlencode(fields).encode(), **htmx, **headers)


@dataclass
class Run:
    """What came of some calls: milliseconds each, how often each status, bytes of the last."""

    times: list[float] = field(default_factory=list)
    statuses: Counter[int] = field(default_factory=Counter)
    size: int = 0
    seconds: float = 0

    def __add__(self, other: "Run") -> "Run":
        statuses = self.statuses + other.statuses
        size, seconds = max(self.size, other.size), max(self.seconds, other.seconds)
        return Run(self.times + other.times, statuses, size, seconds)

    @property
    def rate(self) -> float:
        """Calls in a second."""
        return len(self.times) / self.seconds

    def at(self, share: float) -> float:
        """The time within which this share of the calls was answered."""
        ordered = sorted(self.times)
        return ordered[min(len(ordered) - 1, int(share * len(ordered)))]

    @property
    def failed(self) -> int:
        """How many were answered with a status of 500 or more."""
        return sum(many for status, many in self.statuses.items() if status >= 500)


class Line:
    """A connection that is kept, as a phone keeps it."""

    def __init__(self, port: int) -> None:
        self.socket = socket.create_connection(("127.0.0.1", port), PATIENCE)
        self.socket.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)

    def ask(self, sent: bytes) -> tuple[int, bytes]:
        """The status and all bytes of the answer."""
        self.socket.sendall(sent)
        got = self._more(b"")
        while (end := got.find(b"\r\n\r\n")) < 0:
            got = self._more(got)
        match = LENGTH.search(got, 0, end + 2)
        assert match, got[:end]
        while len(got) < end + 4 + int(match[1]):
            got = self._more(got)
        return int(got[9:12]), got

    def _more(self, got: bytes) -> bytes:
        piece = self.socket.recv(AT_ONCE)
        assert piece, "the server has closed the connection"
        return got + piece


def asked(port: int, calls: Iterable[bytes]) -> Run:
    """One call after the other over one connection."""
    line, run, start = Line(port), Run(), time.perf_counter()
    for call in calls:
        began = time.perf_counter()
        status, got = line.ask(call)
        run.times.append((time.perf_counter() - began) * 1000)
        run.statuses[status] += 1
        run.size = len(got)
    run.seconds = time.perf_counter() - start
    line.socket.close()
    return run


def at_once(port: int, phones: Iterable[Iterable[bytes]]) -> Run:
    """The calls of several phones, each over a connection of its own, all at the same time."""
    waiting = list(phones)
    with ThreadPoolExecutor(len(waiting)) as pool:
        every = list(pool.map(lambda calls: asked(port, calls), waiting))
    return sum(every, Run())


def text(runs: list[Run]) -> str:
    """Medians over the runs, with the least and the most of them."""
    figures: dict[str, Callable[[Run], float]] = {
        "/s": lambda run: run.rate,
        " ms p50": lambda run: run.at(0.5),
        " ms p95": lambda run: run.at(0.95),
        " ms p99": lambda run: run.at(0.99),
    }
    parts = [spread([of(run) for run in runs]) + unit for unit, of in figures.items()]
    return ", ".join([*parts, f"{sum(run.failed for run in runs)} answers 5xx"])


def spread(values: list[float]) -> str:
    """The median, and between what the values lie."""
    return f"{median(values):.1f} ({min(values):.1f}–{max(values):.1f})"
