"""GET sessions/{id}/rounds/: newest first, a page at a time."""

import pytest

from ledger import books
from ledger.access.actor import ON_THE_MACHINE
from ledger.models import Session
from tests.api.calls import problem, scorer
from tests.api.questions import Reads
from tests.sample_tables import a_table, play

pytestmark = pytest.mark.django_db


class TestTheSameQuestions(Reads):
    path, methods = "rounds/", ("GET", "POST")


@pytest.fixture
def session(db: None) -> Session:
    session = a_table()
    for _ in range(5):
        play(session)
    return session


def test_the_newest_comes_first(session: Session) -> None:
    books.void(session.pk, 2, by=ON_THE_MACHINE)
    page = scorer(session).get("rounds/").json()
    assert (page["count"], page["next"], page["previous"]) == (5, None, None)
    assert [each["number"] for each in page["results"]] == [5, 4, 3, 2, 1]
    assert [each["state"] for each in page["results"]][3] == "void"
    assert page["results"][0] == scorer(session).get("rounds/5/").json()


def test_pages_lead_through_all_of_them(session: Session) -> None:
    pages, path = [], "rounds/?page_size=2"
    while path:
        page = scorer(session).get(path).json()
        pages.append([each["number"] for each in page["results"]])
        path = (page["next"] or "").replace("http://testserver", "")
    assert pages == [[5, 4], [3, 2], [1]]
    assert page["previous"].endswith("?page=2&page_size=2")


def told_by(session: Session, path: str) -> list[list[int]]:
    """The numbers of each page that `next` leads to."""
    pages = []
    while path:
        page = scorer(session).get(path).json()
        pages.append([each["number"] for each in page["results"]])
        path = (page["next"] or "").replace("http://testserver", "")
    return pages


def test_only_those_after_a_round_or_in_a_state(session: Session) -> None:
    books.void(session.pk, 2, by=ON_THE_MACHINE)
    books.void(session.pk, 4, by=ON_THE_MACHINE)
    assert told_by(session, "rounds/?since=3") == [[5, 4]]
    assert told_by(session, "rounds/?since=9") == [[]]
    assert told_by(session, "rounds/?state=void") == [[4, 2]]
    assert told_by(session, "rounds/?state=recorded&since=1") == [[5, 3]]
    assert scorer(session).get("rounds/?state=void").json()["count"] == 2
    problem(scorer(session).get("rounds/?state=open"), 400)
    problem(scorer(session).get("rounds/?since=x"), 400)


def test_a_cursor_tells_each_round_once_whatever_happens_meanwhile(session: Session) -> None:
    path, numbers = "rounds/?cursor=0&page_size=2&state=recorded", []
    while path:
        page = scorer(session).get(path).json()
        numbers += [each["number"] for each in page["results"]]
        path = (page["next"] or "").replace("http://testserver", "")
        play(session)
        books.void(session.pk, numbers[-1], by=ON_THE_MACHINE)
    assert numbers == [5, 4, 3, 2, 1]
    assert page["previous"] is None


def test_pages_by_number_tell_one_twice_when_a_round_comes_in_between(session: Session) -> None:
    """The control."""
    first = scorer(session).get("rounds/?page_size=2").json()
    play(session)
    second = scorer(session).get(first["next"].replace("http://testserver", "")).json()
    numbers = [each["number"] for page in (first, second) for each in page["results"]]
    assert numbers == [5, 4, 4, 3]


def test_a_session_without_rounds_has_an_empty_page(db: None) -> None:
    assert scorer().get("rounds/").json() == {
        "count": 0,
        "next": None,
        "previous": None,
        "results": [],
    }


def test_a_page_that_is_not_there_is_not_found(session: Session) -> None:
    for page, status in (("2", 404), *((text, 400) for text in ("0", "x", "-1", "9" * 30, "1.5"))):
        problem(scorer(session).get(f"rounds/?page={page}"), status)


def test_a_page_has_a_limit(session: Session) -> None:
    for size in ("0", "x", "-1", "101", "1000000", "%00", "1.0"):
        refusal = problem(scorer(session).get(f"rounds/?page_size={size}"), 400)
        assert refusal["error"]["field"] == "page_size"


def test_a_page_costs_the_same_however_long_the_evening(
    session: Session, django_assert_num_queries
) -> None:
    caller = scorer(session)
    with django_assert_num_queries(6):
        caller.get("rounds/?page_size=2")
    with django_assert_num_queries(6):
        caller.get("rounds/?page_size=5")
