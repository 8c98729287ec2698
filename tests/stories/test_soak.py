"""Phones come and go at many tables: once all have left, the service holds what it held before.

`python -m tests.benchmarks.soak` plays it for half an hour, with figures for each minute.
"""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from tests.running.faulty import FAULTY
from tests.running.guests import Guests, Pace, evening, open_tables
from tests.running.processes import Usage, connected
from tests.running.server import SERVE, Server, serving, until
from tests.trust import Tell

pytestmark = pytest.mark.full
TABLES, PHONES, VISITS = 10, 100, 200
QUICK = Pace(round=2, stay=4, away=1, look=2)


@contextmanager
def warmed_up(folder: Path, database: str, workers: str, *program: str) -> Iterator[Server]:
    """A service that has made what it makes once and keeps."""
    words = ["--workers", workers]
    with serving(folder, *words, program=program or SERVE, DATABASE_URL=database) as server:
        played(server)
        yield server


def played(server: Server) -> Guests:
    """Phones that come and go until there were so many visits; then all of them leave."""
    with evening(server, open_tables(server, TABLES), PHONES, QUICK) as guests:
        assert until(lambda: guests.done["followed"] >= VISITS, patience=300)
    assert not guests.failed
    assert until(lambda: not connected(server.port))
    return guests


def counted(server: Server) -> tuple[int, ...]:
    """Processes, open files, threads and connections to SQLite's file."""
    usage = Usage.by(server.process.pid)
    return usage.processes, usage.files, usage.threads, usage.connections


@pytest.mark.drawn(1)
@pytest.mark.parametrize("workers", ["1", "2"])
def test_nothing_is_left_of_phones_that_came_and_went(
    workers: str, tmp_path: Path, fresh_database: str, tell: Tell
) -> None:
    with warmed_up(tmp_path, fresh_database, workers) as server:
        before = counted(server)
        guests = played(server)
        assert until(lambda: counted(server) == before), (before, counted(server))
    tell(f"{PHONES} phones: {dict(guests.done)}; before and after {before}")


def test_what_is_kept_of_every_stream_is_found(tmp_path: Path, fresh_database: str) -> None:
    """The control: a service that keeps a thread and an open file for each."""
    with warmed_up(tmp_path, fresh_database, "1", *FAULTY, "leaky") as server:
        processes, files, threads, connections = counted(server)
        streams = played(server).done["followed"]
        after = processes, files + streams, threads + streams, connections
        assert until(lambda: counted(server) == after), (after, counted(server))
