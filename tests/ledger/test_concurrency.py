"""Many phones at once, each with a connection of its own, on a database that really commits."""

import random
import threading
from collections import Counter
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from typing import Any, TypeVar
from uuid import UUID, uuid4

import pytest
from django.apps import apps
from django.db import connection

from ledger import balances, guards, posting, seating, writing
from ledger.checking import differences
from ledger.models import Round, Session
from tests.ledger.tables import a_table, finishing, play, redo

Answer = TypeVar("Answer")
WRITERS, READERS = 8, 2


def together(tasks: Sequence[Callable[[], Answer]]) -> list[Answer | Exception]:
    """Run the tasks at the same moment, one thread each; what each answered or raised."""
    start = threading.Barrier(len(tasks))

    def run(task: Callable[[], Answer]) -> Answer | Exception:
        start.wait()
        try:
            return task()
        except Exception as error:
            return error
        finally:
            connection.close()

    with ThreadPoolExecutor(len(tasks)) as pool:
        return list(pool.map(run, tasks))


def test_eight_phones_sending_the_same_rounds_write_each_once(fresh_ledger: str) -> None:
    table, ids = a_table(), [uuid4() for _ in range(25)]

    def send_all(seed: int) -> list[posting.Recorded]:
        order = random.Random(seed).sample(ids, len(ids))
        return [
            posting.record(table.pk, submission_id=id, facts=finishing(2, 1, 4, 3)) for id in order
        ]

    answers = together([lambda seed=seed: send_all(seed) for seed in range(WRITERS)])
    assert [answer for answer in answers if isinstance(answer, Exception)] == []
    recorded = [one for answer in answers if isinstance(answer, list) for one in answer]
    numbers: dict[UUID, set[int]] = {id: set() for id in ids}
    for one in recorded:
        numbers[one.round.submission_id].add(one.round.number)
    assert sorted(number for found in numbers.values() for number in found) == list(range(1, 26))
    assert sum(one.created for one in recorded) == len(ids)
    assert list(differences()) == []


def test_two_scorers_of_one_round_leave_one_round(fresh_ledger: str) -> None:
    table = a_table()
    for number in range(10):
        answers = together([lambda n=number: play(table, after=n) for _ in range(2)])
        kinds = Counter(type(answer) for answer in answers)
        assert kinds == {Round: 1, posting.StaleRound: 1}
    assert Round.objects.count() == 10


def test_voiding_and_correcting_at_once_reverses_once(fresh_ledger: str) -> None:
    table = a_table()
    for number in range(1, 6):
        newest = play(table).number
        answers = together(
            [
                *(lambda n=newest: posting.void(table.pk, n) for _ in range(3)),
                *(lambda n=newest: redo(table, n, 1, 2, 3, 4) for _ in range(3)),
            ]
        )
        refused = [answer for answer in answers if isinstance(answer, Exception)]
        assert [type(error) for error in refused] == [posting.AlreadyCorrected] * 2
        assert Round.objects.count() == 2 * number
    assert list(differences()) == []


class Bank:
    """Eight players, eight writers, two readers who add up all balances all the time."""

    def __init__(self, rounds: int) -> None:
        self.table, self.rounds = a_table(8), rounds
        self.writing, self.sums = WRITERS, Counter[int]()

    def write(self, seed: int) -> None:
        rng = random.Random(seed)
        try:
            for _ in range(self.rounds):
                play(self.table, *rng.sample(range(1, 9), rng.randint(2, 4)))
                if rng.random() < 0.2:
                    posting.void(self.table.pk, 1)
        finally:
            self.writing -= 1

    def read(self) -> None:
        while self.writing > 0:
            self.sums[sum(seat.balance for seat in balances.scoreboard(self.table))] += 1

    def check(self) -> None:
        """A check of a table in play finds nothing either."""
        while self.writing > 0:
            assert list(differences([self.table.pk])) == []

    def run(self, *more: Callable[[], object]) -> list[Exception]:
        writers: list[Callable[[], Any]] = [
            lambda seed=seed: self.write(seed) for seed in range(WRITERS)
        ]
        answers = together([*writers, *(self.read for _ in range(READERS)), *more])
        return [answer for answer in answers if isinstance(answer, Exception)]


def test_every_look_at_all_balances_adds_up_to_zero(fresh_ledger: str) -> None:
    bank = Bank(rounds=10)
    assert bank.run(bank.check) == []
    assert set(bank.sums) == {0}
    assert Round.objects.count() == WRITERS * 10
    assert list(differences()) == []


def test_without_the_lock_the_bank_does_not_hold(
    fresh_ledger: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The control: what the test above shows is the lock's doing."""
    if connection.vendor == "sqlite":
        monkeypatch.setitem(connection.settings_dict["OPTIONS"], "transaction_mode", "DEFERRED")
        connection.close()
    for module in (posting, seating):
        monkeypatch.setattr(module, "locked", lambda id: Session.objects.get(pk=id))
    monkeypatch.setattr(writing, "PAUSE", 0)
    assert Bank(rounds=5).run()


def test_without_the_lock_and_the_triggers_balances_are_wrong(
    fresh_ledger: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The control of the control: not only refused, but wrong, where nothing protects."""
    if connection.vendor != "postgresql":
        pytest.skip("SQLite has one writer at a time whatever we do")
    guards.remove(apps, connection)
    with connection.cursor() as cursor:
        for table, constraint in (
            ("round", "round_number_once"),
            ("posting", "posting_number_once"),
        ):
            cursor.execute(f"ALTER TABLE ledger_{table} DROP CONSTRAINT {constraint}")
    monkeypatch.setattr(posting, "locked", lambda id: Session.objects.get(pk=id))
    bank = Bank(rounds=5)
    bank.run()
    found = {difference.code for difference in differences([bank.table.pk])}
    assert "balance" in found
