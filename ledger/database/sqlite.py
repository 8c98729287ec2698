"""Which SQLite is used, and how it is opened so that a commit is on disk when we say "saved"."""

import sys
from contextlib import suppress
from importlib import import_module

from ledger.common.strict_json import Object

Version = tuple[int, int, int]
WAIT = 2
"""Seconds that SQLite itself waits for another writer."""
ON_THE_DISK = "PRAGMA synchronous=EXTRA; PRAGMA fullfsync=ON;"
"""Answer a commit once it is there.

EXTRA is FULL that also syncs the folder after the rollback journal was removed from it: without
that, a power cut can bring the journal back, which undoes a commit that was already answered. In
WAL mode the two are the same. On macOS a plain sync stops in the cache of the disk.
"""


def bring_our_own() -> None:
    """Let `sqlite3` be pysqlite3 where it is installed, before Django or anybody imports it.

    The SQLite of every Debian so far has the WAL-reset bug; that package brings one that has
    not. There must be one of them only in a process: each would end the other's file locks.
    """
    with suppress(ImportError):
        sys.modules["sqlite3"] = import_module("pysqlite3")
        sys.modules["sqlite3.dbapi2"] = import_module("pysqlite3.dbapi2")


def wal_is_sound(version: Version) -> bool:
    """Whether this SQLite has the fix for the WAL-reset bug that can lose commits.

    Present from 3.7.0 on; fixed in 3.51.3 and, for the older lines, in 3.44.6 and 3.50.7.
    """
    older = {(3, 44): (3, 44, 6), (3, 50): (3, 50, 7)}
    return version >= older.get(version[:2], (3, 51, 3))


def sqlite_options(version: Version) -> Object:
    """Database OPTIONS: the lock first, full sync, and delete triggers that REPLACE obeys."""
    journal = "WAL" if wal_is_sound(version) else "DELETE"
    return {
        "transaction_mode": "IMMEDIATE",
        "timeout": WAIT,
        "init_command": (
            f"PRAGMA journal_mode={journal}; {ON_THE_DISK} "
            "PRAGMA recursive_triggers=ON; PRAGMA foreign_keys=ON; "
            "PRAGMA journal_size_limit=8388608;"  # what a log keeps that grew while somebody read
        ),
    }
