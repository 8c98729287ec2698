"""GET sessions/{id}/totals/: everybody's evening."""

import pytest

from ledger import posting
from tests.api.calls import scorer
from tests.api.questions import Reads
from tests.ledger.tables import a_table, play, redo

pytestmark = pytest.mark.django_db


class TestTheSameQuestions(Reads):
    path = "totals/"


def test_void_rounds_count_nowhere(db: None) -> None:
    session = a_table()
    play(session, 2, 1, 4, 3)
    play(session, 1, 2, 3, 4)
    redo(session, 1, 4, 3, 2, 1)
    play(session, 3, 1)
    posting.void(session.pk, 4)
    players = scorer(session).get("totals/").json()["players"]
    assert players == [
        {"seat": 1, "name": "An", "balance": 0, "played": 2, "won": 1, "by_reason": {"place": 0}},
        {"seat": 2, "name": "Bình", "balance": 0, "played": 2, "won": 1, "by_reason": {"place": 0}},
        {"seat": 3, "name": "Cúc", "balance": 0, "played": 2, "won": 1, "by_reason": {"place": 0}},
        {"seat": 4, "name": "Dũng", "balance": 0, "played": 2, "won": 1, "by_reason": {"place": 0}},
    ]
