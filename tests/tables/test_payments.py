"""Money handed over at the table, marked as paid: the book follows, and nothing is lost of it."""

from collections.abc import Callable
from typing import Any
from uuid import uuid4

import pytest
from django.utils.translation import override

from ledger import books
from ledger.access.actor import ON_THE_MACHINE
from ledger.books import balances
from ledger.books.audit import differences
from ledger.books.entries import ledger_entries
from ledger.common.refusals import (
    AmountRefused,
    DifferentPayment,
    NotOwed,
    Settling,
    StillPlaying,
    UnknownPayment,
    UnknownSeat,
)
from ledger.models import AMOUNT_LIMIT, Change, Payment, Seat, Session
from ledger.people import totals
from ledger.tables import payments, sessions
from tests.sample_tables import a_table, finishing, play, redo


@pytest.fixture
def table(db: None) -> Session:
    """An has 1.000 to get, Bình 2.000; Cúc owes 2.000 and Dũng 1.000. The table is closed."""
    table = a_table()
    play(table)
    return sessions.close(table.pk, by=ON_THE_MACHINE)


def standing(table: Session) -> list[int]:
    return [each.balance for each in balances.scoreboard(table)]


def pay(
    table: Session, debtor: int = 3, creditor: int = 2, amount: int = 2000, **more: Any
) -> Payment:
    sent: dict[str, Any] = {
        "debtor": debtor,
        "creditor": creditor,
        "amount": amount,
        "submission_id": uuid4(),
    }
    return payments.pay(table.pk, **sent | more, by=ON_THE_MACHINE)[0]


def counts(table: Session) -> tuple[int, int, int]:
    table.refresh_from_db()
    return table.payments.count(), table.posting_count, table.log_count


def test_a_payment_brings_both_nearer_to_nothing(table: Session) -> None:
    assert standing(table) == [1000, 2000, -2000, -1000]
    made = pay(table)
    assert made.number == 1
    assert standing(table) == [1000, 0, 0, -1000]
    pay(table, 4, 1, 400)
    assert standing(table) == [600, 0, 0, -600]
    pay(table, 4, 1, 600)
    assert standing(table) == [0, 0, 0, 0]
    assert list(differences([table.pk])) == []


def test_its_entry_goes_from_the_creditor_to_the_debtor(table: Session) -> None:
    pay(table)
    table.refresh_from_db()
    *_, last = ledger_entries(table)
    facts = (last.kind, last.round, last.payer, last.payee, last.amount, last.reason)
    assert facts == ("payment", None, 2, 3, 2000, "settlement")
    assert last.balances == {1: 1000, 2: 0, 3: 0, 4: -1000}


def test_the_reasons_add_up_to_the_balance_and_no_round_is_counted(table: Session) -> None:
    pay(table, amount=500)
    for total in totals.totals(table):
        assert sum(total.by_reason.values()) == total.balance
        assert total.played == 1
    assert totals.totals(table)[2].by_reason == {"place": -2000, "settlement": 500}
    payments.unmark(table.pk, 1, by=ON_THE_MACHINE)
    assert totals.totals(table)[2].by_reason == {"place": -2000}


def test_a_mark_taken_back_leaves_the_balances_as_they_were(table: Session) -> None:
    before = standing(table)
    pay(table)
    payments.unmark(table.pk, 1, by=ON_THE_MACHINE)
    assert standing(table) == before
    rows = counts(table)
    payments.unmark(table.pk, 1, by=ON_THE_MACHINE)
    assert counts(table) == rows
    assert pay(table).number == 2
    assert list(differences([table.pk])) == []


def test_the_same_id_and_payment_again_change_nothing(table: Session) -> None:
    id = uuid4()
    pay(table, submission_id=id)
    rows = counts(table)
    assert pay(table, submission_id=id).number == 1
    payments.unmark(table.pk, 1, by=ON_THE_MACHINE)
    assert pay(table, submission_id=id).number == 1
    assert standing(table) == [1000, 2000, -2000, -1000], "what was taken back stays so"
    assert (rows, counts(table)) == ((1, 2, 4), (1, 3, 5))


@pytest.mark.parametrize("other", [{"amount": 1000}, {"debtor": 4}, {"creditor": 1}])
def test_the_same_id_with_another_payment_is_refused(table: Session, other: dict[str, int]) -> None:
    id = uuid4()
    pay(table, amount=500, submission_id=id)
    with pytest.raises(DifferentPayment):
        pay(table, **{"amount": 500, "submission_id": id} | other)
    assert counts(table) == (1, 2, 4)


@pytest.mark.parametrize(
    ("debtor", "creditor", "amount"),
    [
        (3, 2, 2001),
        (3, 2, 0),
        (3, 2, -500),
        (2, 3, 2000),
        (3, 1, 1001),
        (4, 2, 1001),
        (3, 4, 1000),
        (1, 2, 1000),
        (3, 3, 1000),
    ],
)
def test_what_is_not_owed_is_refused(
    table: Session, debtor: int, creditor: int, amount: int
) -> None:
    with pytest.raises(NotOwed):
        pay(table, debtor, creditor, amount)
    assert counts(table) == (0, 1, 3)


