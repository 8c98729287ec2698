"""One write, one transaction, one lock: the row of the session."""

import contextlib
import random
import time
from collections.abc import Callable, Iterator
from contextvars import ContextVar
from typing import Any, TypeVar

from django.db import DatabaseError, InterfaceError, OperationalError, transaction

from ledger.models import Session
from ledger.refusals import ServiceBusy, UnknownSession

Answer = TypeVar("Answer")

TRIES = 5
PAUSE = 0.02
"""Seconds to wait at most before the second try; twice as long before each further one."""

_within: ContextVar[bool] = ContextVar("_within", default=False)
"""Whether a write is under way here."""

CONFLICTS = frozenset({"40001", "40P01"})
"""SQLSTATE of a serialization failure and of a deadlock: nothing happened, try again."""


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
    except (OperationalError, InterfaceError) as error:
        raise ServiceBusy from error


def committed(write: Callable[[], Answer]) -> Answer:
    """Run `write` in a transaction of its own and return once it is on disk.

    Conflicts with other writers are tried again from the start, at most TRIES times.
    Any other database failure leaves open whether it was committed: ServiceBusy.
    Inside another such write it is a part of that one.
    """
    if _within.get():
        return write()
    for attempt in range(TRIES):
        try:
            with reachable(), transaction.atomic(durable=True), _one_write():
                answer = write()
                if also := _also.get():
                    also(answer)
                return answer
        except (DatabaseError, ServiceBusy) as error:
            if not _is_conflict(error):
                raise
        time.sleep(random.uniform(0, PAUSE * 2**attempt))
    raise ServiceBusy


@contextlib.contextmanager
def _one_write() -> Iterator[None]:
    token = _within.set(True)
    try:
        yield
    finally:
        _within.reset(token)


def locked(session_id: str) -> Session:
    """The session, held until the end of the transaction; raises UnknownSession.

    SQLite took the lock when the transaction began (IMMEDIATE).
    """
    session = Session.objects.select_for_update().filter(pk=session_id).first()
    if session is None:
        raise UnknownSession
    return session


def _is_conflict(error: BaseException | None) -> bool:
    """Whether a conflict stands anywhere among the causes of `error`."""
    seen: set[int] = set()
    while error is not None and id(error) not in seen:
        if getattr(error, "sqlstate", None) in CONFLICTS:
            return True
        seen.add(id(error))
        error = error.__cause__ or error.__context__
    return False
