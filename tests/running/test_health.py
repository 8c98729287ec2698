"""What a watcher asks: does it live, is it ready."""

import fcntl
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path

import pytest

from ledger.config import health
from tests.databases import PostgresDatabases, SqliteDatabases, opened
from tests.running.server import Server, serving

HTTPS = {"HTTPS": "1", "BEHIND_PROXY": "1", "ALLOWED_HOSTS": "ban.example"}


@pytest.fixture(scope="module")
def database(databases: SqliteDatabases | PostgresDatabases) -> Iterator[str]:
    with databases.fresh() as url:
        yield url


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory, database: str) -> Iterator[Server]:
    """One for all tests here, as on the internet; what a test breaks it mends again."""
    data = tmp_path_factory.mktemp("health")
    with serving(data, DATABASE_URL=database, **HTTPS) as server:
        yield server


@contextmanager
def broken(url: str, breaking: str, mending: str) -> Iterator[None]:
    run(url, breaking)
    yield
    run(url, mending)


def run(url: str, *statements: str) -> None:
    with closing(opened(url)) as database:
        for statement in statements:
            database.execute(statement)
        database.commit()


READERS_OF_A_LOG = 5, 123
"""How many bytes of SQLite's `-shm`, and from which on, whoever reads has to lock one of."""


@contextmanager
def locked(url: str) -> Iterator[None]:
    """While nobody else can read what is migrated."""
    with closing(opened(url)) as database:
        sqlite = url.startswith("sqlite")
        database.execute("BEGIN EXCLUSIVE" if sqlite else "LOCK TABLE django_migrations")
        with read_by_nobody(Path(url.removeprefix("sqlite:///") + "-shm")):
            yield
        database.rollback()


@contextmanager
def read_by_nobody(index: Path) -> Iterator[None]:
    """Readers of a write-ahead log need not wait for its writer: the bytes they lock are taken."""
    if not index.exists():
        yield
        return
    with index.open("r+b") as shared:
        fcntl.lockf(shared, fcntl.LOCK_EX, *READERS_OF_A_LOG)
        yield


def asked(server: Server, path: str) -> tuple[int, str]:
    answer = server.get(path)
    return answer.status, answer.body.decode().strip()


def test_a_service_that_is_up_is_alive_and_ready(server: Server) -> None:
    for path in (health.LIVE, health.READY):
        answer = server.get(path)
        assert (answer.status, answer.body) == (200, b"ok\n")
        assert answer.headers["Cache-Control"] == "no-store"
        assert answer.headers["Set-Cookie"] is None


def test_it_is_asked_by_any_name_and_without_a_redirect(server: Server) -> None:
    assert server.get("/", Host="10.0.0.7").status == 400
    assert server.get("/", Host="ban.example").status == 301
    assert server.get(health.READY, Host="10.0.0.7").status == 200


def test_it_can_only_be_asked(server: Server) -> None:
    connection = server.connect()
    connection.request("POST", health.READY, b"")
    assert connection.getresponse().status == 405


def test_a_missing_migration_is_not_ready(server: Server, database: str) -> None:
    forget = "UPDATE django_migrations SET name = '{}' WHERE name = '{}'"
    names = "0002_append_only", "0002_something_else"
    with broken(database, forget.format(*names[::-1]), forget.format(*names)):
        assert asked(server, health.READY) == (503, health.NOT_MIGRATED)
        assert asked(server, health.LIVE) == (200, "ok")
    assert asked(server, health.READY) == (200, "ok")


def test_a_database_that_cannot_be_read_is_not_ready(server: Server, database: str) -> None:
    rename = "ALTER TABLE django_migrations RENAME COLUMN {} TO {}"
    names = "applied", "applied_no_more"
    with broken(database, rename.format(*names), rename.format(*names[::-1])):
        assert asked(server, health.READY) == (503, health.UNREACHABLE)
        assert asked(server, health.LIVE) == (200, "ok")
    assert asked(server, health.READY) == (200, "ok")


def test_a_database_that_does_not_answer_is_not_waited_for(server: Server, database: str) -> None:
    assert asked(server, health.READY) == (200, "ok")
    with locked(database):
        assert asked(server, health.READY) == (503, health.TOO_LATE)
        assert asked(server, health.LIVE) == (200, "ok")
    assert any(asked(server, health.READY) == (200, "ok") for _ in range(100))
