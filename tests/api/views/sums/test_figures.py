"""GET sessions/{id}/figures/: the evening in figures, and how the balances went."""

from uuid import uuid4

import pytest

from ledger import books
from ledger.access.actor import ON_THE_MACHINE
from ledger.books.settlement import Pay
from ledger.models import Session
from ledger.tables import other_items
from tests.api.calls import viewer
from tests.api.questions import Reads
from tests.sample_tables import a_table, play

pytestmark = pytest.mark.django_db


class TestTheSameQuestions(Reads):
    path = "figures/"


def test_it_has_everybody_before_the_first_round() -> None:
    body = viewer(a_table()).get("figures/").json()
    assert body["course"] == []
    assert [(each["seat"], each["played"], each["events"]) for each in body["players"]] == [
        (seat, 0, []) for seat in (1, 2, 3, 4)
    ]
    assert {each["biggest_gain"] for each in body["players"]} == {None}


def test_what_stands_counts_and_what_is_void_does_not() -> None:
    session = a_table()
    for places in [(2, 1, 4, 3), (2, 3, 1, 4), (1, 2, 3, 4)]:
        play(session, *places)
    books.void(session.pk, 3, by=ON_THE_MACHINE)
    other_items.post_item(
        session.pk, submission_id=uuid4(), pays=[Pay(2, 1, 700)], text="phạt", by=ON_THE_MACHINE
    )
    bình = viewer(session).get("figures/").json()["players"][1]
    assert bình == {
        "seat": 2,
        "name": "Bình",
        "balance": 3300,
        "played": 2,
        "won": 2,
        "lost": 0,
        "gained": 4000,
        "other_items": -700,
        "biggest_gain": {"amount": 2000, "round": 1},
        "biggest_loss": None,
        "wins": {"current": 2, "most": 2},
        "losses": {"current": 0, "most": 0},
        "events": [{"side": "received", "reason": "place", "times": 2, "amount": 4000}],
    }


def test_the_course_goes_from_nothing_to_now() -> None:
    session: Session = a_table()
    play(session, 2, 1, 4, 3)
    play(session, 1, 2, 3, 4)
    course = viewer(session).get("figures/").json()["course"]
    assert [(each["round"], each["now"]) for each in course] == [(0, False), (1, False), (2, True)]
    assert course[1]["balances"] == {"1": 1000, "2": 2000, "3": -2000, "4": -1000}
    assert [sum(each["balances"].values()) for each in course] == [0, 0, 0]
