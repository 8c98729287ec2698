"""Many phones at once, each with a connection of its own, on a database that really commits."""

import random
from collections import Counter
from collections.abc import Callable
from typing import Any
from uuid import UUID, uuid4

import pytest
from django.conf import settings
from django.db import connection

from ledger import books
from ledger.access import staff_tokens
from ledger.access.actor import ON_THE_MACHINE
from ledger.books import balances
from ledger.books.audit import differences
from ledger.common import refusals
from ledger.common.refusals import NotOwed, TokenMadeBefore
from ledger.database import guards, transactions
from ledger.database.postgresql import is_serializable
from ledger.models import Payment, Round, Session, StaffToken
from ledger.tables import carry_over, payments, sessions
from tests.sample_tables import a_table, finishing, play, redo
from tests.stories.at_once import WRITERS, together, unlock
from tests.trust import Tell, sizes

READERS = 2


@pytest.mark.trust("R4")
def test_eight_phones_sending_the_same_rounds_write_each_once(fresh_ledger: str) -> None:
    table, ids = a_table(), [uuid4() for _ in range(25)]

    def send_all(seed: int) -> list[books.Recorded]:
        order = random.Random(seed).sample(ids, len(ids))
        return [
            books.record(table.pk, submission_id=id, facts=finishing(2, 1, 4, 3), by=ON_THE_MACHINE)
            for id in order
        ]

    answers = together([lambda seed=seed: send_all(seed) for seed in range(WRITERS)])
    assert [answer for answer in answers if isinstance(answer, Exception)] == []
    recorded = [one for answer in answers if isinstance(answer, list) for one in answer]
    numbers: dict[UUID, set[int]] = {id: set() for id in ids}
    for one in recorded:
        numbers[one.round.submission_id].add(one.round.number)
    assert sorted(number for each in numbers.values() for number in each) == list(range(1, 26))
    assert sum(one.created for one in recorded) == len(ids)
    assert list(differences()) == []


def owing() -> Session:
    """A table at which seat 3 owes seat 2 2.000."""
    table = a_table()
    play(table, 2, 3)
    return sessions.close(table.pk, by=ON_THE_MACHINE)


def pay(table: Session, amount: int, id: UUID | None = None) -> Payment:
    facts = {"debtor": 3, "creditor": 2, "amount": amount}
    return payments.pay(table.pk, **facts, submission_id=id or uuid4(), by=ON_THE_MACHINE)[0]


def test_many_phones_never_mark_more_than_is_owed(fresh_ledger: str) -> None:
    table = owing()
    answers = together([lambda: pay(table, 500) for _ in range(WRITERS)])
    assert Counter(map(type, answers)) == {Payment: 4, NotOwed: 4}
    assert {each.balance for each in balances.scoreboard(table)} == {0}
    assert list(differences()) == []


def test_the_same_payment_from_many_phones_is_one(fresh_ledger: str) -> None:
    table, id = owing(), uuid4()
    answers = together([lambda: pay(table, 500, id) for _ in range(WRITERS)])
    assert answers == [table.payments.get()] * WRITERS


def test_a_round_is_void_or_paid_for_but_not_both(fresh_ledger: str) -> None:
    for _ in range(10):
        table = owing()
        together(
            [lambda t=table: pay(t, 2000), lambda t=table: books.void(t.pk, 1, by=ON_THE_MACHINE)]
        )
        assert {each.balance for each in balances.scoreboard(table)} == {0}
        assert table.payments.count() + table.postings.filter(kind="void").count() == 1
    assert list(differences()) == []


def test_what_is_left_is_carried_once_whatever_is_paid_meanwhile(fresh_ledger: str) -> None:
    for _ in range(5):
        table, id = owing(), uuid4()
        carry = [
            lambda t=table, i=id: carry_over.carry(t.pk, submission_id=i, by=ON_THE_MACHINE)
            for _ in range(3)
        ]
        together([*carry, lambda t=table: pay(t, 500), lambda t=table: pay(t, 500)])
        new = table.carries.get().target
        paid = sum(each.amount for each in table.payments.all())
        assert {each.balance for each in balances.scoreboard(table)} == {0}
        assert new.seats.get(number=2).balance == 2000 - paid
    assert list(differences()) == []


def test_two_scorers_of_one_round_leave_one_round(fresh_ledger: str) -> None:
    table = a_table()
    for number in range(10):
        answers = together([lambda n=number: play(table, after=n) for _ in range(2)])
        kinds = Counter(type(answer) for answer in answers)
        assert kinds == {Round: 1, refusals.StaleRound: 1}
    assert Round.objects.count() == 10


