"""POST sessions/{id}/open/: playing on after all."""

from uuid import uuid4

import pytest

from ledger.access.actor import ON_THE_MACHINE
from ledger.models import Session
from ledger.tables import payments, sessions
from tests.api.calls import a_round, scorer
from tests.api.questions import Writes
from tests.sample_tables import a_table, play

pytestmark = pytest.mark.django_db


class TestTheSameQuestions(Writes):
    method, path, methods = "POST", "open/", ("POST",)

    @pytest.fixture
    def session(self, db: None) -> Session:
        session = a_table()
        play(session)
        return sessions.close(session.pk, by=ON_THE_MACHINE)

    def test_sent_twice_it_is_opened_once(self, session: Session) -> None:
        first, again = (self.call(scorer(session)) for _ in range(2))
        assert first.content == again.content
        assert session.changes.filter(kind="reopened").count() == 1


def test_rounds_are_taken_again_and_what_was_paid_stays_paid(db: None) -> None:
    session = a_table()
    play(session, 2, 3)
    sessions.close(session.pk, by=ON_THE_MACHINE)
    payments.pay(
        session.pk, debtor=3, creditor=2, amount=500, submission_id=uuid4(), by=ON_THE_MACHINE
    )
    caller = scorer(session)
    body = caller.post("open/").json()
    assert (body["state"], body["closed_at"]) == ("open", None)
    assert [each["balance"] for each in body["players"]] == [0, 1500, -1500, 0]
    assert caller.post("rounds/", a_round()).status_code == 201
    assert caller.post("rounds/1/void/").status_code == 200
