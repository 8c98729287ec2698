"""One write, one transaction, one lock: the row of the session.

    @retry
    def rename(session_id: str, name: str) -> None:
        with transaction(session_id) as session:
            session.name = name
            session.save(update_fields=["name"])

A transaction inside another one is a part of it, as Django's `atomic` has it.
"""

import contextlib
import random
import threading
import time
from collections.abc import Callable, Iterator
from functools import wraps
from typing import Any, ParamSpec, TypeVar

from django.conf import settings
from django.core.cache import cache
from django.db import DatabaseError, InterfaceError, OperationalError, connection
from django.db.transaction import atomic

from ledger.common.refusals import ServiceBusy, UnknownSession
from ledger.database import postgresql
from ledger.database.turns import patience, turn, write_through
from ledger.models import SESSION, Session, session_of

P = ParamSpec("P")
Answer = TypeVar("Answer")

_thread = threading.local()

TRIES = postgresql.TRIES
if postgresql.is_serializable(settings.DATABASES["default"]):
    TRIES = postgresql.SERIALIZABLE_TRIES
PAUSE, LONGEST = 0.02, 0.3
"""Seconds to wait at most before the second try; twice as long before each further one."""

CONFLICTS = frozenset({"40001", "40P01"})
"""SQLSTATE of a serialization failure and of a deadlock: nothing happened, try again."""

OUTDATED = frozenset({"25006", "0A000"})
"""SQLSTATE of a server that only reads, because another one is the primary, and of a statement
prepared before a migration. A new connection helps, but neither is an OperationalError."""

SAFE = "safe-"
"""In the cache of this process, by session: the newest line of the log that it put on the disk."""

LOCK_TIMEOUT = "SET LOCAL lock_timeout = %d"
"""In each transaction: a connection of PgBouncer's forgets, or is lent to somebody else."""

LOCK = f"SELECT {', '.join(SESSION)} FROM ledger_session WHERE id = %s"
"""Plain SQL, because every write begins with it: Django takes 5 times as long to build it."""


def retry(write: Callable[P, Answer]) -> Callable[P, Answer]:
    """Run `write` again from its start, at most TRIES times, after a conflict with another writer.

    Where one such function calls another, only the outer one is run again: the whole is.
    """

    @wraps(write)
    def tried(*args: P.args, **kwargs: P.kwargs) -> Answer:
        if getattr(_thread, "is_trying", False):
            return write(*args, **kwargs)
        _thread.is_trying = True
        try:
            return _try(lambda: write(*args, **kwargs))
        finally:
            _thread.is_trying = False

    return tried


def _try(write: Callable[[], Answer]) -> Answer:
    for attempt in range(TRIES):
        try:
            return write()
        except Exception as error:
            if not _has(error, CONFLICTS):
                raise
        time.sleep(random.uniform(0, min(PAUSE * 2**attempt, LONGEST)))
    raise ServiceBusy


@contextlib.contextmanager
def transaction(session_id: str) -> Iterator[Session]:
    """Hold the session's row until the commit; raises UnknownSession, else as `write_together`."""
    with write_together():
        session = locked(session_id)
        before = session.log_head
        yield session
    if session.log_head != before:
        _remember(session)


def _remember(session: Session) -> None:
    """That its newest line is on the disk, unless an outer transaction may take it back."""
    if not connection.in_atomic_block:
        cache.set(SAFE + session.pk, session.log_head)


@contextlib.contextmanager
def write_together() -> Iterator[None]:
    """Commit everything in this block or nothing; at its end it is on disk.

    With a standby that commits wait for, it is on both disks. A conflict is raised for
    `retry`; any other failure of the database leaves open whether it was committed: ServiceBusy.
    """
    if connection.in_atomic_block:
        with atomic():
            yield
        return
    with reachable(), _warnings() as warnings, turn():
        if connection.vendor != "sqlite":
            connection.cursor().execute(LOCK_TIMEOUT % (patience() * 1000))
        yield
        warnings.clear()  # only warnings about COMMIT count


def locked(session_id: str) -> Session:
    """The session, held until the end of the transaction; raises UnknownSession.

    SQLite took the lock when the transaction began (IMMEDIATE).
    """
    lock = LOCK if connection.vendor == "sqlite" else f"{LOCK} FOR UPDATE"
    with connection.cursor() as cursor:
        cursor.execute(lock, [session_id])
        if row := cursor.fetchone():
            return session_of(row)
    raise UnknownSession


@retry
def confirm(session_id: str) -> None:
    """Return once the rows that were read of this session are as safe as if just committed.

    PostgreSQL shows rows that its standby may lack: those of a COMMIT whose wait was broken
    off by a cancel or a restart. A lock on the session is written after them, and is itself
    waited for. SQLite shows what may be in the cache of the disk only: a commit that failed
    at its end, or whose process was killed there. What this process put there itself is safe.
    """
    safe = cache.get(SAFE + session_id) if connection.vendor == "sqlite" else None
    if safe and Session.objects.filter(pk=session_id, log_head=safe).exists():
        return
    with transaction(session_id) as session:
        if connection.vendor == "sqlite":
            write_through()
    _remember(session)


@contextlib.contextmanager
def reachable() -> Iterator[None]:
    """Turn a database that is locked, full, read-only or gone into ServiceBusy."""
    try:
        yield
    except (DatabaseError, InterfaceError) as error:
        if not unanswered(error) or _has(error, CONFLICTS):
            raise
        leave_outlived(error)
        raise ServiceBusy from error


def unanswered(error: BaseException) -> bool:
    """Whether the database failed for reasons of its own, and may answer later."""
    if str(error).startswith("no such "):  # SQLite's words for tables of another release
        return False
    return isinstance(error, OperationalError | InterfaceError) or _has(error, OUTDATED)


def leave_outlived(error: BaseException) -> None:
    """Close a connection that is no good any more, or its pool would lend it again."""
    if _has(error, OUTDATED) and (opened := connection.connection):
        opened.close()


@contextlib.contextmanager
def _warnings() -> Iterator[list[str]]:
    """Collect the server's warnings; one that is left at the end is an error.

    A COMMIT that no longer waits for the standby takes effect and is answered as usual;
    only a warning says that one more failure may undo it.
    """
    warnings: list[str] = []
    if connection.vendor == "sqlite":
        yield warnings
        return
    connection.ensure_connection()
    opened: Any = connection.connection

    def add(notice: Any) -> None:
        if notice.severity_nonlocalized == "WARNING":
            warnings.append(notice.message_primary)

    opened.add_notice_handler(add)
    try:
        yield warnings
    finally:
        opened.remove_notice_handler(add)
    if warnings:
        raise OperationalError(warnings[0])


def _has(error: BaseException | None, states: frozenset[str]) -> bool:
    """Whether one of these SQLSTATEs stands anywhere among the causes of `error`."""
    seen: set[int] = set()
    while error is not None and id(error) not in seen:
        if getattr(error, "sqlstate", None) in states:
            return True
        seen.add(id(error))
        error = error.__cause__ or error.__context__
    return False


def in_a_line(problem: Exception) -> str:
    """What the database or the system says of a failure, without the lines that follow."""
    return (str(problem).strip() or type(problem).__name__).splitlines()[0]