def test_voiding_and_correcting_at_once_reverses_once(fresh_ledger: str) -> None:
    table = a_table()
    for number in range(1, 6):
        newest = play(table).number
        answers = together(
            [
                *(lambda n=newest: books.void(table.pk, n, by=ON_THE_MACHINE) for _ in range(3)),
                *(lambda n=newest: redo(table, n, 1, 2, 3, 4) for _ in range(3)),
            ]
        )
        refused = [answer for answer in answers if isinstance(answer, Exception)]
        assert [type(error) for error in refused] == [refusals.AlreadyCorrected] * 2
        assert Round.objects.count() == 2 * number
    assert list(differences()) == []


class Bank:
    """Eight players, eight writers, two readers who add up all balances all the time.

    All let go of their connection as a request does: a pool has fewer than there are people.
    """

    def __init__(self, rounds: int) -> None:
        self.table, self.rounds = a_table(8), rounds
        self.writing, self.sums = WRITERS, Counter[int]()

    def write(self, seed: int) -> None:
        rng = random.Random(seed)
        try:
            for _ in range(self.rounds):
                play(self.table, *rng.sample(range(1, 9), rng.randint(2, 4)))
                if rng.random() < 0.2:
                    books.void(self.table.pk, 1, by=ON_THE_MACHINE)
                connection.close()
        finally:
            self.writing -= 1

    def read(self) -> None:
        while self.writing > 0:
            self.sums[sum(seat.balance for seat in balances.scoreboard(self.table))] += 1
            connection.close()

    def check(self) -> None:
        """A check of a table in play finds nothing either."""
        while self.writing > 0:
            assert list(differences([self.table.pk])) == []
            connection.close()

    def run(self, *more: Callable[[], object]) -> list[Exception]:
        writers: list[Callable[[], Any]] = [
            lambda seed=seed: self.write(seed) for seed in range(WRITERS)
        ]
        answers = together([*writers, *(self.read for _ in range(READERS)), *more])
        return [answer for answer in answers if isinstance(answer, Exception)]


@pytest.mark.trust("R5")
@sizes("rounds", 4, 20)
def test_every_look_at_all_balances_adds_up_to_zero(
    fresh_ledger: str, rounds: int, tell: Tell
) -> None:
    bank = Bank(rounds)
    assert bank.run(bank.check) == []
    looks = bank.sums.total()
    tell(f"{WRITERS} writers × {rounds} rounds, {looks} looks, {looks - bank.sums[0]} not 0")
    assert set(bank.sums) == {0}
    assert Round.objects.count() == WRITERS * rounds
    assert list(differences()) == []


@pytest.mark.trust("R5", control=True)
def test_without_the_lock_the_bank_does_not_hold(
    fresh_ledger: str, monkeypatch: pytest.MonkeyPatch, tell: Tell
) -> None:
    """The control: what the test above shows is the lock's doing."""
    if is_serializable(settings.DATABASES["default"]):
        pytest.skip("SERIALIZABLE does without the lock, only slower")
    if connection.vendor == "sqlite":
        monkeypatch.setitem(connection.settings_dict["OPTIONS"], "transaction_mode", "DEFERRED")
        connection.close()
    unlock(monkeypatch)
    monkeypatch.setattr(transactions, "PAUSE", 0)
    bank = Bank(rounds=5)
    failed = bank.run()
    tell(f"{len(failed)} of {WRITERS} writers failed, {bank.sums.total()} looks")
    assert failed


@pytest.mark.trust("R5", control=True)
def test_without_the_lock_and_the_triggers_the_book_is_wrong(
    fresh_ledger: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The control of the control: not only refused, but wrong, where nothing protects.

    The balances alone stay right: one statement adds to them.
    """
    if connection.vendor != "postgresql":
        pytest.skip("SQLite has one writer at a time whatever we do")
    if is_serializable(settings.DATABASES["default"]):
        pytest.skip("SERIALIZABLE keeps balances right on its own")
    guards.remove(connection)
    with connection.cursor() as cursor:
        for table, constraint in (
            ("round", "round_number_once"),
            ("posting", "posting_number_once"),
            ("change", "change_number_once"),
        ):
            cursor.execute(f"ALTER TABLE ledger_{table} DROP CONSTRAINT {constraint}")
    unlock(monkeypatch)
    bank = Bank(rounds=5)
    bank.run()
    codes = {difference.code for difference in differences([bank.table.pk])}
    assert {"gap", "hash"} <= codes


def test_a_form_sent_eight_times_at_once_makes_one_staff_token(fresh_ledger: str) -> None:
    form = uuid4()
    answers = together([lambda: staff_tokens.make("Hà", form)] * 8)
    made = [answer for answer in answers if isinstance(answer, tuple)]
    refused = [answer for answer in answers if isinstance(answer, TokenMadeBefore)]
    assert (len(made), len(refused)) == (1, 7)
    assert staff_tokens.holder_of(made[0][1]) == StaffToken.objects.get()
