"""POST sessions/{id}/rounds/{n}/void/: taken back by new entries, as often as it is sent."""

from typing import Any
from uuid import uuid4

import pytest

from ledger.access.actor import ON_THE_MACHINE
from ledger.models import Posting, Session
from ledger.tables import payments, sessions
from tests.api.calls import a_round, problem, scorer
from tests.api.questions import Writes
from tests.sample_tables import a_table, play, redo

pytestmark = pytest.mark.django_db


class TestTheSameQuestions(Writes):
    method, path, methods = "POST", "rounds/1/void/", ("POST",)

    def body(self) -> Any:
        return {"reason": "Chia nhầm"}

    def test_sent_twice_it_is_reversed_once(self, session: Session) -> None:
        first, again = (self.call(scorer(session)) for _ in range(2))
        assert (first.status_code, again.status_code) == (200, 200)
        assert first.content == again.content
        assert Posting.objects.filter(session=session).count() == 2


@pytest.fixture
def session(db: None) -> Session:
    session = a_table()
    play(session)
    return session


def test_the_round_stays_visible_and_the_balances_are_those_before(session: Session) -> None:
    body = scorer(session).post("rounds/1/void/").json()
    assert (body["number"], body["state"]) == (1, "void")
    assert body["amounts"]["2"] == 2000
    players = scorer(session).get().json()["players"]
    assert [player["balance"] for player in players] == [0, 0, 0, 0]


def test_the_reason_is_kept(session: Session) -> None:
    scorer(session).post("rounds/1/void/", {"reason": "Chia nhầm"})
    assert Posting.objects.get(kind="void").reason == "Chia nhầm"


@pytest.mark.parametrize("reason", ["a" * 201, "a\x07", "\u202e"])
def test_a_reason_that_cannot_be_kept_is_refused(session: Session, reason: str) -> None:
    problem(scorer(session).post("rounds/1/void/", {"reason": reason}), 422, "text_refused")


def test_a_closed_sessions_round_can_be_voided(session: Session) -> None:
    sessions.close(session.pk, by=ON_THE_MACHINE)
    assert scorer(session).post("rounds/1/void/").json()["state"] == "void"


def test_a_corrected_round_is_void_already(session: Session) -> None:
    redo(session, 1, 1, 2, 3, 4)
    assert scorer(session).post("rounds/1/void/").json()["state"] == "void"
    assert Posting.objects.filter(kind="void").count() == 1


def test_a_round_that_is_not_there_is_not_found(session: Session) -> None:
    for number in ("2", "0", "x", "9" * 30):
        problem(scorer(session).post(f"rounds/{number}/void/"), 404)


def test_a_table_that_settles_keeps_its_rounds(session: Session) -> None:
    sessions.close(session.pk, by=ON_THE_MACHINE)
    payments.pay(
        session.pk, debtor=3, creditor=2, amount=500, submission_id=uuid4(), by=ON_THE_MACHINE
    )
    refused = scorer(session).post("rounds/1/void/", {})
    assert (refused.status_code, refused.json()["code"]) == (409, "settling")
    assert refused.json()["detail"] == "The table is settling up: open it again to change a round."
    refused = scorer(session)("PUT", "rounds/1/", a_round(1, 2, 3, 4))
    assert (refused.status_code, refused.json()["code"]) == (409, "settling")
