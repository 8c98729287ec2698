"""GET sessions/{id}/settlement/: the fewest payments that settle the table."""

from uuid import uuid4

import pytest

from ledger.access.actor import ON_THE_MACHINE
from ledger.books import balances
from ledger.tables import payments, sessions
from tests.api.calls import scorer
from tests.api.questions import Reads
from tests.sample_tables import a_table, play

pytestmark = pytest.mark.django_db


class TestTheSameQuestions(Reads):
    path = "settlement/"


def test_two_pairs_that_are_quits_among_themselves_need_two_payments(db: None) -> None:
    session = a_table()
    play(session, 2, 3)
    sessions.change_bet_unit(session.pk, 5000, by=ON_THE_MACHINE)
    play(session, 4, 1)
    body = scorer(session).get("settlement/").json()
    assert sorted(body["payments"], key=lambda payment: payment["amount"]) == [
        {"payer": 3, "payee": 2, "amount": 2000},
        {"payer": 1, "payee": 4, "amount": 5000},
    ]
    assert [player["balance"] for player in body["players"]] == [-5000, 2000, -2000, 5000]


def test_no_money_moves(db: None) -> None:
    session = a_table()
    play(session)
    before = balances.scoreboard(session)
    scorer(session).get("settlement/")
    assert balances.scoreboard(session) == before


def test_nobody_pays_before_the_first_round(db: None) -> None:
    assert scorer().get("settlement/").json()["payments"] == []


def test_what_was_paid_is_not_asked_for_again(db: None) -> None:
    session = a_table(2)
    play(session, 2, 1)
    sessions.close(session.pk, by=ON_THE_MACHINE)
    payments.pay(
        session.pk, debtor=1, creditor=2, amount=1500, submission_id=uuid4(), by=ON_THE_MACHINE
    )
    body = scorer(session).get("settlement/").json()
    assert body["payments"] == [{"payer": 1, "payee": 2, "amount": 500}]
