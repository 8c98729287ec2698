"""sessions/{id}/payments/ and …/void/: money handed over at the table is marked as paid."""

from typing import Any
from uuid import uuid4

import pytest

from ledger.access.actor import ON_THE_MACHINE
from ledger.models import Session
from ledger.tables import sessions
from tests.api.calls import follow_cursor, problem, scorer, viewer
from tests.api.questions import Reads, Writes
from tests.sample_tables import a_table, play

pytestmark = pytest.mark.django_db


def a_payment(amount: int = 500, **changed: Any) -> dict[str, Any]:
    return {"id": str(uuid4()), "payer": 3, "payee": 2, "amount": amount} | changed


@pytest.fixture
def session(db: None) -> Session:
    """A closed table at which seat 3 owes seat 2 2.000."""
    session = a_table()
    play(session, 2, 3)
    return sessions.close(session.pk, by=ON_THE_MACHINE)


class TestTheSameQuestions(Writes):
    method, path, methods, good = "POST", "payments/", ("GET", "POST"), 201

    @pytest.fixture
    def session(self, db: None) -> Session:
        session = a_table()
        play(session, 2, 3)
        return sessions.close(session.pk, by=ON_THE_MACHINE)

    def body(self) -> Any:
        return a_payment()


class TestTheSameQuestionsOfTheList(Reads):
    path, methods = "payments/", ("GET", "POST")


class TestTheSameQuestionsOfTakingBack(Writes):
    method, path, methods = "POST", "payments/1/void/", ("POST",)

    @pytest.fixture
    def session(self, db: None) -> Session:
        session = a_table()
        play(session, 2, 3)
        sessions.close(session.pk, by=ON_THE_MACHINE)
        scorer(session).post("payments/", a_payment())
        return session


def owed(session: Session) -> list[dict[str, int]]:
    payments: list[dict[str, int]] = scorer(session).get("settlement/").json()["payments"]
    return payments


def test_a_part_may_be_paid_and_then_the_rest(session: Session) -> None:
    caller, sent = scorer(session), a_payment()
    body = caller.post("payments/", sent).json()
    assert body.items() >= {**sent, "number": 1, "state": "recorded"}.items()
    assert owed(session) == [{"payer": 3, "payee": 2, "amount": 1500}]
    assert caller.post("payments/", a_payment(1500)).json()["number"] == 2
    assert owed(session) == []
    assert [each["by_reason"] for each in caller.get("totals/").json()["players"][1:3]] == [
        {"place": 2000, "settlement": -2000},
        {"place": -2000, "settlement": 2000},
    ]


def test_the_same_id_and_payment_again_change_nothing(session: Session) -> None:
    caller, sent = scorer(session), a_payment()
    first, again = (caller.post("payments/", sent) for _ in range(2))
    assert (first.status_code, again.status_code) == (201, 200)
    assert first.json() == again.json()
    assert owed(session) == [{"payer": 3, "payee": 2, "amount": 1500}]


def test_what_was_taken_back_stays_so_when_it_is_sent_again(session: Session) -> None:
    caller, sent = scorer(session), a_payment()
    caller.post("payments/", sent)
    caller.post("payments/1/void/")
    again = caller.post("payments/", sent)
    assert (again.status_code, again.json()["state"]) == (200, "void")


def test_the_same_id_for_another_payment_is_refused(session: Session) -> None:
    caller, sent = scorer(session), a_payment()
    caller.post("payments/", sent)
    for other in ({"amount": 400}, {"payer": 4}, {"payee": 1}):
        problem(caller.post("payments/", sent | other), 409, "different_payment")


def test_what_is_not_owed_is_refused(session: Session) -> None:
    for wrong in ({"amount": 2001}, {"payer": 2, "payee": 3}, {"payee": 3}):
        refusal = problem(scorer(session).post("payments/", a_payment(**wrong)), 409, "not_owed")
        assert "cannot be marked as paid" in refusal["detail"]


def test_what_is_no_payment_is_refused(session: Session) -> None:
    for field, value in (
        *(("payee", 9), ("payer", 0), ("id", "1")),
        *(("amount", 0), ("amount", 10**12 + 1), ("amount", "500"), ("amount", 1.5)),
    ):
        problem(scorer(session).post("payments/", a_payment() | {field: value}), 400)
    problem(scorer(session).post("payments/", a_payment(payee=8)), 422)
    assert not session.payments.exists()


def test_at_an_open_table_only_who_sits_out_is_settled_with(session: Session) -> None:
    caller = scorer(session)
    caller.post("open/")
    problem(caller.post("payments/", a_payment()), 409, "still_playing")
    caller("PATCH", "", {"sitting_out": [3]})
    assert caller.post("payments/", a_payment()).status_code == 201


def test_it_is_taken_back_once(session: Session) -> None:
    caller = scorer(session)
    caller.post("payments/", a_payment())
    answers = [caller.post("payments/1/void/") for _ in range(2)]
    assert [(each.status_code, each.json()["state"]) for each in answers] == [(200, "void")] * 2
    assert owed(session) == [{"payer": 3, "payee": 2, "amount": 2000}]
    problem(caller.post("payments/2/void/"), 404, "unknown_payment")


def test_the_list_has_all_newest_first(session: Session) -> None:
    caller = scorer(session)
    for amount in (100, 200, 300):
        caller.post("payments/", a_payment(amount))
    caller.post("payments/2/void/")
    page = viewer(session).get("payments/?page_size=2").json()
    assert page["count"] == 3
    assert [(each["number"], each["amount"], each["state"]) for each in page["results"]] == [
        (3, 300, "recorded"),
        (2, 200, "void"),
    ]
    assert page["next"].endswith("/payments/?page=2&page_size=2")


def test_a_long_list_takes_no_more_queries(
    session: Session, django_assert_num_queries: Any
) -> None:
    caller = scorer(session)
    for _ in range(2):
        caller.post("payments/", a_payment(100))
        with django_assert_num_queries(4):
            caller.get("payments/")


def test_a_new_one_is_counted_and_the_same_again_is_not(session: Session, settings: Any) -> None:
    settings.API_WRITES = (2, 86400)
    caller, sent = scorer(session), a_payment()
    assert [caller.post("payments/", sent).status_code for _ in range(4)] == [201, 200, 200, 200]
    problem(caller.post("payments/", sent | {"id": str(uuid4()), "amount": 9999}), 409)
    problem(caller.post("payments/", a_payment()), 429, "too_many")


def test_a_cursor_tells_each_once_and_since_only_the_newer(session: Session) -> None:
    caller = scorer(session)
    for amount in (1, 2, 3, 4, 5):
        caller.post("payments/", a_payment(amount))
    items = follow_cursor(caller, "payments/", lambda: caller.post("payments/", a_payment(7)))
    assert [each["number"] for each in items] == [5, 4, 3, 2, 1]
    page = caller.get("payments/?since=6").json()
    assert [each["number"] for each in page["results"]] == [8, 7]
    assert caller.get("payments/?since=8").json()["count"] == 0
    problem(caller.get("payments/?since=x"), 400)
