"""How people count: a correction keeps the number of the round it corrects."""

from typing import Any

import pytest

from ledger import books
from ledger.access.actor import ON_THE_MACHINE
from ledger.books.numbering import Numbering, numbering
from ledger.models import Session
from tests.sample_tables import a_table, play, redo

pytestmark = pytest.mark.django_db


def counted(session: Session) -> list[tuple[int, int]]:
    """Each round: the book's number and the one that people use."""
    numbers = numbering(session)
    return [(round.number, numbers.of(round)) for round in session.rounds.order_by("number")]


def test_without_corrections_people_and_book_count_alike() -> None:
    session = a_table()
    assert counted(session) == []
    assert numbering(session).at(1) == 1
    for _round in range(3):
        play(session)
    assert counted(session) == [(1, 1), (2, 2), (3, 3)]
    assert numbering(session).at(4) == 4


def test_rounds_after_corrections_count_on_as_if_there_were_none() -> None:
    session = a_table()
    play(session)
    play(session)
    redo(session, 1, 1, 2, 3, 4)
    play(session)
    redo(session, 4, 1, 2, 3, 4)
    redo(session, 2, 1, 2, 3, 4)
    play(session)
    assert counted(session) == [(1, 1), (2, 2), (3, 1), (4, 3), (5, 3), (6, 2), (7, 4)]
    assert numbering(session).at(8) == 5


def test_a_correction_of_a_correction_keeps_the_number_too() -> None:
    session = a_table()
    play(session)
    play(session)
    redo(session, 1, 1, 2, 3, 4)
    redo(session, 3, 4, 3, 2, 1)
    redo(session, 4, 1, 3, 2, 4)
    play(session)
    assert counted(session) == [(1, 1), (2, 2), (3, 1), (4, 1), (5, 1), (6, 3)]


def test_a_void_round_keeps_its_number_and_one_recorded_again_gets_it_back() -> None:
    session = a_table()
    for _round in range(3):
        play(session)
    books.void(session.pk, 2, by=ON_THE_MACHINE)
    assert counted(session) == [(1, 1), (2, 2), (3, 3)]
    redo(session, 2, 2, 1, 4, 3)
    play(session)
    assert counted(session) == [(1, 1), (2, 2), (3, 3), (4, 2), (5, 4)]


def test_every_session_counts_for_itself() -> None:
    session, other = a_table(), a_table()
    play(other)
    redo(other, 1, 1, 2, 3, 4)
    play(session)
    play(session)
    assert counted(session) == [(1, 1), (2, 2)]


def test_it_is_read_by_one_query(django_assert_num_queries: Any) -> None:
    session = a_table()
    play(session)
    redo(session, 1, 1, 2, 3, 4)
    with django_assert_num_queries(1):
        assert numbering(session) == Numbering({2: 1})
