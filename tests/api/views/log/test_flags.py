"""GET sessions/{id}/flags/: the rounds that somebody calls wrong."""

import pytest

from ledger import books
from ledger.access.actor import ON_THE_MACHINE, Actor
from ledger.models import Link, Session
from ledger.tables import flags
from tests.api.calls import viewer
from tests.api.questions import Reads
from tests.sample_tables import a_table, play

pytestmark = pytest.mark.django_db

BY_VIEWER, BY_SCORER = Actor(Link.VIEW, 2), Actor(Link.SCORE)
PHONE = "p" * 43


@pytest.fixture
def session(db: None) -> Session:
    session = a_table()
    for _ in range(3):
        play(session)
    return session


class TestTheSameQuestions(Reads):
    path = "flags/"


def test_it_tells_who_calls_which_round_wrong_and_no_phone(session: Session) -> None:
    flags.flag(session.pk, 1, PHONE, word="cóng mà", by=BY_VIEWER)
    flags.flag(session.pk, 2, PHONE, by=BY_SCORER)
    answer = viewer(session).get("flags/")
    assert PHONE not in answer.content.decode()
    common = {"state": "open", "answer": ""}
    assert answer.json()["results"] == [
        {"round": 2, "word": "", "link": "score", "seat": None} | common,
        {"round": 1, "word": "cóng mà", "link": "view", "seat": 2} | common,
    ]


def test_it_tells_of_a_round_that_was_kept_but_not_of_what_is_over(session: Session) -> None:
    for number in (1, 2, 3):
        flags.flag(session.pk, number, PHONE, by=BY_VIEWER)
    flags.keep(session.pk, 1, word="đúng rồi", by=BY_SCORER)
    flags.take_back(session.pk, 2, PHONE, by=BY_VIEWER)
    books.void(session.pk, 3, by=ON_THE_MACHINE)
    (flag,) = viewer(session).get("flags/").json()["results"]
    assert (flag["round"], flag["state"], flag["answer"]) == (1, "kept", "đúng rồi")
    books.void(session.pk, 1, by=ON_THE_MACHINE)
    assert viewer(session).get("flags/").json()["results"] == []


def test_a_new_flag_is_a_new_answer(session: Session) -> None:
    caller = viewer(session)
    first = caller.get("flags/")
    flags.flag(session.pk, 1, PHONE, by=BY_VIEWER)
    again = caller.get("flags/", headers={"if-none-match": first["ETag"]})
    assert (again.status_code, again.json()["count"]) == (200, 1)
