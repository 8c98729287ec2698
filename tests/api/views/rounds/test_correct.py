"""PUT sessions/{id}/rounds/{n}/: the round told again, in its own place."""

from typing import Any

import pytest

from ledger.access.actor import ON_THE_MACHINE
from ledger.models import Round, Session
from ledger.tables import sessions
from tests.api.calls import a_round, problem, scorer
from tests.api.questions import Writes
from tests.sample_tables import a_table, play

pytestmark = pytest.mark.django_db


class TestTheSameQuestions(Writes):
    method, path, methods, good = "PUT", "rounds/1/", ("GET", "PUT"), 201

    def body(self) -> Any:
        return a_round(1, 2, 3, 4)

    def test_sent_twice_it_is_corrected_once(self, session: Session) -> None:
        sent = a_round(1, 2, 3, 4)
        first, again = (scorer(session)("PUT", "rounds/1/", sent) for _ in range(2))
        assert (first.status_code, again.status_code) == (201, 200)
        assert first.content == again.content
        assert Round.objects.filter(session=session).count() == 2


@pytest.fixture
def session(db: None) -> Session:
    session = a_table()
    play(session)
    return session


def test_it_voids_the_old_one_and_keeps_its_terms(session: Session) -> None:
    sessions.change_bet_unit(session.pk, 6000, by=ON_THE_MACHINE)
    body = scorer(session)("PUT", "rounds/1/", a_round(1, 2, 3, 4)).json()
    assert (body["number"], body["corrects"], body["bet_unit"]) == (2, 1, 2000)
    assert body["balances"] == {"1": 2000, "2": 1000, "3": -1000, "4": -2000}
    assert scorer(session).get("rounds/1/").json()["state"] == "void"


def test_a_round_is_corrected_once(session: Session) -> None:
    scorer(session)("PUT", "rounds/1/", a_round())
    refusal = problem(scorer(session)("PUT", "rounds/1/", a_round()), 409, "already_corrected")
    assert refusal["round"] == 2


def test_refused_facts_leave_the_old_round(session: Session) -> None:
    sent = a_round() | {"facts": {"players": [1, 2], "places": [3]}}
    problem(scorer(session)("PUT", "rounds/1/", sent), 422)
    assert scorer(session).get("rounds/1/").json()["state"] == "recorded"


def test_a_stale_correction_is_a_conflict(session: Session) -> None:
    problem(scorer(session)("PUT", "rounds/1/", a_round(after=0)), 409, "stale_round")


def test_an_id_used_for_another_round_is_a_conflict(session: Session) -> None:
    sent = a_round()
    scorer(session).post("rounds/", sent)
    problem(scorer(session)("PUT", "rounds/1/", sent), 409, "different_facts")


def test_a_round_that_is_not_there_is_not_found(session: Session) -> None:
    for number in ("2", "0", "x"):
        problem(scorer(session)("PUT", f"rounds/{number}/", a_round()), 404)


@pytest.mark.parametrize(
    ("method", "handed_on"),
    [("PUT", "banker seat 1"), ("POST", "no banker")],
    ids=["again", "void"],
)
def test_it_says_how_a_later_round_began_otherwise(db: None, method: str, handed_on: str) -> None:
    session = a_table(rules="xi_dach")
    call = scorer(session)
    for banker in (2, 2):
        call.post("rounds/", all_lost_to(banker))
    if method == "PUT":
        changed = call("PUT", "rounds/1/", all_lost_to(1))
    else:
        changed = call.post("rounds/1/void/", {})
    (notice,) = changed.json()["later"]
    words = f"Round 2 began with banker seat 2; by round 1 as it is now it is {handed_on}."
    assert (notice["code"], notice["message"]) == ("handed_on", words)
    assert call("PUT", "rounds/2/", all_lost_to(1)).json()["later"] == []


def all_lost_to(banker: int) -> dict[str, Any]:
    con = {str(seat): "lost" for seat in (1, 2, 3, 4) if seat != banker}
    return a_round() | {"facts": {"players": [1, 2, 3, 4], "banker": banker, "con": con}}
