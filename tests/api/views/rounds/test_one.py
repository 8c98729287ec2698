"""GET sessions/{id}/rounds/{n}/: one round with facts, transfers, amounts."""

import pytest

from ledger import books
from ledger.access.actor import ON_THE_MACHINE
from tests.api.calls import problem, scorer
from tests.api.questions import Reads
from tests.sample_tables import a_table, play, redo

pytestmark = pytest.mark.django_db


class TestTheSameQuestions(Reads):
    path, methods = "rounds/1/", ("GET", "PUT")

    def test_what_has_changed_is_sent_again(self, session) -> None:
        first = self.call(scorer(session))
        books.void(session.pk, 1, by=ON_THE_MACHINE)
        again = self.call(scorer(session), headers={"if-none-match": first["ETag"]})
        assert (first.json()["state"], again.json()["state"]) == ("recorded", "void")


def test_a_correction_names_what_it_corrects(db: None) -> None:
    session = a_table()
    play(session)
    redo(session, 1, 1, 2, 3, 4)
    old, new = (scorer(session).get(f"rounds/{n}/").json() for n in (1, 2))
    assert (old["state"], old["corrects"]) == ("void", None)
    assert (new["state"], new["corrects"]) == ("recorded", 1)


@pytest.mark.parametrize("number", ["0", "2", "-1", "01", "x", "1.0", "9" * 9, "9" * 40, "%00"])
def test_a_round_that_is_not_there_is_not_found(db: None, number: str) -> None:
    session = a_table()
    play(session)
    problem(scorer(session).get(f"rounds/{number}/"), 404)


def test_another_sessions_round_is_not_found(db: None) -> None:
    play(a_table())
    problem(scorer(a_table()).get("rounds/1/"), 404)
