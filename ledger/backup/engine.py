"""What a kind of database must be able to do, so that its ledger can be copied and put back."""

from contextlib import AbstractContextManager
from pathlib import Path
from typing import Protocol

from django.db import connection


class CopyError(Exception):
    """Nothing was copied or put back; the message is a sentence in Vietnamese, then in English."""

    def __init__(self, vi: str, en: str) -> None:
        super().__init__(f"{vi} / {en}")


class Engine(Protocol):
    """Copies of one kind of database."""

    def knows(self, path: Path) -> bool:
        """Whether this file looks like such a copy."""

    def save(self, path: Path) -> None:
        """Copy the database as it stood at one moment; who writes meanwhile goes on."""

    def opened(self, path: Path) -> AbstractContextManager[str]:
        """The name of a database made from the copy, which is gone afterwards."""

    def put(self, path: Path) -> None:
        """Replace what the database holds by the copy, wholly or not at all."""


def leave() -> None:
    """Close every connection of this process, those in its pool too."""
    connection.close()
    close_pool = getattr(connection, "close_pool", None)
    if close_pool:
        close_pool()


def begins_with(path: Path, mark: bytes) -> bool:
    with path.open("rb") as file:
        return file.read(len(mark)) == mark
