"""Phones that send a round until it is answered, whatever becomes of the server meanwhile."""

import http.client
import json
import os
import random
import signal
import threading
import time
from collections import Counter
from collections.abc import Iterator, Sequence
from contextlib import closing, contextmanager, suppress
from dataclasses import dataclass, field
from http import HTTPStatus
from pathlib import Path
from uuid import uuid4

from ledger.access.keys import Role, key
from ledger.models import Round
from tests.api.fuzzing import Table
from tests.running.server import SERVE, Server, serving, until
from tests.running.viewers import a_round, workers
from tests.sample_tables import a_table

PHONES = 6
WORKER, FIRST, ALL = "a worker", "the first process", "all of them"
SAVED = (HTTPStatus.OK, HTTPStatus.CREATED)
COMES_AGAIN = HTTPStatus.SERVICE_UNAVAILABLE
"""Told to whom waited in a line for longer than anybody is kept; pages send it again."""
WHOM = (WORKER, FIRST, ALL)
"""Who is killed: the others go on without a worker, and end without the first process."""


@dataclass
class Phone:
    """One phone: what it was told, and the round it still waits for."""

    table: Table
    keeps_the_id: bool = True
    numbers: dict[str, int] = field(default_factory=dict)
    statuses: Counter[int] = field(default_factory=Counter)
    waits_for: str = ""
    rounds: int = 0
    resent: Counter[int] = field(default_factory=Counter)

    def play(self, server: Server, over: threading.Event) -> None:
        """Record one round after the other until it is over, refused, or the server is gone.

        A connection that breaks is replaced, and what waits for its answer sent again.
        """
        while self._goes_on(over) and not is_gone(server):
            with (
                suppress(OSError, http.client.HTTPException),
                closing(server.connect()) as connection,
            ):
                while self._goes_on(over):
                    self._record(connection)

    def _goes_on(self, over: threading.Event) -> bool:
        return not self.refused and bool(self.waits_for or not over.is_set())

    @property
    def refused(self) -> list[int]:
        """The statuses that said no; there should be none."""
        return [each for each in list(self.statuses) if each not in (*SAVED, COMES_AGAIN)]

    def _record(self, connection: http.client.HTTPConnection) -> None:
        again = bool(self.waits_for)
        self.rounds += not again
        if not again or not self.keeps_the_id:
            self.waits_for = str(uuid4())
        status, number = self._send(connection, self.waits_for)
        self.statuses[status] += 1
        if again:
            self.resent[status] += 1
        if status in SAVED:
            self.numbers[self.waits_for], self.waits_for = number, ""

    def _send(self, connection: http.client.HTTPConnection, id: str) -> tuple[int, int]:
        connection.request(*a_round(self.table.id, self.table.key, id))
        answer = connection.getresponse()
        return answer.status, json.loads(answer.read()).get("number", 0)


def is_gone(server: Server) -> bool:
    """Whether nobody answers there any more; workers outlive the first process for a moment."""
    return server.process.poll() is not None and not server.listens()


@dataclass
class Phones:
    """Several at one table, from one server to the next."""

    table: Table
    keep_the_id: bool = True
    each: list[Phone] = field(default_factory=list)
    killed: Counter[str] = field(default_factory=Counter)
    gave_up: int = 0

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

    def until_killed(self, server: Server, rng: random.Random, whom: Sequence[str]) -> None:
        """Kill one of these with SIGKILL at some moment while they record.

        Where phones forget their ids, while one waits for the answer about a saved round.
        A service whose worker is killed again within seconds gives up by itself.
        """
        wanted = self.answered + rng.randint(1, 30)

        def is_due() -> bool:
            enough = self.answered >= wanted and (self.keep_the_id or self.some_wait())
            return enough or bool(self.refused()) or is_gone(server)

        assert until(is_due), server.lines
        if is_gone(server):
            self.gave_up += 1
            return
        time.sleep(rng.uniform(0, 0.05))
        alive = workers(server) if server.process.poll() is None else []
        victim = rng.choice(whom)
        if victim == WORKER and alive:
            os.kill(rng.choice(alive), signal.SIGKILL)
        elif victim == FIRST:
            os.kill(server.process.pid, signal.SIGKILL)
            server.process.wait()
        else:
            victim = ALL
            with suppress(ProcessLookupError):  # it had just given up
                server.stop(signal.SIGKILL)
        self.killed[victim] += 1

    @property
    def answered(self) -> int:
        return sum(len(phone.numbers) for phone in self.each)

    def some_wait(self) -> bool:
        """Whether a round is on the books of which no phone has an answer yet."""
        return self._recorded() > self.answered

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
        return [id for each in self.each for id in each.numbers if id not in there]

    def misnumbered(self) -> list[str]:
        """Rounds that are there under another number than was told."""
        there = self._there()
        pairs = [pair for each in self.each for pair in each.numbers.items()]
        return [id for id, number in pairs if there.get(id, number) != number]

    def _there(self) -> dict[str, int]:
        rounds = Round.objects.filter(session=self.table.id)
        return {str(id): number for id, number in rounds.values_list("submission_id", "number")}

    def summary(self) -> str:
        """Its figures in a line."""
        waited, whom = self.resent(), ", ".join(f"{self.killed[each]} of {each}" for each in WHOM)
        return (
            f"{self.killed.total()} kills ({whom}; {self.gave_up} times it gave up after two),"
            f" {self.rounds} rounds, {self.answered} answered"
            f" as saved; {waited.total()} sent again, {waited[200]} of them were on the books"
            f" already; {len(self.lost())} lost, {self.doubled()} doubled,"
            f" {len(self.misnumbered())} under another number, {self.told_to_come_again} told"
            f" to come again, {len(self.refused())} refused"
        )

    @property
    def told_to_come_again(self) -> int:
        return sum(phone.statuses[COMES_AGAIN] for phone in self.each)

    def doubled(self) -> int:
        """How many rounds are on the books more than were played."""
        return self._recorded() - self.rounds

    def _recorded(self) -> int:
        return Round.objects.filter(session=self.table.id).count()


def killed(
    folder: Path,
    database: str,
    secret: str,
    kills: int,
    *,
    workers: int = 1,
    whom: Sequence[str] = WHOM,
    program: Sequence[str] = SERVE,
    keep_the_id: bool = True,
) -> Phones:
    """What phones came to whose server was killed so often, and begun again each time it ended."""
    rng, table = random.Random(kills), a_table()
    own = {"API_LIMIT_FACTOR": "1000", "DATABASE_URL": database, "SECRET_KEY": secret}
    phones = Phones(Table(table.pk, key(table, Role.SCORE)), keep_the_id)
    words = () if program != SERVE else ("--workers", str(workers))
    while phones.killed.total() < kills:
        with serving(folder, *words, program=program, **own) as server, phones.playing(server):
            while server.process.poll() is None and phones.killed.total() < kills:
                phones.until_killed(server, rng, whom)
    with serving(folder, **own) as server, phones.playing(server):
        pass
    return phones
