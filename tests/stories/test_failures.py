"""When the database fails: nothing is half written, and nothing is called saved that is not."""

import contextlib
import random
import sqlite3
from collections.abc import Callable, Iterator
from contextlib import contextmanager, nullcontext
from typing import Any
from uuid import UUID, uuid4

import psycopg
import pytest
from django.db import DatabaseError, OperationalError, connection
from django.db.backends.base.base import BaseDatabaseWrapper

from ledger import books
from ledger.access.actor import ON_THE_MACHINE
from ledger.books import balances
from ledger.books.audit import differences
from ledger.common import refusals
from ledger.database import transactions
from ledger.database.transactions import retry, write_together
from ledger.models import Entry, Payment, Posting, Round, Session
from ledger.tables import payments, sessions
from tests.sample_tables import a_table, finishing, play, redo
from tests.stories.at_once import WRITERS, together, unlock
from tests.trust import Tell, sizes

Statement = Callable[..., Any]


@pytest.fixture
def table(fresh_ledger: str, monkeypatch: pytest.MonkeyPatch) -> Session:
    monkeypatch.setattr(transactions, "PAUSE", 0)
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
    return tuple(model.objects.count() for model in (Round, Payment, Posting, Entry))


def pay(table: Session, id: UUID | None = None) -> Payment:
    """Seat 3, who leaves, hands seat 2 some of what round 1 costs."""
    facts = {"debtor": 3, "creditor": 2, "amount": 500, "leaver": 3}
    return payments.pay(table.pk, **facts, submission_id=id or uuid4(), by=ON_THE_MACHINE)[0]


WRITES: dict[str, Callable[[Session], object]] = {
    "record": lambda table: play(table, 1, 2, 3, 4, id=UUID(int=7)),
    "void": lambda table: books.void(table.pk, 1, by=ON_THE_MACHINE),
    "correct": lambda table: redo(table, 1, 4, 3, 2, 1),
    "bet unit": lambda table: sessions.change_bet_unit(table.pk, 10, by=ON_THE_MACHINE),
    "rules": lambda table: sessions.change_rules(table.pk, "dem_la", {}, by=ON_THE_MACHINE),
    "player": lambda table: sessions.add_player(table.pk, "Em", by=ON_THE_MACHINE),
    "payment": lambda table: pay(table),
}


@pytest.mark.trust("R8")
@pytest.mark.parametrize("write", WRITES)
def test_a_failure_at_any_statement_leaves_nothing_behind(
    table: Session, write: str, tell: Tell
) -> None:
    play(table)
    before, statements = (written(), balances.scoreboard(table)), 0
    for statement in range(1, 60):
        with failing(lambda n, at=statement: n == at, lambda: OperationalError("disk full")) as n:
            try:
                WRITES[write](table)
            except refusals.ServiceBusy:
                assert (written(), balances.scoreboard(table)) == before
                continue
        statements = n[0]
        break
    tell(f"{write}: {statements} statements, each of them failed once")
    assert statements >= 3
    assert list(differences()) == []


@pytest.mark.trust("R8", control=True)
def test_without_a_transaction_a_failure_leaves_a_half_behind(
    table: Session, monkeypatch: pytest.MonkeyPatch, tell: Tell
) -> None:
    monkeypatch.setattr(transactions, "atomic", lambda *_using, **_how: nullcontext())
    unlock(monkeypatch)
    halves, before = 0, written()
    for statement in range(3, 12):
        with (
            failing(lambda n, at=statement: n == at, lambda: OperationalError("disk full")),
            contextlib.suppress(refusals.PostingError, DatabaseError),
        ):
            play(table)
        halves += written() != before
        before = written()
    tell(f"9 statements failed, {halves} halves left")
    assert halves
    assert list(differences()) != []


@pytest.mark.trust("R8")
def test_a_conflict_is_tried_again_from_the_start(table: Session) -> None:
    for statement in range(4, 13):
        with failing(lambda n, at=statement: n == at, conflict):
            play(table)
    assert Round.objects.count() == 9
    assert list(differences()) == []