def test_the_refusal_says_how_much_is_left(table: Session) -> None:
    with pytest.raises(NotOwed) as refused:
        pay(table, 3, 1, 1500)
    sentences = {
        "vi": "Cúc còn phải trả 2.000, An còn được nhận 1.000: không đánh dấu 1.500 được.",
        "en": "Cúc still owes 2,000, An is still owed 1,000: 1,500 cannot be marked as paid.",
    }
    for language, sentence in sentences.items():
        with override(language):
            assert refused.value.message() == sentence


def test_more_than_an_entry_can_be_of_is_paid_in_parts(table: Session) -> None:
    Seat.objects.filter(session=table, number=3).update(balance=-2 * AMOUNT_LIMIT)
    Seat.objects.filter(session=table, number=2).update(balance=2 * AMOUNT_LIMIT)
    with pytest.raises(AmountRefused):
        pay(table, amount=AMOUNT_LIMIT + 1)
    assert pay(table, amount=AMOUNT_LIMIT).amount == AMOUNT_LIMIT


@pytest.mark.parametrize("pair", [(9, 2), (3, 9)])
def test_only_who_sits_at_the_table_pays(table: Session, pair: tuple[int, int]) -> None:
    with pytest.raises(UnknownSeat):
        pay(table, *pair)


def test_what_was_never_paid_cannot_be_taken_back(table: Session) -> None:
    with pytest.raises(UnknownPayment):
        payments.unmark(table.pk, 1, by=ON_THE_MACHINE)


def test_at_an_open_table_only_who_leaves_is_settled_with(table: Session) -> None:
    sessions.reopen(table.pk, by=ON_THE_MACHINE)
    with pytest.raises(StillPlaying):
        pay(table)
    with pytest.raises(StillPlaying):
        pay(table, leaver=4)
    assert not table.seats.get(number=4).sitting_out, "nothing was written"
    pay(table, leaver=3)
    assert table.seats.get(number=3).sitting_out
    play(table, 4, 2, 1)
    assert standing(table) == [-1000, 0, 0, 1000]
    assert list(differences([table.pk])) == []


CHANGES: dict[str, Callable[[Session], object]] = {
    "void": lambda table: books.void(table.pk, 1, by=ON_THE_MACHINE),
    "correct": lambda table: redo(table, 1, 1, 2, 3, 4),
}


@pytest.mark.parametrize("what", CHANGES)
def test_rounds_stay_while_the_table_settles(table: Session, what: str) -> None:
    pay(table, amount=500)
    with pytest.raises(Settling):
        CHANGES[what](table)
    sessions.reopen(table.pk, by=ON_THE_MACHINE)
    CHANGES[what](table)
    assert list(differences([table.pk])) == []


@pytest.mark.parametrize("what", CHANGES)
def test_rounds_of_a_closed_table_change_as_long_as_nobody_paid(table: Session, what: str) -> None:
    pay(table, amount=500)
    payments.unmark(table.pk, 1, by=ON_THE_MACHINE)
    CHANGES[what](table)
    assert list(differences([table.pk])) == []


def test_a_void_round_stays_void_while_the_table_settles(table: Session) -> None:
    sessions.reopen(table.pk, by=ON_THE_MACHINE)
    play(table, 1, 2, 3, 4)
    books.void(table.pk, 2, by=ON_THE_MACHINE)
    sessions.close(table.pk, by=ON_THE_MACHINE)
    pay(table)
    books.void(table.pk, 2, by=ON_THE_MACHINE)
    with pytest.raises(Settling):
        redo(table, 2, 1, 2, 3, 4)


def test_a_correction_sent_again_answers_while_the_table_settles(table: Session) -> None:
    sent = {"submission_id": uuid4(), "facts": finishing(2, 1, 3, 4)}
    first = books.record(table.pk, correcting=1, **sent, by=ON_THE_MACHINE)
    pay(table, 4, 2, 500)
    assert books.record(table.pk, correcting=1, **sent, by=ON_THE_MACHINE).round == first.round


def test_reopening_keeps_what_was_paid(table: Session) -> None:
    pay(table)
    sessions.reopen(table.pk, by=ON_THE_MACHINE)
    assert standing(table) == [1000, 0, 0, -1000]
    books.void(table.pk, 1, by=ON_THE_MACHINE)
    assert standing(table) == [0, -2000, 2000, 0], "Bình gives back what he was handed"


def test_a_payment_is_a_line_of_the_log_and_tells_other_pages(table: Session) -> None:
    table.refresh_from_db()
    before = table.change_count
    pay(table)
    payments.unmark(table.pk, 1, by=ON_THE_MACHINE)
    kinds = table.changes.order_by("number").values_list("kind", "details")[2:]
    details = {"payment": 1, "seats": [3, 2], "amount": 2000}
    assert list(kinds) == [
        ("closed", {}),
        (Change.Kind.PAID, details),
        (Change.Kind.UNPAID, details),
    ]
    table.refresh_from_db()
    assert table.change_count == before + 2
