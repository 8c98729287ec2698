"""POST sessions/{id}/close/: the end of the evening."""

import pytest

from ledger.access import staff_tokens
from ledger.models import Session
from tests.api.calls import Caller, a_round, problem, scorer
from tests.api.questions import Writes
from tests.sample_tables import a_table

pytestmark = pytest.mark.django_db


class TestTheSameQuestions(Writes):
    method, path, methods = "POST", "close/", ("POST",)

    def test_sent_twice_it_is_closed_once(self, session: Session) -> None:
        first, again = (self.call(scorer(session)) for _ in range(2))
        assert first.content == again.content


def test_later_rounds_are_refused(db: None) -> None:
    caller = scorer()
    body = caller.post("close/").json()
    assert body["state"] == "closed"
    assert body["closed_at"]
    problem(caller.post("rounds/", a_round()), 409, "session_closed")


def test_staff_close_it_where_their_token_writes(db: None) -> None:
    session = a_table()
    problem(Caller(session, staff_tokens.make("Hà")[1]).post("close/"), 403, "read_only")
    writer = Caller(session, staff_tokens.make("Hà", scope="write")[1])
    assert writer.post("close/").json()["state"] == "closed"
    line = scorer(session).get("log/").json()["results"][0]
    assert (line["kind"], line["link"]) == ("closed", "admin")
