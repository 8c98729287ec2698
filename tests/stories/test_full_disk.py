"""A disk that is really full: `/health/ready` says so before a round is refused."""

import os
import shutil
import subprocess
from collections.abc import Iterator
from contextlib import closing, contextmanager, suppress
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any
from uuid import uuid4

import psycopg
import pytest
from django.core.management import CommandError, call_command
from django.db import connection
from django.test import Client
from pytest_django import DjangoDbBlocker

from ledger.books.audit import differences
from ledger.common.refusals import ServiceBusy
from ledger.models import Session
from ledger.web import health
from tests.databases import PostgresDatabases, SqliteDatabases, connected_to
from tests.running.needs import lacking
from tests.running.server import manage
from tests.sample_tables import a_table, play
from tests.trust import Tell

pytestmark = [
    pytest.mark.full,
    pytest.mark.skipif(os.geteuid() != 0, reason="only root mounts a disk"),
]
SIZE = 24 * 1024 * 1024
LEFT = health.ROOM + 64 * 1024
"""Bytes that are free when the test begins to record."""


@pytest.fixture
def disk() -> Iterator[Path]:
    """A small one of its own."""
    with TemporaryDirectory(dir="/tmp") as folder:
        words = ("mount", "-t", "tmpfs", "-o", f"size={SIZE},mode=0755", "tmpfs", folder)
        if subprocess.run(words, check=False, capture_output=True).returncode:
            lacking("nothing can be mounted on this machine")
        try:
            yield Path(folder)
        finally:
            subprocess.run(["umount", "--lazy", folder], check=True)


@pytest.fixture
def ledger_on_disk(
    disk: Path,
    databases: SqliteDatabases | PostgresDatabases,
    django_db_blocker: DjangoDbBlocker,
) -> Iterator[None]:
    """This process uses a ledger on that disk."""
    made = on_sqlite if isinstance(databases, SqliteDatabases) else on_postgresql
    with made(databases, disk) as url, django_db_blocker.unblock(), connected_to(url):
        yield
        connection.close()


@contextmanager
def on_sqlite(databases: Any, disk: Path) -> Iterator[str]:
    shutil.copyfile(databases.template, disk / "ledger.sqlite3")
    yield databases.url(disk / "ledger.sqlite3")


@contextmanager
def on_postgresql(databases: Any, disk: Path) -> Iterator[str]:
    """A tablespace there; what has been written of a commit lies on the server's own disk."""
    name = f"small_{uuid4().hex[:12]}"
    with closing(psycopg.connect(databases.url("postgres"), autocommit=True)) as server:
        (data,) = server.execute("SHOW data_directory").fetchone() or ("",)
        if not Path(data).is_dir():
            lacking("the PostgreSQL server is on another machine")
        os.chown(disk, os.stat(data).st_uid, -1)
        server.execute(f"CREATE TABLESPACE {name} LOCATION '{disk}'".encode())
        try:
            server.execute(
                f"CREATE DATABASE {name} TEMPLATE {databases.template} TABLESPACE {name}".encode()
            )
            # A new database has holes, which take room when the server comes to writing them.
            server.execute("CHECKPOINT")
            yield databases.url(name)
        finally:
            server.execute(f"DROP DATABASE IF EXISTS {name} WITH (FORCE)".encode())
            server.execute(f"DROP TABLESPACE {name}".encode())


def ready() -> int:
    return Client().get("/health/ready").status_code


@contextmanager
def filled(disk: Path) -> Iterator[None]:
    """All but LEFT is taken by somebody else."""
    other = disk / "other"
    other.write_bytes(bytes(shutil.disk_usage(disk).free - LEFT))
    yield
    other.unlink()


def until_refused(table: Session) -> tuple[list[int], int]:
    """What `/health/ready` said before each round that was saved, and before the first other."""
    statuses: list[int] = []
    while True:
        statuses.append(ready())
        try:
            play(table)
        except ServiceBusy:
            return statuses[:-1], statuses[-1]


@pytest.mark.trust("R8")
@pytest.mark.usefixtures("ledger_on_disk")
def test_a_disk_that_fills_up_is_not_ready_before_a_round_is_refused(
    disk: Path, tell: Tell
) -> None:
    table = a_table()
    play(table)
    assert ready() == 200
    with filled(disk):
        saved, refused = until_refused(table)
        again = [until_refused(table) for _ in range(3)]
    assert saved[0] == 200
    assert saved == sorted(saved)
    assert refused == 503
    assert {status for _saved, status in again} == {503}
    tell(f"{saved.count(200)} saved while it was ready, {saved.count(503)} more, then 503")
    assert ready() == 200
    assert play(table).number == len(saved) + 2 + sum(len(more) for more, _status in again)
    assert list(differences()) == []


@pytest.mark.trust("R8", control=True)
@pytest.mark.usefixtures("ledger_on_disk")
def test_a_row_that_is_written_again_says_ready_on_a_full_disk(
    disk: Path, monkeypatch: pytest.MonkeyPatch, tell: Tell
) -> None:
    monkeypatch.setattr(health, "take_room", lambda: None)
    table = a_table()
    with filled(disk):
        saved, refused = until_refused(table)
    tell(f"{len(saved)} saved, then one refused while it said {refused}")
    assert refused == 200


def test_a_first_start_on_a_full_disk_says_so_in_a_line(disk: Path) -> None:
    with suppress(OSError), (disk / "rest").open("wb") as rest:
        rest.write(bytes(SIZE))
    ended = manage(disk, "serve", "--bind", "127.0.0.1", "--port", "0")
    assert ended.returncode == 1
    (line,) = ended.stderr.splitlines()
    assert "No space left on device" in line


def test_a_copy_for_which_there_is_no_room_is_said_in_a_line(disk: Path, fresh_ledger: str) -> None:
    (disk / "others").write_bytes(bytes(SIZE - 64 * 1024))
    with pytest.raises(CommandError, match=r"cannot be copied: |pg_dump failed") as refusal:
        call_command("backup", str(disk / "copy"))
    assert "\n" not in str(refusal.value)
    assert [each.name for each in disk.iterdir()] == ["others"]
