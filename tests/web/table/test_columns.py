"""The columns of the table page: who plays, what a round would do, how large a balance is."""

import pytest
from django.http import QueryDict

from ledger import books
from ledger.access.actor import ON_THE_MACHINE
from ledger.access.keys import Role
from ledger.books.balances import Standing
from ledger.models import Session
from ledger.tables import sessions
from ledger.web.phone_table import Table
from ledger.web.table.columns import PlayerColumn, columns, size
from ledger.web.table.drafts import blank_draft, correction, draft_of, scored
from ledger.web.table.views import round_or_404
from tests.sample_tables import a_table, play, redo

pytestmark = pytest.mark.django_db

SEATS = (1, 2, 3, 4)


def table(session: Session, role: Role = Role.SCORE) -> Table:
    return Table(Session.objects.get(pk=session.pk), role)


def fields(text: str) -> QueryDict:
    return QueryDict(text)


def test_without_a_round_being_entered_there_is_a_column_for_each_who_plays() -> None:
    session = a_table(5)
    read = columns(table(session, Role.VIEW), None)
    assert [column.seat for column in read] == [1, 2, 3, 4]
    sessions.sit(session.pk, 2, out=True, by=ON_THE_MACHINE)
    read = columns(table(session, Role.VIEW), None)
    assert [column.seat for column in read] == [1, 3, 4, 5]
    assert {column.change for column in read} == {None}


def test_the_columns_stand_by_seat_whoever_leads() -> None:
    session = a_table()
    play(session, 3, 1, 4, 2)
    of = table(session)
    draft = blank_draft(of)
    assert draft
    assert draft.form.seats[0] == 3
    heads = columns(of, draft)
    assert [column.seat for column in heads] == [1, 2, 3, 4]
    assert [column.seat for column in heads if column.leads] == [3]


def test_a_column_says_what_the_round_would_do_and_whether_its_foot_is_ticked() -> None:
    of = table(a_table())
    draft = draft_of(of, fields("place-1=1&place-2=2&place-3=3&cong=4"), SEATS)
    heads = columns(of, scored(of, draft))
    assert [column.change for column in heads] == [4000, 1000, -1000, -4000]
    assert [column.foot for column in heads] == [False, False, False, True]
    assert [column.balance for column in heads] == [0, 0, 0, 0]


def test_a_round_that_is_not_whole_changes_nothing_yet() -> None:
    of = table(a_table())
    draft = scored(of, draft_of(of, fields("place-1=1"), SEATS))
    assert {column.change for column in columns(of, draft)} == {None}


def test_of_a_correction_the_balance_is_the_one_after_it() -> None:
    session = a_table()
    play(session, 1, 2, 3, 4)
    play(session, 1, 2, 3, 4)
    of = table(session)
    data = fields("place-4=1&place-3=2&place-2=3&place-1=4")
    draft = scored(of, correction(of, round_or_404(of, 1), data))
    heads = columns(of, draft)
    assert [column.before for column in heads] == [2000, 1000, -1000, -2000]
    assert [column.change for column in heads] == [-2000, -1000, 1000, 2000]
    assert [column.standing.balance for column in heads] == [4000, 2000, -2000, -4000]
    assert [column.balance for column in heads] == [0, 0, 0, 0]
    assert not any(column.leads for column in heads)


def test_a_void_round_that_is_corrected_did_nothing_before() -> None:
    session = a_table()
    play(session, 1, 2, 3, 4)
    books.void(session.pk, 1, by=ON_THE_MACHINE)
    of = table(session)
    draft = scored(of, correction(of, round_or_404(of, 1)))
    heads = columns(of, draft)
    assert [column.balance for column in heads] == [0, 0, 0, 0]
    assert [column.before for column in heads] == [None, None, None, None]


def test_a_correction_has_the_columns_of_those_who_played_it() -> None:
    session = a_table(5)
    play(session, 1, 2, 3, 4)
    sessions.sit(session.pk, 1, out=True, by=ON_THE_MACHINE)
    of = table(session)
    assert [column.seat for column in columns(of, blank_draft(of))] == [2, 3, 4, 5]
    draft = correction(of, round_or_404(of, 1))
    assert [column.seat for column in columns(of, draft)] == [1, 2, 3, 4]


def test_the_draft_has_the_number_that_people_count() -> None:
    session = a_table()
    play(session)
    play(session)
    redo(session, 1, 1, 2, 3, 4)
    of = table(session)
    blank = blank_draft(of)
    assert blank
    assert (blank.after, blank.number) == (3, 3)
    assert correction(of, round_or_404(of, 3)).number == 1
    assert correction(of, round_or_404(of, 2)).number == 2


@pytest.mark.parametrize(
    ("balances", "word"),
    [
        ([0, 2000, -2000], ""),
        ([0, 2000, -10000], "mid"),
        ([2000, -98000, 0], "mid"),
        ([-100000, 98000], "wide"),
        ([1250500, -2000], "long"),
    ],
)
def test_the_longest_balance_gives_the_size_of_all(balances: list[int], word: str) -> None:
    heads = [
        PlayerColumn(Standing(seat, f"#{seat}", balance, sitting_out=False))
        for seat, balance in enumerate(balances, 1)
    ]
    assert size(heads) == word


def test_a_table_of_nobody_has_the_largest_letters() -> None:
    assert size([]) == ""
