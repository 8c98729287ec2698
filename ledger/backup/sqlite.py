"""SQLite copies itself, page by page under its own locks."""

import os
import sqlite3
import tempfile
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path

from django.db import connection

from ledger.backup.engine import CopyError, begins_with, leave

MARK = b"SQLite format 3\x00"
WAITING = 20
"""Seconds for which somebody else may hold the lock."""


class SQLite:
    """See Engine."""

    def knows(self, path: Path) -> bool:
        return begins_with(path, MARK)

    def save(self, path: Path) -> None:
        _copy(_here(), path)
        _sync(path)

    @contextmanager
    def opened(self, path: Path) -> Iterator[str]:
        with tempfile.TemporaryDirectory(prefix="ledger-") as folder:
            scratch = Path(folder) / "copy.sqlite3"
            _copy(path, scratch)
            _refuse_broken(scratch)
            yield str(scratch)

    def put(self, path: Path) -> None:
        here = _here()
        leave()
        _copy(path, here)
        _sync(here)


ENGINE = SQLite()


def _here() -> Path:
    return Path(str(connection.settings_dict["NAME"]))


def _copy(source: Path, target: Path) -> None:
    """All in one step: a copy taken in several begins anew whenever somebody writes."""
    address = f"{source.absolute().as_uri()}?mode=rw"
    try:
        with (
            closing(sqlite3.connect(address, uri=True, timeout=WAITING)) as opened,
            closing(sqlite3.connect(target, timeout=WAITING)) as copy,
        ):
            opened.backup(copy)
    except sqlite3.Error as problem:
        raise CopyError(f"Không sao được: {problem}", f"It cannot be copied: {problem}") from None


def _refuse_broken(path: Path) -> None:
    with closing(sqlite3.connect(path)) as copy:
        (found,) = copy.execute("PRAGMA integrity_check(1)").fetchone()
    if found != "ok":
        raise CopyError(f"Bản sao bị hỏng: {found}", f"The copy is damaged: {found}")


def _sync(path: Path) -> None:
    """On disk, its name in the folder too."""
    for each in (path, path.parent):
        opened = os.open(each, os.O_RDONLY)
        os.fsync(opened)
        os.close(opened)
