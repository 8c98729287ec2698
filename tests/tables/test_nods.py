"""Who loses most in a round, the table's limit or more, is asked; a nod is a line of the log."""

from datetime import timedelta
from uuid import uuid4

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from ledger import books
from ledger.access.actor import ON_THE_MACHINE, Actor
from ledger.books.audit import differences
from ledger.common import refusals
from ledger.models import BALANCE_LIMIT, Link, Session
from ledger.tables import agreement, carry_over, sessions
from ledger.tables.agreement import FRESH, ask_from, asked, nod, nods
from tests.sample_tables import a_table, finishing, play, redo
from tests.stories.at_once import together

LOSS = 2000
"""What who is last loses in a plain round at these tables."""

LOSER = Actor(Link.VIEW, 3)
"""The phone of who is last where nothing else is said."""


@pytest.fixture
def table(db: None) -> Session:
    return ask_from(a_table().pk, LOSS, by=ON_THE_MACHINE)


def about(table: Session, seat: int | None = 3) -> int | None:
    """The number of the round that a seat is asked about."""
    table.refresh_from_db()
    question = asked(table, seat)
    return question.round.number if question else None


def kinds(table: Session) -> list[str]:
    return list(table.changes.order_by("number").values_list("kind", flat=True))


def test_only_who_lost_most_is_asked_and_only_a_phone_that_said_whose_it_is(
    table: Session,
) -> None:
    play(table)
    assert [about(table, seat) for seat in (None, 1, 2, 3, 4)] == [None, None, None, 1, None]


def test_who_lost_less_than_the_limit_is_asked_nothing(db: None) -> None:
    table = ask_from(a_table().pk, LOSS + 1, by=ON_THE_MACHINE)
    play(table)
    assert about(table) is None
    nod(table.pk, 1, by=LOSER)
    assert kinds(table) == ["opened", "nod_from", "recorded"]


def test_without_a_limit_nobody_is_asked_nor_the_database(db: None) -> None:
    table = a_table()
    play(table)
    table.refresh_from_db()
    with CaptureQueriesContext(connection) as queries:
        assert asked(table, 3) is None
    assert len(queries) == 0


def test_a_limit_counts_from_the_next_round_on(db: None) -> None:
    table = a_table()
    play(table)
    ask_from(table.pk, LOSS, by=ON_THE_MACHINE)
    assert about(table) is None
    play(table)
    assert about(table) == 2
    ask_from(table.pk, None, by=ON_THE_MACHINE)
    assert about(table) is None
    lines = table.changes.filter(kind="nod_from").order_by("number")
    assert [line.details for line in lines] == [{"amount": LOSS}, {}]


@pytest.mark.parametrize("loss", [0, -1, BALANCE_LIMIT + 1])
def test_a_limit_is_an_amount_that_can_be_lost(db: None, loss: int) -> None:
    table = a_table()
    with pytest.raises(refusals.AmountRefused):
        ask_from(table.pk, loss, by=ON_THE_MACHINE)
    assert kinds(table) == ["opened"]


def test_the_same_limit_again_adds_nothing(table: Session) -> None:
    ask_from(table.pk, LOSS, by=ON_THE_MACHINE)
    assert kinds(table) == ["opened", "nod_from"]


def test_of_several_that_lost_the_same_each_is_asked(db: None) -> None:
    table = a_table(rules="khac")
    ask_from(table.pk, LOSS, by=ON_THE_MACHINE)
    facts = {"players": [1, 2, 3, 4], "points": {"1": "3", "2": "-2", "3": "-2", "4": "1"}}
    books.record(table.pk, submission_id=uuid4(), facts=facts, by=ON_THE_MACHINE)
    assert [about(table, seat) for seat in (1, 2, 3, 4)] == [None, 1, 1, None]
    for seat in (2, 3):
        nod(table.pk, 1, by=Actor(Link.VIEW, seat))
    assert nods(table) == {1: [2, 3]}
    assert list(differences()) == []


