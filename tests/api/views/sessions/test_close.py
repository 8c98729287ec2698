"""POST sessions/{id}/close/: the end of the evening."""

import pytest

from ledger.models import Session
from tests.api.calls import a_round, problem, scorer
from tests.api.questions import Writes

pytestmark = pytest.mark.django_db


class TestTheSameQuestions(Writes):
    method, path, methods = "POST", "close/", ("POST",)

    def test_sent_twice_it_is_closed_once(self, session: Session) -> None:
        first, again = (self.call(scorer(session)) for _ in range(2))
        assert first.content == again.content


def test_later_rounds_are_refused(db: None) -> None:
    caller = scorer()
    told = caller.post("close/").json()
    assert told["state"] == "closed"
    assert told["closed_at"]
    problem(caller.post("rounds/", a_round()), 409, "session_closed")
