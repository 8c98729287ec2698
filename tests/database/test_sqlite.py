"""How SQLite is opened: a commit is on disk, and the lock comes first."""

import sqlite3
from importlib.util import find_spec
from pathlib import Path

import pytest
from django.core.cache import caches
from django.db import connection
from django.db.backends.sqlite3.base import Database
from django.test.utils import CaptureQueriesContext

from ledger import books
from ledger.access.actor import ON_THE_MACHINE
from ledger.database.sqlite import Version, sqlite_options, wal_is_sound
from ledger.database.transactions import confirm
from ledger.models import Session
from tests import databases
from tests.sample_tables import a_table, play

FULL_OR_MORE = 2
JOURNAL_BYTES = 8 * 1024 * 1024
"""What a log keeps of the disk at most."""


@pytest.mark.parametrize(
    "version", [(3, 44, 6), (3, 44, 9), (3, 50, 7), (3, 51, 3), (3, 52, 0), (4, 0, 0)]
)
def test_a_repaired_sqlite_keeps_a_write_ahead_log(version: Version) -> None:
    assert wal_is_sound(version)
    assert "journal_mode=WAL" in sqlite_options(version)["init_command"]


@pytest.mark.parametrize(
    "version",
    [(3, 7, 0), (3, 40, 1), (3, 44, 5), (3, 45, 0), (3, 49, 9), (3, 50, 6), (3, 51, 0), (3, 51, 2)],
)
def test_any_other_keeps_a_rollback_journal(version: Version) -> None:
    assert not wal_is_sound(version)
    assert "journal_mode=DELETE" in sqlite_options(version)["init_command"]


def test_there_is_one_sqlite_in_the_process_and_it_is_sound_where_we_bring_it() -> None:
    assert Database.connect is sqlite3.connect is databases.sqlite3.connect
    if find_spec("pysqlite3"):
        assert wal_is_sound(sqlite3.sqlite_version_info)


def test_the_settings_are_in_force_on_a_connection(fresh_ledger: str) -> None:
    if connection.vendor != "sqlite":
        pytest.skip("SQLite's own")
    with connection.cursor() as cursor:

        def pragma(name: str) -> object:
            return cursor.execute(f"PRAGMA {name}").fetchone()[0]

        journal = "wal" if wal_is_sound(sqlite3.sqlite_version_info) else "delete"
        assert pragma("journal_mode") == journal
        assert int(str(pragma("synchronous"))) >= FULL_OR_MORE
        assert pragma("recursive_triggers") == 1
        assert pragma("foreign_keys") == 1
        assert pragma("busy_timeout") == 2_000


def test_a_transaction_takes_the_lock_when_it_begins(fresh_ledger: str) -> None:
    if connection.vendor != "sqlite":
        pytest.skip("SQLite's own")
    assert connection.settings_dict["OPTIONS"]["transaction_mode"] == "IMMEDIATE"
    assert not connection.settings_dict["ATOMIC_REQUESTS"]


def test_a_log_that_grew_while_somebody_read_gives_the_disk_back(tmp_path: Path) -> None:
    if not wal_is_sound(sqlite3.sqlite_version_info):
        pytest.skip("there is no write-ahead log")
    writer, reader = (opened(tmp_path / "ledger.sqlite3") for _ in range(2))
    writer.execute("CREATE TABLE pages (bytes)")
    reader.execute("BEGIN")
    reader.execute("SELECT count(*) FROM pages").fetchone()
    for _ in range(16):
        writer.execute("INSERT INTO pages VALUES (randomblob(?))", (JOURNAL_BYTES // 4,))
    log = tmp_path / "ledger.sqlite3-wal"
    assert log.stat().st_size > 2 * JOURNAL_BYTES
    reader.execute("COMMIT")
    for _ in range(2):
        writer.execute("INSERT INTO pages VALUES (1)")
    assert log.stat().st_size <= JOURNAL_BYTES


def opened(path: Path) -> sqlite3.Connection:
    """As Django opens it, without a transaction."""
    made = sqlite3.connect(path, isolation_level=None)
    made.executescript(sqlite_options(sqlite3.sqlite_version_info)["init_command"])
    return made


@pytest.mark.skipif(connection.vendor != "sqlite", reason="about what SQLite shows")
def test_a_round_is_written_past_once_where_this_process_did_not_commit_it(
    fresh_ledger: str,
) -> None:
    table = a_table()
    play(table)
    assert not written_past(table)
    caches["default"].clear()  # as in a process that has just begun
    assert [written_past(table) for _ in range(2)] == [True, False]
    books.void(table.pk, 1, by=ON_THE_MACHINE)
    caches["default"].clear()
    books.void(table.pk, 1, by=ON_THE_MACHINE)  # again, which writes nothing
    assert written_past(table)


def written_past(table: Session) -> bool:
    """Whether the newest row of a table is confirmed by another write."""
    with CaptureQueriesContext(connection) as asked:
        confirm(table.pk)
    return any("user_version" in each["sql"] for each in asked)
