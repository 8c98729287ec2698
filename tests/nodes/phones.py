"""Phones that send a round again until it is saved, and write down every answer they get."""

import asyncio
import http.client
import json
import threading
import time
from collections import Counter
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field, replace
from itertools import takewhile
from uuid import uuid4

from tests.running.server import Server, until
from tests.running.viewers import BusyError, Viewer, Watched, a_round

THINKING, AGAIN = 0.05, 0.2
"""Seconds between two rounds of a phone, and before it sends one again."""

SAVED = (200, 201)


@dataclass(frozen=True, slots=True)
class Heard:
    """One answer to one submission; status 0 where there was none."""

    at: float
    id: str
    status: int
    number: int = 0
    again: bool = False
    """Whether it was told when to send it again."""

    @property
    def saved(self) -> bool:
        return self.status in SAVED


@dataclass
class Phone:
    """One that records at its table, by way of its node."""

    table: Watched
    over: threading.Event
    heard: list[Heard] = field(default_factory=list)

    def play(self) -> None:
        while not self.over.wait(THINKING):
            self._until_saved(str(uuid4()))

    def _until_saved(self, id: str) -> None:
        """The round stays on the phone until the server has said that it is saved."""
        while True:
            self.heard.append(answer := self.send(id))
            if answer.saved:
                return
            time.sleep(AGAIN)

    def send(self, id: str) -> Heard:
        connection = self.table.server.connect()
        try:
            connection.request(*a_round(self.table.id, self.table.key, id))
            answer = connection.getresponse()
            body = json.loads(answer.read())
        except (OSError, http.client.HTTPException):
            return Heard(time.monotonic(), id, 0)
        finally:
            connection.close()
        again = "Retry-After" in answer.headers
        return Heard(time.monotonic(), id, answer.status, body.get("number", 0), again)


@dataclass(frozen=True)
class Evening:
    """All phones of all tables."""

    phones: Sequence[Phone]

    def heard(self) -> list[Heard]:
        """Every answer so far, the oldest first."""
        answers = [each for phone in self.phones for each in list(phone.heard)]
        return sorted(answers, key=lambda each: each.at)

    def saved(self) -> list[Heard]:
        return [each for each in self.heard() if each.saved]

    def statuses(self) -> Counter[int]:
        return Counter(each.status for each in self.heard())

    def plays_on(self, rounds: int) -> None:
        """Wait until so many more rounds are saved."""
        since = time.monotonic()
        assert until(lambda: sum(self._counts(since)) >= rounds), self.statuses()

    def everybody_plays_on(self) -> None:
        """Wait until each phone has saved one more."""
        since = time.monotonic()
        assert until(lambda: min(self._counts(since)) >= 1), self.statuses()

    def _counts(self, since: float) -> list[int]:
        """How many rounds each phone has saved; the newest answers alone are looked at."""
        return [
            sum(each.saved for each in takewhile(lambda each: each.at >= since, answers))
            for answers in (reversed(phone.heard) for phone in self.phones)
        ]


@contextmanager
def evening(nodes: Sequence[Server], tables: int) -> Iterator[Evening]:
    """Tables with a phone at each node, playing until the end; then each round is answered."""
    opened = [Watched.opened(nodes[0]) for _ in range(tables)]
    over = threading.Event()
    phones = [Phone(replace(table, server=node), over) for table in opened for node in nodes]
    threads = [threading.Thread(target=phone.play, daemon=True) for phone in phones]
    for thread in threads:
        thread.start()
    try:
        yield Evening(phones)
    finally:
        over.set()
        assert until(lambda: not any(thread.is_alive() for thread in threads))


@dataclass
class Onlooker:
    """A phone that follows a table at one node while rounds are recorded at another."""

    scorer: Watched
    viewer: Viewer

    def delay(self) -> float:
        """Seconds from the answer to a round at the one node until the other has told of it."""
        assert until(lambda: bool(self.viewer.heard))
        before = self.viewer.heard[-1]
        submission = str(uuid4())
        assert until(lambda: self._records(submission))
        recorded = time.monotonic()
        while self.viewer.heard[-1] <= before and time.monotonic() < recorded + 30:
            time.sleep(0.002)
        return time.monotonic() - recorded

    def _records(self, submission: str) -> bool:
        """Whether the round is saved; right after a database died a phone is told to come back."""
        with suppress(BusyError):
            return self.scorer.record(submission) > 0
        return False


@contextmanager
def onlooker(recorded_at: Server, followed_at: Server) -> Iterator[Onlooker]:
    """Somebody who looks on over the whole story."""
    table = Watched.opened(recorded_at)
    viewer = Viewer(replace(table, server=followed_at))
    thread = threading.Thread(target=lambda: asyncio.run(viewer.watch()), daemon=True)
    thread.start()
    try:
        yield Onlooker(table, viewer)
    finally:
        viewer.gone = True
