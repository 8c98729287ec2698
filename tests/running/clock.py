"""A service whose clock can be put forward and back: only its own, by libfaketime.

`python -m tests.running.clock WORDS…` is `manage.py WORDS…` there. Only what the time of day is
changes: durations are measured by another clock, as on a machine that is put right.
"""

import os
import sys
import threading
import time
from pathlib import Path

from tests.running.needs import lacking

RIGHT = "+0"


class Clock:
    """The clock of the processes that have `environment`."""

    def __init__(self, folder: Path) -> None:
        self._file = folder / "clock"
        self.put(RIGHT)

    def put(self, away: str) -> None:
        """So far from the right time, as libfaketime writes it: +3y, -2d."""
        fresh = self._file.with_suffix(".new")
        fresh.write_text(f"{away}\n")
        fresh.replace(self._file)

    @property
    def environment(self) -> dict[str, str]:
        return {
            "LD_PRELOAD": str(library()),
            "FAKETIME_TIMESTAMP_FILE": str(self._file),
            "FAKETIME_NO_CACHE": "1",
            "FAKETIME_DONT_FAKE_MONOTONIC": "1",
            "NO_FAKE_STAT": "1",
        }


def library() -> Path:
    """That for programs with threads locks, so that a process which forks may hang."""
    paths = sorted(Path("/usr/lib").glob("*/faketime/libfaketime.so.1"))
    return paths[0] if paths else lacking("there is no libfaketime on this machine")


def sleep_otherwise() -> None:
    """Let time.sleep use another system call: libfaketime 0.9.10 gets the one it makes wrong."""
    time.sleep = lambda seconds: threading.Event().wait(seconds) and None  # type: ignore[assignment]


if __name__ == "__main__":
    from django.core.management import execute_from_command_line

    sleep_otherwise()
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "ledger.config.settings")
    execute_from_command_line(["manage.py", *sys.argv[1:]])
