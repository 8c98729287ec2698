"""When the database fails: nothing is half written, and nothing is called saved that is not."""

import sqlite3
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any
from uuid import UUID, uuid4

import psycopg
import pytest
from django.db import OperationalError, connection
from django.db.backends.base.base import BaseDatabaseWrapper

from ledger import balances, posting, writing
from ledger.checking import differences
from ledger.models import Entry, Posting, Round, Session
from tests.ledger.tables import a_table, finishing, play, redo

Statement = Callable[..., Any]


@pytest.fixture
def table(fresh_ledger: str, monkeypatch: pytest.MonkeyPatch) -> Session:
    monkeypatch.setattr(writing, "PAUSE", 0)
    return a_table()


class ConflictError(Exception):
    sqlstate = "40001"


def conflict() -> OperationalError:
    error = OperationalError("could not serialize access")
    error.__cause__ = ConflictError()
    return error


@contextmanager
def failing(at: Callable[[int], bool], error: Callable[[], Exception]) -> Iterator[list[int]]:
    """Raise `error` instead of every statement whose number from 1 on `at` picks."""
    count = [0]

    def execute(run: Statement, *args: Any) -> Any:
        count[0] += 1
        if at(count[0]):
            raise error()
        return run(*args)

    with connection.execute_wrapper(execute):
        yield count


def written() -> tuple[int, ...]:
    return tuple(model.objects.count() for model in (Round, Posting, Entry))


WRITES: dict[str, Callable[[Session], object]] = {
    "record": lambda table: play(table, 1, 2, 3, 4, id=UUID(int=7)),
    "void": lambda table: posting.void(table.pk, 1),
    "correct": lambda table: redo(table, 1, 4, 3, 2, 1),
    "bet unit": lambda table: posting.change_bet_unit(table.pk, 10),
    "rules": lambda table: posting.change_rules(table.pk, "dem_la", {}),
    "player": lambda table: posting.add_player(table.pk, "Em"),
}


@pytest.mark.parametrize("write", WRITES)
def test_a_failure_at_any_statement_leaves_nothing_behind(table: Session, write: str) -> None:
    play(table)
    before, statements = (written(), balances.scoreboard(table)), 0
    for statement in range(1, 60):
        with failing(lambda n, at=statement: n == at, lambda: OperationalError("disk full")) as n:
            try:
                WRITES[write](table)
            except posting.ServiceBusy:
                assert (written(), balances.scoreboard(table)) == before
                continue
        statements = n[0]
        break
    assert statements >= 3
    assert list(differences()) == []


def test_a_conflict_is_tried_again_from_the_start(table: Session) -> None:
    for statement in range(4, 13):
        with failing(lambda n, at=statement: n == at, conflict):
            play(table)
    assert Round.objects.count() == 9
    assert list(differences()) == []


def test_endless_conflicts_end_in_service_busy(table: Session) -> None:
    with failing(lambda n: n > 3, conflict) as count, pytest.raises(posting.ServiceBusy):
        play(table)
    assert count[0] <= 3 + 2 * writing.TRIES
    assert written() == (0, 0, 0)


def test_another_failure_is_not_tried_again(table: Session) -> None:
    tried: list[int] = []

    def write() -> None:
        tried.append(1)
        raise OperationalError("gone")

    with pytest.raises(posting.ServiceBusy):
        writing.committed(write)
    assert len(tried) == 1


def losing_the_answer(*, before: bool) -> Callable[[Any], None]:
    """A COMMIT whose answer is lost, before or after it took effect."""
    plain = BaseDatabaseWrapper._commit

    def commit(self: Any) -> None:
        if not before:
            plain(self)
        raise OperationalError("connection lost")

    return commit


def test_a_lost_answer_to_commit_is_asked_for_by_submission_id(
    table: Session, monkeypatch: pytest.MonkeyPatch
) -> None:
    with monkeypatch.context() as patched:
        patched.setattr(BaseDatabaseWrapper, "_commit", losing_the_answer(before=False))
        round = play(table, id=(id := uuid4()))
    assert play(table, id=id) == round
    assert Round.objects.count() == 1
    assert list(differences()) == []


def test_a_commit_that_did_not_happen_is_not_called_saved(
    table: Session, monkeypatch: pytest.MonkeyPatch
) -> None:
    with monkeypatch.context() as patched:
        patched.setattr(BaseDatabaseWrapper, "_commit", losing_the_answer(before=True))
        with pytest.raises(posting.ServiceBusy):
            play(table, id=(id := uuid4()))
    assert written() == (0, 0, 0)
    assert play(table, id=id).number == 1


@contextmanager
def held(url: str) -> Iterator[None]:
    """Somebody else holds the lock that every write needs."""
    if connection.vendor == "sqlite":
        other: Any = sqlite3.connect(url.removeprefix("sqlite:///"), isolation_level=None)
        other.execute("BEGIN EXCLUSIVE")
    else:
        other = psycopg.connect(url)
        other.execute("SELECT 1 FROM ledger_session FOR UPDATE")
    yield
    other.rollback()
    other.close()


def test_a_database_that_stays_locked_is_busy(table: Session, fresh_ledger: str) -> None:
    impatient = {"sqlite": "PRAGMA busy_timeout = 50", "postgresql": "SET lock_timeout = 50"}
    with connection.cursor() as cursor:
        cursor.execute(impatient[connection.vendor])
    with held(fresh_ledger), pytest.raises(posting.ServiceBusy) as busy:
        play(table)
    assert busy.value.retry_after > 0
    assert play(table).number == 1


def test_a_connection_that_was_cut_is_busy_and_the_next_one_works(
    table: Session, fresh_ledger: str
) -> None:
    if connection.vendor != "postgresql":
        pytest.skip("a file has no connection to cut")
    with psycopg.connect(fresh_ledger, autocommit=True) as other:
        other.execute(
            "SELECT pg_terminate_backend(pid) FROM pg_stat_activity"
            " WHERE datname = current_database() AND pid <> pg_backend_pid()"
        )
    with pytest.raises(posting.ServiceBusy):
        play(table, id=(id := uuid4()))
    for _ in range(10):  # a pool may hold several dead connections
        connection.close()
        try:
            assert play(table, id=id).number == 1
            break
        except posting.ServiceBusy:
            continue
    assert Round.objects.count() == 1


def test_a_file_that_cannot_be_written_is_busy(table: Session, fresh_ledger: str) -> None:
    if connection.vendor != "sqlite":
        pytest.skip("SQLite's own")
    with connection.cursor() as cursor:
        cursor.execute("PRAGMA query_only = ON")
    with pytest.raises(posting.ServiceBusy):
        posting.record(table.pk, submission_id=uuid4(), facts=finishing(1, 2))
    assert written() == (0, 0, 0)
