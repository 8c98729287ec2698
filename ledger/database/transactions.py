"""One write, one transaction, one lock: the row of the session."""

import contextlib
import random
import time
from collections.abc import Callable, Iterator
from contextvars import ContextVar
from typing import Any, TypeVar

from django.conf import settings
from django.db import DatabaseError, InterfaceError, OperationalError, connection, transaction

from ledger.common.refusals import ServiceBusy, UnknownSession
from ledger.database.prepared import Prepared
from ledger.database.write_queue import turn
from ledger.models import Session

Answer = TypeVar("Answer")

TRIES: int = settings.DATABASE_TRIES
PAUSE, LONGEST = 0.02, 0.3
"""Seconds to wait at most before the second try; twice as long before each further one."""

_within: ContextVar[bool] = ContextVar("_within", default=False)
"""Whether a write is under way here."""

_acting: ContextVar[bool] = ContextVar("_acting", default=False)
"""Whether an act of `together` is."""

CONFLICTS = frozenset({"40001", "40P01"})
"""SQLSTATE of a serialization failure and of a deadlock: nothing happened, try again."""

OUTLIVED = frozenset({"25006", "0A000"})
"""SQLSTATE of a server that only reads, as another one is the primary now or is about to be, and
of a statement prepared before a migration changed what it reads. A new connection helps, but
neither is told as an operational error."""

_LOCKED = Prepared(Session.objects.select_for_update(), "id")

_also: ContextVar[Callable[[Any], object] | None] = ContextVar("also", default=None)


@contextlib.contextmanager
def together_with(also: Callable[[Any], object]) -> Iterator[None]:
    """What is committed in this block is committed with what `also` writes, or not at all.

    `also` is called in the same transaction with what the write answered.
    """
    token = _also.set(also)
    try:
        yield
    finally:
        _also.reset(token)


@contextlib.contextmanager
def reachable() -> Iterator[None]:
    """Turn a database that is locked, full, read-only or gone into ServiceBusy."""
    try:
        yield
    except (DatabaseError, InterfaceError) as error:
        if not unanswered(error):
            raise
        leave_outlived(error)
        raise ServiceBusy from error


def unanswered(error: BaseException) -> bool:
    """Whether the database did not take what it was told for reasons of its own."""
    return isinstance(error, OperationalError | InterfaceError) or _has(error, OUTLIVED)


def leave_outlived(error: BaseException) -> None:
    """Close a connection that is no good any more, or its pool would lend it again."""
    if _has(error, OUTLIVED) and (opened := connection.connection):
        opened.close()


def committed(write: Callable[[], Answer]) -> Answer:
    """Run `write` in a transaction of its own and return once it is on disk.

    With a standby that commits wait for it is on both disks. Conflicts with other writers
    are tried again from the start, at most TRIES times. Any other database failure leaves
    open whether it was committed: ServiceBusy. Inside another such write it is a part of
    that one.
    """
    if _within.get():
        return write()

    def once() -> Answer:
        with reachable(), turn(), _undoubted() as doubts, transaction.atomic(durable=True):
            answer = _written(write)
            doubts.clear()  # what was said before COMMIT is not about it
        return answer

    return _tried_again(once)


def together(act: Callable[[], Answer]) -> Answer:
    """Run what is no write of ours, but Django's, in one transaction that is tried again.

    Inside another such act it is a part of that one.
    """
    if _acting.get():
        return act()

    def once() -> Answer:
        token = _acting.set(True)
        try:
            with transaction.atomic():
                return act()
        finally:
            _acting.reset(token)

    return _tried_again(once)


def _tried_again(once: Callable[[], Answer]) -> Answer:
    """What it answers; from the start, at most TRIES times, where another writer was in its way."""
    for attempt in range(TRIES):
        try:
            return once()
        except Exception as error:
            if not _has(error, CONFLICTS):
                raise
        time.sleep(random.uniform(0, min(PAUSE * 2**attempt, LONGEST)))
    raise ServiceBusy


def confirmed(session_id: str, answer: Answer) -> Answer:
    """`answer`, read from rows of this session, once they are as safe as if just committed.

    PostgreSQL shows rows that its standby may lack: those of a COMMIT whose wait was broken
    off, by a cancel or a restart. Locking the session is written down after them, and is
    itself waited for. SQLite shows only what is on disk.
    """
    if connection.vendor == "sqlite":
        return answer

    def write() -> Answer:
        locked(session_id)
        return answer

    return committed(write)


def _written(write: Callable[[], Answer]) -> Answer:
    """What `write` answers, and what goes along with it, in the transaction under way."""
    token = _within.set(True)
    try:
        answer = write()
        if also := _also.get():
            also(answer)
        return answer
    finally:
        _within.reset(token)


@contextlib.contextmanager
def _undoubted() -> Iterator[list[str]]:
    """Gathers the server's warnings; one that is left at the end is about COMMIT: an error.

    A COMMIT that was told to wait no longer for the standby takes effect, is answered as
    if all were well, and says in a warning alone that one more failure may undo it.
    """
    if connection.vendor == "sqlite":
        yield []
        return
    connection.ensure_connection()
    opened: Any = connection.connection
    warnings: list[str] = []

    def hear(said: Any) -> None:
        if said.severity_nonlocalized == "WARNING":
            warnings.append(said.message_primary)

    opened.add_notice_handler(hear)
    try:
        yield warnings
    finally:
        opened.remove_notice_handler(hear)
    if warnings:
        raise OperationalError(warnings[0])


def locked(session_id: str) -> Session:
    """The session, held until the end of the transaction; raises UnknownSession.

    SQLite took the lock when the transaction began (IMMEDIATE).
    """
    return locking(session_id)()


def locking(session_id: str) -> Callable[[], Session]:
    """Ask for the lock; what this returns waits for it, and is the session as `locked` has it."""
    asked = _LOCKED.asked(session_id)

    def held() -> Session:
        if found := asked():
            return found[0]
        raise UnknownSession

    return held


def _has(error: BaseException | None, states: frozenset[str]) -> bool:
    """Whether one of these SQLSTATEs stands anywhere among the causes of `error`."""
    seen: set[int] = set()
    while error is not None and id(error) not in seen:
        if getattr(error, "sqlstate", None) in states:
            return True
        seen.add(id(error))
        error = error.__cause__ or error.__context__
    return False
