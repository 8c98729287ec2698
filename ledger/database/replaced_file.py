"""SQLite is opened anew where another file stands in its place, as after a restore."""

import os
import threading
from contextlib import suppress

from django.db import connection

_of_thread = threading.local()


def reopen_replaced_database() -> None:
    """Let this thread open SQLite anew where another file stands in its place by now.

    Else what it answers "saved" would be in a file that is gone.
    """
    if connection.vendor == "sqlite":
        now = _identity(connection.settings_dict["NAME"])
        if getattr(_of_thread, "file", now) != now:
            connection.close()
        _of_thread.file = now


def _identity(path: str) -> tuple[int, int] | None:
    with suppress(OSError):
        status = os.stat(path)
        return status.st_dev, status.st_ino
    return None
