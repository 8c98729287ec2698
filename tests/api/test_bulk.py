"""POST sessions/{id}/rounds/bulk/: many rounds in one call, each answered on its own."""

from typing import Any
from uuid import uuid4

import pytest

from ledger.books import submissions
from ledger.common.refusals import ServiceBusy
from ledger.models import Round, Session
from tests.api.calls import Caller, a_round, problem, scorer
from tests.api.questions import Writes
from tests.ledger.tables import a_table

pytestmark = pytest.mark.django_db
PATH = "rounds/bulk/"


class TestTheSameQuestions(Writes):
    method, path, methods = "POST", PATH, ("POST",)
    other_types = ("5", '"text"', "true", "{}", "[]")

    def body(self) -> Any:
        return [a_round()]

    def test_an_unknown_field_is_refused(self, session: Session) -> None:
        told = scorer(session).post(PATH, [a_round() | {"after": 1}]).json()["results"][0]
        assert (told["outcome"], told["problem"]["code"]) == ("refused", "unknown_field")

    def test_sent_twice_every_round_is_there_once(self, session: Session) -> None:
        sent = [a_round() for _ in range(5)]
        first, again = (scorer(session).post(PATH, sent).json()["results"] for _ in range(2))
        assert {each["outcome"] for each in first} == {"recorded"}
        assert {each["outcome"] for each in again} == {"present"}
        assert [each["round"] for each in first] == [each["round"] for each in again]
        assert Round.objects.filter(session=session).count() == 6


@pytest.fixture
def caller(db: None) -> Caller:
    return scorer(a_table())


def test_each_is_answered_on_its_own_in_order(caller: Caller) -> None:
    good, other = a_round(), a_round()
    sent = [
        good,
        {"id": str(uuid4()), "facts": {"players": [1, 2]}},
        good,
        {"id": good["id"], "facts": {"players": [1, 2], "places": [1, 2]}},
        5,
        {},
        {"id": "x", "facts": []},
        other,
    ]
    told = caller.post(PATH, sent).json()["results"]
    outcomes = ["recorded", "refused", "present", *["refused"] * 4, "recorded"]
    assert [each["outcome"] for each in told] == outcomes
    assert [each["problem"] and each["problem"]["code"] for each in told][3:7] == [
        "different_facts",
        "type",
        "missing",
        "type",
    ]
    assert [each["round"]["number"] for each in told if each["round"]] == [1, 1, 2]
    assert told[1]["problem"]["error"]["problems"]
    assert [each["id"] for each in told][:3] == [good["id"], sent[1]["id"], good["id"]]


def test_one_answer_equals_that_of_a_round_sent_alone(caller: Caller) -> None:
    sent = a_round()
    told = caller.post(PATH, [sent]).json()["results"][0]
    assert caller.post("rounds/", sent).json() == told["round"]


def test_there_is_a_most(caller: Caller) -> None:
    problem(caller.post(PATH, [5] * 201), 400, "type")
    assert caller.post(PATH, [5] * 200).status_code == 200


def test_once_the_database_does_not_answer_the_rest_waits(
    caller: Caller, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked = []

    def busy(session_id: str, **sent: Any) -> None:
        asked.append(sent)
        raise ServiceBusy

    monkeypatch.setattr(submissions.books, "record", busy)
    told = caller.post(PATH, [a_round() for _ in range(3)]).json()["results"]
    assert [each["problem"]["code"] for each in told] == ["service_busy"] * 3
    assert len(asked) == 1
