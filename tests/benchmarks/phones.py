"""Phones and programs that hold a key of a table, and the requests they send."""

import json
import os
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory
from uuid import uuid4

from tests.benchmarks.sockets import Run, at_once, form, request
from tests.running import viewers
from tests.running.server import Server, serving
from tests.running.viewers import FACTS, Watched, processor_time, workers

TICK = 1000 / os.sysconf("SC_CLK_TCK")
"""Milliseconds in which processor time is counted."""


@dataclass
class Phone:
    """Who scores at a table: its score key, the cookies of its phone, the newest round it saw."""

    id: str
    key: str
    cookies: str
    token: str
    newest: int = 0

    @classmethod
    def joined(cls, server: Server, id: str, key: str, newest: int = 0) -> "Phone":
        cookie, token = viewers.form(server)
        mine = viewers.post(server, "/join/", cookie, token, {"link": f"#{id}.{key}"})
        return cls(id, key, f"{cookie}; {mine}", token, newest)

    @classmethod
    def opened(cls, server: Server) -> "Phone":
        """At a table of its own."""
        table = Watched.opened(server)
        return cls.joined(server, table.id, table.key)

    def page(self) -> bytes:
        return self.see("")

    def see(self, below: str) -> bytes:
        """A page of the table."""
        address = f"/t/{self.id}/{below}"
        return request("GET", address, Cookie=self.cookies, Accept_Encoding="gzip")

    def call(self, path: str) -> bytes:
        """Something that is read through the API."""
        address = f"/api/v1/sessions/{self.id}/{path}"
        return request("GET", address, Authorization=f"Bearer {self.key}")

    def record(self) -> bytes:
        """The next round, as a program sends it."""
        self.newest += 1
        sent = json.dumps({"id": str(uuid4()), "facts": FACTS}).encode()
        headers = {"Authorization": f"Bearer {self.key}", "Content_Type": "application/json"}
        return request("POST", f"/api/v1/sessions/{self.id}/rounds/", sent, **headers)

    def tap(self, **more: str) -> bytes:
        """The next round, as the page sends it."""
        places = {"place-2": "1", "place-1": "2", "place-4": "3", "place-3": "4"}
        fields = {"submission": str(uuid4()), "newest": str(self.newest), "rules": "tien_len"}
        fields |= places | {"seats": "1,2,3,4", "csrfmiddlewaretoken": self.token}
        self.newest += 1
        headers = {"Cookie": self.cookies, "Accept_Encoding": "gzip"}
        return form(f"/t/{self.id}/rounds/", fields, **headers, **more)


def calls(make: Callable[[], bytes], times: int) -> Iterator[bytes]:
    """Each made when its turn comes."""
    return (make() for _ in range(times))


@contextmanager
def served(processes: str, data: Path | None = None) -> Iterator[Server]:
    """The service on the database that DATABASE_URL names, else on a SQLite file of its own."""
    named = {name: os.environ[name] for name in ("DATABASE_URL",) if name in os.environ}
    limits = {"API_LIMIT_FACTOR": "1000"}
    with (
        TemporaryDirectory() as folder,
        serving(data or Path(folder), "--workers", processes, **limits, **named) as server,
    ):
        yield server


@contextmanager
def here_too() -> Iterator[Path]:
    """The data folder of a service; this process uses its migrated database and its keys too."""
    with TemporaryDirectory() as folder:
        os.environ.setdefault("DATABASE_URL", f"sqlite:///{folder}/ledger.sqlite3")
        os.environ |= {"DATA_DIR": folder, "DJANGO_SETTINGS_MODULE": "ledger.config.settings"}
        import django

        django.setup()
        from django.core.management import call_command
        from django.db import connection

        call_command("migrate", verbosity=0)
        connection.close()  # one that has migrated is slow
        yield Path(folder)


def measured(
    server: Server, phones: list[Callable[[], bytes]], times: int, runs: int
) -> tuple[list[Run], float]:
    """Several runs of so many calls by each phone; the server's processor time for one call.

    The time of day tells what else the machine does, processor time hardly.
    """
    at_once(server.port, [calls(make, 5) for make in phones])
    used = processor_milliseconds(server)
    results = [at_once(server.port, [calls(make, times) for make in phones]) for _ in range(runs)]
    return results, (processor_milliseconds(server) - used) / (runs * times * len(phones))


def processor_milliseconds(server: Server) -> float:
    """What the processes of the service have used so far."""
    return sum(map(processor_time, workers(server))) * TICK
