"""GET sessions/{id}/totals/: everybody's evening."""

from typing import Any
from uuid import uuid4

import pytest
from django.db import OperationalError

from ledger import books
from ledger.access.actor import ON_THE_MACHINE
from ledger.tables import payments, sessions
from tests.api.calls import problem, scorer
from tests.api.questions import Reads
from tests.sample_tables import a_table, play, redo

pytestmark = pytest.mark.django_db


class TestTheSameQuestions(Reads):
    path = "totals/"


@pytest.mark.parametrize(
    ("format", "kind", "start"),
    [
        ("csv", "text/csv", b"\xef\xbb\xbf"),
        ("xlsx", "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet", b"PK"),
    ],
)
@pytest.mark.parametrize("path", ["totals/", "ledger/"])
@pytest.mark.filterwarnings("ignore:StreamingHttpResponse must consume asynchronous")
def test_it_comes_as_a_file_too(db: None, path: str, format: str, kind: str, start: bytes) -> None:
    caller = scorer()
    play(caller.session)
    answer = caller.get(f"{path}?format={format}")
    assert answer["Content-Type"].startswith(kind)
    assert "attachment" in answer["Content-Disposition"]
    assert b"".join(answer).startswith(start)


@pytest.mark.parametrize("path", ["totals/", "ledger/"])
def test_another_format_is_refused(db: None, path: str) -> None:
    for format in ("pdf", "CSV", "", "%00"):
        refusal = problem(scorer().get(f"{path}?format={format}"), 400)
        assert refusal["error"]["field"] == "format"


def test_void_rounds_count_nowhere(db: None) -> None:
    session = a_table()
    play(session, 2, 1, 4, 3)
    play(session, 1, 2, 3, 4)
    redo(session, 1, 4, 3, 2, 1)
    play(session, 3, 1)
    books.void(session.pk, 4, by=ON_THE_MACHINE)
    players = scorer(session).get("totals/").json()["players"]
    assert players == [
        {"seat": 1, "name": "An", "balance": 0, "played": 2, "won": 1, "by_reason": {}},
        {"seat": 2, "name": "Bình", "balance": 0, "played": 2, "won": 1, "by_reason": {}},
        {"seat": 3, "name": "Cúc", "balance": 0, "played": 2, "won": 1, "by_reason": {}},
        {"seat": 4, "name": "Dũng", "balance": 0, "played": 2, "won": 1, "by_reason": {}},
    ]


def test_who_only_reads_hears_nothing_of_writing_where_the_database_does_not_answer(
    db: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(*args: Any, **options: Any) -> None:
        raise OperationalError("locked")

    caller = scorer()
    monkeypatch.setattr("ledger.people.totals.totals", fail)
    answer = caller.get("totals/")
    refusal = problem(answer, 503, "service_busy")
    assert "recorded" not in refusal["detail"]
    assert "read" in refusal["detail"]
    assert int(answer["Retry-After"]) > 0


def test_a_packed_answer_is_known_again(db: None) -> None:
    caller = scorer()
    packed = {"accept-encoding": "gzip"}
    answer = caller.get("totals/", headers=packed)
    assert answer["Content-Encoding"] == "gzip"
    assert answer["ETag"].startswith("W/")
    known = packed | {"if-none-match": answer["ETag"]}
    assert caller.get("totals/", headers=known).status_code == 304


def test_money_handed_over_is_a_reason_and_no_round(db: None) -> None:
    session = a_table(2)
    play(session, 2, 1)
    sessions.close(session.pk, by=ON_THE_MACHINE)
    payments.pay(
        session.pk, debtor=1, creditor=2, amount=1500, submission_id=uuid4(), by=ON_THE_MACHINE
    )
    players = scorer(session).get("totals/").json()["players"]
    assert [(p["balance"], p["played"], p["by_reason"]) for p in players] == [
        (-500, 1, {"place": -2000, "settlement": 1500}),
        (500, 1, {"place": 2000, "settlement": -1500}),
    ]
