"""Conflicts thrown at random into what the service writes, as a busy distributed engine does.

With CONFLICTS=0.2 in the environment about a fifth of all transactions of a test run fail
with SQLSTATE 40001, at some statement or at COMMIT; so does any writing statement that
stands alone. Nothing a person or program can see may come of it.
"""

import os
import random
import re
import sys
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import psycopg
from django.db import OperationalError
from django.db.backends.base.base import BaseDatabaseWrapper
from django.db.backends.utils import CursorWrapper

SHARE = float(os.environ.get("CONFLICTS", "0"))
MIGRATION = re.compile(r"/migrations/(executor|\d{4}_\w+)\.py|/ledger/database/guards\.py")
"""What alters tables, and what only migrations call: the guards' installing and removing."""

STATEMENTS = 12
"""How many a transaction has, roughly."""

IN_A_ROW = 3
"""Conflicts after which there is none until a COMMIT went well: giving up would be right."""

ROOT = Path(__file__).resolve().parents[1]
TESTS, SERVICE = str(ROOT / "tests"), str(ROOT / "ledger")
OFFICE = re.compile(r"/django/contrib/(admin/|auth/(admin|views)\.py)")
WRITES = ("INSERT", "UPDATE", "DELETE", "RELEASE")
"""What the statements begin with that a conflict may stand at without a transaction."""

Real = Callable[..., Any]


class Thrower:
    """Decides where a conflict happens."""

    def __init__(self, seed: str, share: float) -> None:
        self.random, self.share = random.Random(seed), share
        self.here = threading.local()

    def at_statement(self, word: str, within: bool) -> bool:
        """Maybe fail now: in a transaction, at the end of one in a test's own, or alone.

        Whether this is such an end.
        """
        undone, self.here.undone = getattr(self.here, "undone", False), word == "ROLLBACK"
        if word == "RELEASE" and undone:
            return False  # it ends what has failed already
        if within or word in WRITES:
            self.maybe(at_once=not within and word != "RELEASE")
        return word == "RELEASE" and not within

    def maybe(self, *, at_once: bool = False) -> None:
        """Fail now, but not for ever; one of many times, or `at_once` where there is but one."""
        share = self.share if at_once else self.share / STATEMENTS
        in_a_row = getattr(self.here, "in_a_row", 0)
        if in_a_row < IN_A_ROW and self.random.random() < share:
            self.here.in_a_row = in_a_row + 1
            raise OperationalError("thrown") from psycopg.errors.SerializationFailure("thrown")

    def succeeded(self) -> None:
        self.here.in_a_row = 0


@contextmanager
def thrown(seed: str, share: float, patch: Callable[[object, str, object], None]) -> Iterator[None]:
    """Throw until the end of the block; `patch` puts our functions in place of Django's."""
    thrower = Thrower(seed, share)
    execute, commit = CursorWrapper._execute, BaseDatabaseWrapper._commit

    def executing(self: Any, sql: Any, params: Any, *ignored: Any) -> Any:
        word = str(sql).lstrip().partition(" ")[0].upper()
        ends = (
            not _watched(self.db)
            and _by_the_service()
            and thrower.at_statement(word, _within(self.db))
        )
        answer = execute(self, sql, params, *ignored)
        if ends:
            thrower.succeeded()
        return answer

    def committing(self: Any) -> None:
        if not _watched(self) and _by_the_service():
            thrower.maybe()
        commit(self)
        thrower.succeeded()

    patch(CursorWrapper, "_execute", executing)
    patch(BaseDatabaseWrapper, "_commit", committing)
    yield


def _within(connection: BaseDatabaseWrapper) -> bool:
    """Whether the service has begun a transaction, also inside the test's own."""
    return any(not block._from_testcase for block in connection.atomic_blocks)


def _watched(connection: BaseDatabaseWrapper) -> bool:
    """Whether the test counts the statements under way, or fails some of them itself."""
    return bool(connection.force_debug_cursor or connection.execute_wrappers)


def _by_the_service() -> bool:
    """Whether the service asks the database, and neither the test itself nor a migration."""
    found, frame = False, sys._getframe(1)
    while frame := frame.f_back:
        name = frame.f_code.co_filename
        if MIGRATION.search(name):
            return False
        if name.startswith(TESTS):
            return found
        found = found or name.startswith(SERVICE) or bool(OFFICE.search(name))
    return found