def test_a_nod_is_one_line_however_often_it_is_tapped(table: Session) -> None:
    play(table)
    for _tap in range(3):
        nod(table.pk, 1, by=LOSER)
    assert about(table) is None
    assert nods(table) == {1: [3]}
    line = table.changes.get(kind="nodded")
    assert (line.link, line.seat, line.round, line.details) == ("view", 3, 1, {"seats": [3]})
    assert list(differences([table.pk])) == []


def test_taps_at_once_are_one_line(fresh_ledger: str) -> None:
    table = ask_from(a_table().pk, LOSS, by=ON_THE_MACHINE)
    play(table)
    assert together([lambda: nod(table.pk, 1, by=LOSER)] * 4) == [True] * 4
    assert kinds(table).count("nodded") == 1


@pytest.mark.parametrize("seat", [None, 1, 2, 4])
def test_nobody_else_nods(table: Session, seat: int | None) -> None:
    play(table)
    nod(table.pk, 1, by=Actor(Link.SCORE, seat))
    assert nods(table) == {}


def test_a_corrected_round_is_asked_about_again(table: Session) -> None:
    play(table)
    nod(table.pk, 1, by=LOSER)
    redo(table, 1, 2, 3, 4, 1)
    assert (about(table, 3), about(table, 1)) == (None, 2)
    with pytest.raises(refusals.RoundReversed):
        nod(table.pk, 1, by=LOSER)
    redo(table, 2, 2, 1, 4, 3)
    assert about(table) == 3
    nod(table.pk, 3, by=LOSER)
    assert nods(table) == {1: [3], 3: [3]}
    assert list(differences()) == []


def test_a_void_round_is_asked_about_no_more(table: Session) -> None:
    play(table)
    books.void(table.pk, 1, by=ON_THE_MACHINE)
    assert about(table) is None
    with pytest.raises(refusals.UnknownRound):
        nod(table.pk, 9, by=LOSER)


def test_a_question_goes_after_two_more_rounds(table: Session) -> None:
    play(table)
    play(table, 1, 2, 3, 4)
    assert about(table) == 1
    play(table, 1, 2, 3, 4)
    assert about(table) is None


def test_only_the_newest_is_asked_about(table: Session) -> None:
    play(table)
    play(table)
    assert about(table) == 2
    nod(table.pk, 2, by=LOSER)
    assert about(table) is None


def test_a_question_goes_by_the_time_of_the_server_but_the_answer_is_still_taken(
    table: Session, monkeypatch: pytest.MonkeyPatch
) -> None:
    recorded = play(table).recorded_at
    monkeypatch.setattr(timezone, "now", lambda: recorded + FRESH - timedelta(seconds=1))
    assert about(table) == 1
    monkeypatch.setattr(timezone, "now", lambda: recorded + FRESH)
    assert about(table) is None
    nod(table.pk, 1, by=LOSER)
    assert nods(table) == {1: [3]}


def test_a_closed_table_asks_for_the_whole_book_instead(table: Session) -> None:
    play(table)
    sessions.close(table.pk, by=ON_THE_MACHINE)
    assert about(table) is None
    table.refresh_from_db()
    assert agreement.final_line(table)
    nod(table.pk, 1, by=LOSER)
    assert agreement.agreed(table, agreement.final_line(table)) == []


def test_a_table_that_goes_on_elsewhere_asks_there_too(table: Session) -> None:
    play(table)
    sessions.close(table.pk, by=ON_THE_MACHINE)
    new = carry_over.carry(table.pk, submission_id=uuid4(), by=ON_THE_MACHINE)
    assert new.nod_from == LOSS
    books.record(new.pk, submission_id=uuid4(), facts=finishing(2, 1, 4, 3), by=ON_THE_MACHINE)
    assert about(new) == 1
    assert list(differences()) == []
