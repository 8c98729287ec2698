"""Whose turn it is to write, and how long a thread waits for it."""

import os
import threading
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager, suppress
from fcntl import LOCK_EX, LOCK_NB, flock
from typing import IO, Any

from django.db import OperationalError, connection
from django.db.backends.signals import connection_created
from django.dispatch import receiver

ALONE = 20.0
"""Seconds that a command waits for another writer."""

_thread = threading.local()


def wait_at_most(seconds: float) -> None:
    """Let this thread wait so long for another writer: others wait for it."""
    _thread.patience = seconds


def patience() -> float:
    """How many seconds this thread waits for another writer."""
    return float(getattr(_thread, "patience", ALONE))


@receiver(connection_created)
def _opened(connection: Any, **_: object) -> None:
    if connection.vendor == "sqlite":
        connection.connection.execute(f"PRAGMA busy_timeout={patience() * 1000:.0f}")


@contextmanager
def turn() -> Iterator[None]:
    """Have one's turn among the writers; raises OperationalError.

    Writers of SQLite, of whatever process, wait for a lock that the kernel hands on at once:
    SQLite's own wait sleeps up to 100 ms between two looks. Its lock is taken all the same.
    """
    with ExitStack() as taken:
        if connection.vendor == "sqlite":
            with suppress(OSError):  # where no file can be made there is SQLite's own wait
                name = f"{connection.settings_dict['NAME']}-turn"
                _take(taken.enter_context(open(name, "ab", opener=_private)))
        yield


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
