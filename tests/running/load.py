"""Phones that record rounds one after the other, and write down every answer and every failure."""

import http.client
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from http import HTTPStatus
from uuid import uuid4

from tests.running.server import Server
from tests.running.viewers import Watched, a_round

THINKING = 0.03
"""Seconds between two rounds of a phone; its connection is idle then."""


@dataclass
class Load:
    """What several phones at one table came to."""

    watched: Watched
    server: Server
    comes_again: bool = False
    """Whether a phone that is told to come again sends its round again, as a page does."""
    sent: list[str] = field(default_factory=list)
    saved: list[str] = field(default_factory=list)
    failed: list[str] = field(default_factory=list)
    seconds: list[float] = field(default_factory=list)
    """How long each answer took."""
    over: threading.Event = field(default_factory=threading.Event)
    phones: list[threading.Thread] = field(default_factory=list)

    def wait_for(self, more: int) -> None:
        """Until as many more rounds were answered, or one failed."""
        wanted = len(self.saved) + more
        while len(self.saved) < wanted and not self.failed:
            time.sleep(0.01)

    def finish(self) -> None:
        """Let every phone have the answer to its last round."""
        self.over.set()
        for phone in self.phones:
            phone.join()

    def within(self, share: float) -> float:
        """The seconds within which this share of the rounds was answered."""
        return sorted(self.seconds)[int(share * (len(self.seconds) - 1))]

    def play(self, keeps: bool) -> None:
        """Record until it is over, over one connection if the phone `keeps` it, else each anew."""
        connection = self.server.connect()
        while not self.over.wait(THINKING):
            self._record(connection)
            if not keeps:
                connection.close()
        connection.close()

    def _record(self, connection: http.client.HTTPConnection) -> None:
        id = str(uuid4())
        self.sent.append(id)
        began = time.monotonic()
        try:
            status = self._send(connection, id)
            while self.comes_again and status == HTTPStatus.SERVICE_UNAVAILABLE:
                status = self._send(connection, id)
        except (OSError, http.client.HTTPException) as problem:
            self.failed.append(repr(problem))
            connection.close()
            return
        self.seconds.append(time.monotonic() - began)
        if status == HTTPStatus.CREATED:
            self.saved.append(id)
        else:
            self.failed.append(str(status))

    def _send(self, connection: http.client.HTTPConnection, id: str) -> int:
        method, path, body, headers = a_round(self.watched.id, self.watched.key, id)
        connection.request(method, path, body, headers | {"Host": "localhost"})
        answer = connection.getresponse()
        answer.read()
        return answer.status


@contextmanager
def load(
    server: Server, phones: int = 4, *, keep: bool = True, comes_again: bool = False
) -> Iterator[Load]:
    """A table opened on the server, with every second phone keeping its connection, or none."""
    load = Load(Watched.opened(server), server, comes_again)
    keeps = [keep and number % 2 == 0 for number in range(phones)]
    load.phones += [threading.Thread(target=load.play, args=(each,)) for each in keeps]
    for phone in load.phones:
        phone.start()
    try:
        yield load
    finally:
        load.finish()
