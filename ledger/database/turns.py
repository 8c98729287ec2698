"""Whose turn it is to write, and how long a thread waits for it."""

import os
import threading
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager, suppress
from fcntl import LOCK_EX, LOCK_NB, flock
from time import monotonic, sleep
from typing import IO

from django.db import OperationalError, connection
from django.db.transaction import atomic

from ledger.database.sqlite import WAIT

ALONE = 20.0
"""Seconds that a command waits for another writer."""
PAUSE = 0.01
"""Seconds between two tries to begin."""
IO_FAILED, JOURNAL_REMOVED = 10, 10 | 5 << 8
"""SQLite's codes of any failure of the disk, and of the folder's after a commit took effect."""

_thread = threading.local()


def wait_at_most(seconds: float) -> None:
    """Let this thread wait so long for another writer: others wait for it."""
    _thread.patience = seconds


def patience() -> float:
    """How many seconds this thread waits for another writer."""
    return float(getattr(_thread, "patience", ALONE))


@contextmanager
def turn() -> Iterator[None]:
    """Have one's turn among the writers, a transaction; raises OperationalError.

    Writers of SQLite, of whatever process, wait for a lock that the kernel hands on at once:
    SQLite's own wait sleeps up to 100 ms between two looks. Its lock is taken all the same.
    """
    if connection.vendor != "sqlite":
        with atomic(durable=True):
            yield
        return
    end = monotonic() + patience()
    with ExitStack() as taken:
        with suppress(OSError):  # where no file can be made, SQLite's own lock is enough
            name = f"{connection.settings_dict['NAME']}-turn"
            _take(taken.enter_context(open(name, "ab", opener=_private)))
        begun = taken.enter_context(ExitStack())
        _begin(begun, end)
        yield
        _commit(begun)


def write_through() -> None:
    """Write a page of SQLite's file as it is: what was written before is on the disk after it."""
    connection.cursor().execute("PRAGMA user_version=0")


def _commit(begun: ExitStack) -> None:
    """Commit, or leave nothing behind; raises OperationalError, at worst not knowing which.

    SQLite calls a commit failed where the disk did not take the last of it. Another one that is
    taken writes over that, or has it on the disk where the removal of the journal was all that
    was missing: then it is as good as any.
    """
    try:
        begun.close()
    except OperationalError as error:
        failed = getattr(error.__cause__, "sqlite_errorcode", 0)
        if failed & 0xFF == IO_FAILED:
            write_through()
        if failed != JOURNAL_REMOVED:
            raise


def _private(path: str, flags: int) -> int:
    return os.open(path, flags, 0o600)


def _take(file: IO[bytes]) -> None:
    """Lock the file; who waits too long leaves it to a thread, which lets it go at once."""
    try:
        flock(file, LOCK_EX | LOCK_NB)
    except BlockingIOError:
        wait = threading.Thread(target=flock, args=(file, LOCK_EX), daemon=True)
        wait.start()
        wait.join(patience())
        if wait.is_alive():
            raise OperationalError("another process has its turn to write") from None


def _begin(taken: ExitStack, end: float) -> None:
    """Begin as soon as nobody writes who does not know of our lock.

    Who waits inside SQLite holds its connection, and where Python frees a cursor of that in
    another thread, all threads wait.
    """
    connection.ensure_connection()
    opened = connection.connection
    opened.execute("PRAGMA busy_timeout=0")
    try:
        while True:
            try:
                taken.enter_context(atomic(durable=True))
                return
            except OperationalError as error:
                if str(error) != "database is locked" or monotonic() > end:
                    raise
            sleep(PAUSE)
    finally:
        opened.execute(f"PRAGMA busy_timeout={WAIT * 1000}")
