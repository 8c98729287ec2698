"""sessions/{id}/other/ and …/void/: money between players that no round explains."""

from typing import Any
from uuid import uuid4

import pytest

from ledger.models import Session
from tests.api.calls import follow_cursor, problem, scorer, viewer
from tests.api.questions import Reads, Writes
from tests.sample_tables import a_table

pytestmark = pytest.mark.django_db


def an_item(*pays: tuple[int, int, int], **changed: Any) -> dict[str, Any]:
    payments = [{"payer": a, "payee": b, "amount": c} for a, b, c in pays or ((1, 2, 20000),)]
    return {"id": str(uuid4()), "pays": payments, "text": "chia sai"} | changed


@pytest.fixture
def session(db: None) -> Session:
    return a_table()


class TestTheSameQuestions(Writes):
    method, path, methods, good = "POST", "other/", ("GET", "POST"), 201

    def body(self) -> Any:
        return an_item()


class TestTheSameQuestionsOfTheList(Reads):
    path, methods = "other/", ("GET", "POST")


def test_the_list_has_all_newest_first(session: Session, django_assert_num_queries: Any) -> None:
    caller = scorer(session)
    items = [caller.post("other/", an_item((1, 2, each), (3, 2, 5))).json() for each in (1, 2, 3)]
    items[1] = caller.post("other/2/void/").json()
    with django_assert_num_queries(6):
        page = viewer(session).get("other/?page_size=2").json()
    assert (page["count"], page["results"]) == (3, items[:0:-1])
    assert [each["state"] for each in page["results"]] == ["recorded", "void"]


def test_it_is_posted_once_and_counts_everywhere(session: Session) -> None:
    caller, sent = scorer(session), an_item((1, 2, 20000), (3, 2, 5000))
    first = caller.post("other/", sent)
    assert first.status_code == 201
    item = first.json()
    assert item.items() >= {"number": 1, "id": sent["id"], "state": "recorded"}.items()
    assert (item["pays"], item["text"]) == (sent["pays"], "chia sai")
    again = caller.post("other/", sent)
    assert (again.status_code, again.json()) == (200, item)
    players = caller.get("totals/").json()["players"]
    assert [each["balance"] for each in players] == [-20000, 25000, -5000, 0]
    assert players[0]["by_reason"] == {"manual": -20000}
    entries = caller.get("ledger/").json()["results"]
    assert [(each["kind"], each["reason"], each["round"]) for each in entries] == [
        ("manual", "manual", None)
    ] * 2


def test_it_is_made_void_once(session: Session) -> None:
    caller = scorer(session)
    caller.post("other/", an_item())
    answers = [caller.post("other/1/void/") for _ in range(2)]
    assert [(each.status_code, each.json()["state"]) for each in answers] == [(200, "void")] * 2
    assert {each["balance"] for each in caller.get("totals/").json()["players"]} == {0}
    assert len(caller.get("ledger/").json()["results"]) == 2
    problem(caller.post("other/2/void/"), 404, "unknown_item")


def test_the_same_id_for_another_item_is_refused(session: Session) -> None:
    caller, sent = scorer(session), an_item()
    caller.post("other/", sent)
    problem(caller.post("other/", sent | {"text": "kê"}), 409, "different_item")


@pytest.mark.parametrize(
    ("changed", "code"),
    [
        ({"pays": [{"payer": 1, "payee": 1, "amount": 5}]}, "pays_refused"),
        ({"pays": [{"payer": 1, "payee": 8, "amount": 5}]}, "unknown_seat"),
        ({"text": " "}, None),
        ({"pays": []}, None),
        ({"pays": [{"payer": 1, "payee": 2, "amount": 0}]}, None),
        ({"pays": [{"payer": 1, "payee": 2, "amount": 1.5}]}, None),
        ({"pays": [{"payer": 1, "payee": 2}]}, None),
        ({"pays": [{"payer": 1, "payee": 2, "amount": 5}] * 57}, None),
    ],
)
def test_what_is_no_item_is_refused(
    session: Session, changed: dict[str, Any], code: str | None
) -> None:
    answer = scorer(session).post("other/", an_item() | changed)
    assert answer.status_code in (400, 422)
    if code:
        problem(answer, 422, code)


def test_a_closed_table_takes_none(session: Session) -> None:
    caller = scorer(session)
    caller.post("close/")
    problem(caller.post("other/", an_item()), 409, "session_closed")


def test_a_cursor_tells_each_once_and_since_only_the_newer(session: Session) -> None:
    caller = scorer(session)
    for amount in (1, 2, 3):
        caller.post("other/", an_item((1, 2, amount)))
    items = follow_cursor(caller, "other/", lambda: caller.post("other/", an_item()))
    assert [each["number"] for each in items] == [3, 2, 1]
    assert [each["number"] for each in caller.get("other/?since=4").json()["results"]] == [5]
