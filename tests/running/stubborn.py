"""Phones that send a round until it is answered, whatever becomes of the server meanwhile."""

import http.client
import json
import random
import signal
import threading
import time
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from uuid import uuid4

from ledger.models import Round
from tests.api.fuzzing import Table
from tests.running.server import Server, until
from tests.running.viewers import a_round

PHONES = 6


@dataclass
class Phone:
    """One phone: what it was told, and the round it still waits for."""

    table: Table
    keeps_the_id: bool = True
    told: dict[str, int] = field(default_factory=dict)
    statuses: Counter[int] = field(default_factory=Counter)
    waits_for: str = ""
    rounds: int = 0
    resent: Counter[int] = field(default_factory=Counter)

    def play(self, server: Server, over: threading.Event) -> None:
        """Record one round after the other until it is over, refused, or the server is gone."""
        connection = server.connect()
        try:
            while not self.refused and (self.waits_for or not over.is_set()):
                self._record(connection)
        except (OSError, http.client.HTTPException):
            return
        finally:
            connection.close()

    @property
    def refused(self) -> list[int]:
        """The statuses that said no; there should be none."""
        return [status for status in list(self.statuses) if status not in (200, 201)]

    def _record(self, connection: http.client.HTTPConnection) -> None:
        again = bool(self.waits_for)
        self.rounds += not again
        if not again or not self.keeps_the_id:
            self.waits_for = str(uuid4())
        status, number = self._send(connection, self.waits_for)
        self.statuses[status] += 1
        if again:
            self.resent[status] += 1
        if status in (200, 201):
            self.told[self.waits_for], self.waits_for = number, ""

    def _send(self, connection: http.client.HTTPConnection, id: str) -> tuple[int, int]:
        connection.request(*a_round(self.table.id, self.table.key, id))
        answer = connection.getresponse()
        return answer.status, json.loads(answer.read()).get("number", 0)


@dataclass
class Phones:
    """Several at one table, from one server to the next."""

    table: Table
    keep_the_id: bool = True
    each: list[Phone] = field(default_factory=list)

    def __post_init__(self) -> None:
        self.each = [Phone(self.table, self.keep_the_id) for _ in range(PHONES)]

    @contextmanager
    def playing(self, server: Server) -> Iterator[None]:
        """While they record; at the end each has its answer, or found the server gone."""
        over = threading.Event()
        threads = [threading.Thread(target=each.play, args=(server, over)) for each in self.each]
        for thread in threads:
            thread.start()
        try:
            yield
        finally:
            over.set()
            for thread in threads:
                thread.join()

    def until_killed(self, server: Server, rng: random.Random) -> None:
        """Kill the server, all of its processes, at some moment while they record."""
        with self.playing(server):
            wanted = self.answered + rng.randint(1, 30)
            assert until(lambda: self.answered >= wanted or bool(self.refused()))
            time.sleep(rng.uniform(0, 0.05))
            server.stop(signal.SIGKILL)

    @property
    def answered(self) -> int:
        return sum(len(phone.told) for phone in self.each)

    @property
    def rounds(self) -> int:
        """How many were played at the table."""
        return sum(phone.rounds for phone in self.each)

    def resent(self) -> Counter[int]:
        """What a round that waited for its answer was told: 200 if it was on the books already."""
        return sum((phone.resent for phone in self.each), Counter())

    def refused(self) -> list[int]:
        return [status for phone in self.each for status in phone.refused]

    def lost(self) -> list[str]:
        """Rounds that somebody was told are saved and that are not there."""
        there = self._there()
        return [id for each in self.each for id in each.told if id not in there]

    def misnumbered(self) -> list[str]:
        """Rounds that are there under another number than was told."""
        there = self._there()
        told = [told for each in self.each for told in each.told.items()]
        return [id for id, number in told if there.get(id, number) != number]

    def _there(self) -> dict[str, int]:
        kept = Round.objects.filter(session=self.table.id)
        return {str(id): number for id, number in kept.values_list("submission_id", "number")}

    def doubled(self) -> int:
        """How many rounds are on the books more than were played."""
        return Round.objects.filter(session=self.table.id).count() - self.rounds
