"""Somebody holds a lock of the database: pages go on, and a round that cannot wait comes back."""

import sqlite3
import time
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import AbstractContextManager, closing, contextmanager
from pathlib import Path
from uuid import uuid4

import psycopg
import pytest
from django.conf import settings
from django.db import connection

from ledger.books.audit import differences
from ledger.config.asgi import WRITES_WAIT
from ledger.models import Round
from tests.running.faulty import FAULTY
from tests.running.server import SERVE, Answer, Server, serving
from tests.running.viewers import Watched, a_round
from tests.trust import Tell

pytestmark = pytest.mark.full
PHONES = 6


@contextmanager
def lock(database: str, table: str) -> Iterator[None]:
    """Another process holds what writers need: SQLite's one lock, or the row of the table."""
    if connection.vendor == "sqlite":
        with closing(sqlite3.connect(database.removeprefix("sqlite:///"))) as other:
            other.execute("BEGIN IMMEDIATE")
            yield
        return
    with psycopg.connect(database) as other:
        other.execute("SELECT 1 FROM ledger_session WHERE id = %s FOR UPDATE", [table])
        yield


def record(watched: Watched, id: str) -> Answer:
    with closing(watched.server.connect()) as line:
        line.request(*a_round(watched.id, watched.key, id))
        answer = line.getresponse()
        return Answer(answer.status, answer.headers, answer.read())


def ask(
    server: Server, method: str, path: str, body: str | None, headers: dict[str, str]
) -> Answer:
    with closing(server.connect()) as line:
        line.request(method, path, body, headers)
        answer = line.getresponse()
        return Answer(answer.status, answer.headers, answer.read())


def timed(do: Callable[[], Answer]) -> tuple[float, Answer]:
    began = time.monotonic()
    answer = do()
    return time.monotonic() - began, answer


def reads(watched: Watched) -> dict[str, Callable[[], Answer]]:
    """What nobody waits for, also not for long."""
    server, at = watched.server, f"/t/{watched.id}/"
    return {
        "the table": lambda: server.get(at, Cookie=watched.cookie),
        "the number of a page": lambda: server.get(f"{at}newest/", Cookie=watched.cookie),
        "a call": lambda: server.get(
            f"/api/v1/sessions/{watched.id}/", Authorization=f"Bearer {watched.key}"
        ),
        "the first page": lambda: server.get("/"),
    }


def serve(folder: Path, database: str, *program: str) -> AbstractContextManager[Server]:
    own = {"DATABASE_URL": database, "SECRET_KEY": settings.SECRET_KEY}
    return serving(folder, program=program or SERVE, **own)


Timed = list[tuple[float, Answer]]


def while_held(server: Server, database: str) -> tuple[Timed, Timed, Watched]:
    """What pages, and a table's rounds, got while those rounds and wrong keys waited for a lock."""
    mine, other = Watched.opened(server), Watched.opened(server)
    guess = {"Authorization": "Bearer wrong"}
    with lock(database, mine.id), ThreadPoolExecutor(2 * PHONES) as pool:
        waiting = [pool.submit(timed, lambda: record(mine, str(uuid4()))) for _ in range(PHONES)]
        for _ in range(PHONES):
            pool.submit(server.get, f"/api/v1/sessions/{mine.id}/", **guess)
        time.sleep(0.2)
        took = [timed(look) for look in (*reads(mine).values(), *reads(other).values())]
        if connection.vendor == "postgresql":
            took.append(timed(lambda: record(other, str(uuid4()))))
        busy = [each.result() for each in waiting]
    return took, busy, mine


def slowest(answers: Timed) -> float:
    return max(seconds for seconds, _answer in answers)


def fastest(answers: Timed) -> float:
    return min(seconds for seconds, _answer in answers)


@pytest.mark.trust("R8")
def test_reads_go_on_and_writes_come_back(tmp_path: Path, fresh_ledger: str, tell: Tell) -> None:
    with serve(tmp_path, fresh_ledger) as server:
        pages, busy, table = while_held(server, fresh_ledger)
        tell(f"the slowest page took {slowest(pages):.2f} s, the slowest 503 {slowest(busy):.2f} s")
        assert {answer.status for _seconds, answer in pages} <= {200, 201}
        assert slowest(pages) < fastest(busy) / 2
        assert slowest(busy) < 3 * WRITES_WAIT
        assert {(answer.status, answer.headers["Retry-After"]) for _, answer in busy} == {
            (503, "2")
        }
        assert Round.objects.filter(session=table.id).count() == 0
        id = str(uuid4())
        assert [record(table, id).status for _ in range(2)] == [201, 200]
        assert list(differences()) == []


@pytest.mark.trust("R8", control=True)
def test_where_readers_and_writers_are_the_same_pages_wait(
    tmp_path: Path, fresh_ledger: str, tell: Tell
) -> None:
    """The control: the same threads for all, and all who write in one line.

    Whoever waits in that line for as long as it lets anybody wait is sent away with 503.
    """
    with serve(tmp_path, fresh_ledger, *FAULTY, "patient") as server:
        pages, busy, _table = while_held(server, fresh_ledger)
    tell(f"with one line for all the slowest page took {slowest(pages):.2f} s")
    assert slowest(pages) > fastest(busy) / 2
