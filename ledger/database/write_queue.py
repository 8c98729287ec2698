"""One writer after the other before SQLite's lock, which has no queue.

Whoever finds it taken sleeps ever longer, up to a tenth of a second at a time, while others
who came later take it. Here they look again in the time of a short write.
"""

import os
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

from django.core.files import locks
from django.db import connection

PAUSE = 0.0002
"""Seconds between two looks."""

PATIENCE = 1.0
"""Seconds after which SQLite's own lock decides: whoever has the turn may have been stopped."""


@contextmanager
def turn() -> Iterator[None]:
    """Do this while no other process or thread that asks for its turn does."""
    if connection.vendor != "sqlite":
        yield
        return
    folder = None
    with suppress(OSError):  # then SQLite says what is wrong, if anything is
        folder = os.open(Path(connection.settings_dict["NAME"]).parent, os.O_RDONLY)
        _wait_for(folder)
    try:
        yield
    finally:
        if folder is not None:
            os.close(folder)


def _wait_for(folder: int) -> None:
    """Lock the folder, not the file: closing that would end SQLite's own locks."""
    end = time.monotonic() + PATIENCE
    while not locks.lock(folder, locks.LOCK_EX | locks.LOCK_NB) and time.monotonic() < end:
        time.sleep(PAUSE)