def in_conflict(one_in: int, rng: random.Random) -> Callable[[Any], None]:
    """A COMMIT that is refused so often, as one of two writers at once is told."""
    plain = BaseDatabaseWrapper._commit

    def commit(self: Any) -> None:
        if rng.randrange(one_in) == 0:
            raise conflict()
        plain(self)

    return commit


def sent_until_saved(table: Session, rounds: int) -> int:
    """Eight phones record so many rounds together; how often one was told to come back."""

    def phone() -> int:
        busy = 0
        for _ in range(rounds // WRITERS):
            id = uuid4()
            while True:
                try:
                    play(table, id=id)
                    break
                except refusals.ServiceBusy:
                    busy += 1
        return busy

    return sum(answer for answer in together([phone] * WRITERS) if isinstance(answer, int))


@pytest.mark.trust("R8")
@sizes("rounds", 80, 320)
def test_conflicts_at_every_fifth_commit_are_tried_again(
    table: Session, monkeypatch: pytest.MonkeyPatch, rounds: int, tell: Tell
) -> None:
    with monkeypatch.context() as patched:
        patched.setattr(BaseDatabaseWrapper, "_commit", in_conflict(5, random.Random(1)))
        busy = sent_until_saved(table, rounds)
    tell(f"{rounds} rounds from 8 phones, {busy} told to come back")
    assert Round.objects.count() == rounds
    assert busy < rounds / 20
    assert list(differences()) == []


@pytest.mark.trust("R8", control=True)
def test_tried_once_only_every_fifth_is_told_to_come_back(
    table: Session, monkeypatch: pytest.MonkeyPatch, tell: Tell
) -> None:
    monkeypatch.setattr(transactions, "TRIES", 1)
    with monkeypatch.context() as patched:
        patched.setattr(BaseDatabaseWrapper, "_commit", in_conflict(5, random.Random(1)))
        busy = sent_until_saved(table, 80)
    tell(f"80 rounds from 8 phones, {busy} told to come back")
    assert busy > 80 / 20


@pytest.mark.trust("R8")
def test_endless_conflicts_end_in_service_busy(table: Session) -> None:
    with failing(lambda n: n > 3, conflict) as count, pytest.raises(refusals.ServiceBusy):
        play(table)
    assert count[0] <= 3 + 2 * transactions.TRIES
    assert written() == (0, 0, 0, 0)


def test_another_failure_is_not_tried_again(table: Session) -> None:
    tried: list[int] = []

    def write() -> None:
        tried.append(1)
        with write_together():
            raise OperationalError("gone")

    with pytest.raises(refusals.ServiceBusy):
        retry(write)()
    assert len(tried) == 1


def losing_the_answer(*, before: bool, times: int = 1) -> Callable[[Any], None]:
    """A COMMIT whose answer is lost, before or after it took effect; later ones are well."""
    plain, left = BaseDatabaseWrapper._commit, [times]

    def commit(self: Any) -> None:
        left[0] -= 1
        if left[0] < 0 or not before:
            plain(self)
        if left[0] >= 0:
            raise OperationalError("connection lost")

    return commit


@pytest.mark.trust("R8")
def test_a_lost_answer_to_commit_is_asked_for_by_submission_id(
    table: Session, monkeypatch: pytest.MonkeyPatch
) -> None:
    with monkeypatch.context() as patched:
        patched.setattr(BaseDatabaseWrapper, "_commit", losing_the_answer(before=False))
        round = play(table, id=(id := uuid4()))
    assert play(table, id=id) == round
    assert Round.objects.count() == 1
    assert list(differences()) == []


def unsure(
    table: Session, monkeypatch: pytest.MonkeyPatch, commit: Callable[[Any], None], times: int
) -> None:
    """A round is there, but as often as it is sent nobody calls it saved, until COMMIT is well."""
    id = uuid4()
    with monkeypatch.context() as patched:
        patched.setattr(BaseDatabaseWrapper, "_commit", commit)
        for _ in range(times):
            with pytest.raises(refusals.ServiceBusy):
                play(table, id=id)
            assert Round.objects.count() == 1
    assert play(table, id=id).number == 1


@pytest.mark.trust("R8")
def test_what_others_see_is_not_called_saved_before_a_commit_after_it_was_answered(
    table: Session, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A standby may not have it yet, which only the next COMMIT waits for."""
    if connection.vendor != "postgresql":
        pytest.skip("SQLite shows only what is on disk")
    unsure(table, monkeypatch, losing_the_answer(before=False, times=4), times=2)
    assert Round.objects.count() == 1


def warning_at_commit(self: Any) -> None:
    """A COMMIT that takes effect while the server warns that its standby may not have it."""
    with self.cursor() as cursor:
        cursor.execute("DO $$ BEGIN RAISE WARNING 'canceling wait'; END $$")
    self.connection.commit()


@pytest.mark.trust("R8")
def test_a_commit_that_the_server_warns_of_is_not_called_saved(
    table: Session, monkeypatch: pytest.MonkeyPatch
) -> None:
    if connection.vendor != "postgresql":
        pytest.skip("SQLite has no standby")
    unsure(table, monkeypatch, warning_at_commit, times=1)


@pytest.mark.trust("R8")
def test_a_warning_that_is_not_about_the_commit_is_none_of_ours(table: Session) -> None:
    if connection.vendor != "postgresql":
        pytest.skip("SQLite has no warnings")

    with write_together():
        with connection.cursor() as cursor:
            cursor.execute("DO $$ BEGIN RAISE WARNING 'by the way'; END $$")
        assert play(table).number == 1


@pytest.mark.trust("R8")
def test_a_server_that_takes_no_writes_any_more_is_busy_and_not_asked_again(
    table: Session,
) -> None:
    if connection.vendor != "postgresql":
        pytest.skip("SQLite has one server, this one")
    with connection.cursor() as cursor:
        cursor.execute("SET default_transaction_read_only = on")
    with pytest.raises(refusals.ServiceBusy):
        play(table)
    connection.close()
    assert play(table).number == 1


@pytest.mark.trust("R8")
def test_a_payment_whose_answer_is_lost_is_asked_for_too(
    table: Session, monkeypatch: pytest.MonkeyPatch
) -> None:
    play(table)
    with monkeypatch.context() as patched:
        patched.setattr(BaseDatabaseWrapper, "_commit", losing_the_answer(before=False))
        payment = pay(table, id := uuid4())
    assert pay(table, id) == payment
    assert Payment.objects.count() == 1
    assert list(differences()) == []


@pytest.mark.trust("R8")
def test_a_commit_that_did_not_happen_is_not_called_saved(
    table: Session, monkeypatch: pytest.MonkeyPatch
) -> None:
    with monkeypatch.context() as patched:
        patched.setattr(BaseDatabaseWrapper, "_commit", losing_the_answer(before=True))
        with pytest.raises(refusals.ServiceBusy):
            play(table, id=(id := uuid4()))
    assert written() == (0, 0, 0, 0)
    assert play(table, id=id).number == 1


@contextmanager
def lock(url: str) -> Iterator[None]:
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


@pytest.mark.trust("R8")
def test_a_database_that_stays_locked_is_busy(
    table: Session, fresh_ledger: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(transactions, "patience", lambda: 0.05)
    if connection.vendor == "sqlite":
        connection.cursor().execute("PRAGMA busy_timeout = 50")
    with lock(fresh_ledger), pytest.raises(refusals.ServiceBusy) as busy:
        play(table)
    assert busy.value.retry_after > 0
    assert play(table).number == 1


@pytest.mark.trust("R8")
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
    with pytest.raises(refusals.ServiceBusy):
        play(table, id=(id := uuid4()))
    for _ in range(10):  # a pool may hold several dead connections
        connection.close()
        try:
            assert play(table, id=id).number == 1
            break
        except refusals.ServiceBusy:
            continue
    assert Round.objects.count() == 1


@pytest.mark.trust("R8")
def test_a_file_that_cannot_be_written_is_busy(table: Session, fresh_ledger: str) -> None:
    if connection.vendor != "sqlite":
        pytest.skip("SQLite's own")
    with connection.cursor() as cursor:
        cursor.execute("PRAGMA query_only = ON")
    with pytest.raises(refusals.ServiceBusy):
        books.record(table.pk, submission_id=uuid4(), facts=finishing(1, 2), by=ON_THE_MACHINE)
    assert written() == (0, 0, 0, 0)
