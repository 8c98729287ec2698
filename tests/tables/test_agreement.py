"""Players agree to the book at the end of an evening."""

from uuid import uuid4

import pytest

from ledger.access.actor import ON_THE_MACHINE, Actor
from ledger.books import rounds
from ledger.books.audit import differences
from ledger.books.settlement import Pay
from ledger.common import refusals
from ledger.models import Link, Session
from ledger.tables import agreement, other_items, sessions
from tests.sample_tables import a_table, play

BY = Actor(Link.VIEW, 2)


@pytest.fixture
def closed(db: None) -> Session:
    table = a_table()
    play(table)
    return sessions.close(table.pk, by=ON_THE_MACHINE)


def head(table: Session) -> str:
    final = agreement.final_line(table)
    assert final
    return final.hash


def agreed(table: Session) -> list[int]:
    return agreement.agreed(table, agreement.final_line(table))


def test_each_agrees_once_and_the_log_says_who(closed: Session) -> None:
    for seat in (2, 4, 2):
        agreement.agree(closed.pk, seat, head(closed), by=BY)
    assert agreed(closed) == [2, 4]
    kinds = closed.changes.filter(kind="agreed").order_by("number")
    assert [(each.link, each.details) for each in kinds] == [
        ("view", {"seats": [2]}),
        ("view", {"seats": [4]}),
    ]
    assert list(differences([closed.pk])) == []


def test_who_agreed_has_not_agreed_to_what_was_changed_since(closed: Session) -> None:
    before = head(closed)
    agreement.agree(closed.pk, 2, before, by=BY)
    rounds.void(closed.pk, 1, by=ON_THE_MACHINE)
    assert agreed(closed) == []
    with pytest.raises(refusals.BookChanged):
        agreement.agree(closed.pk, 2, before, by=BY)


def test_who_agreed_has_not_agreed_to_names_or_items_changed_since(closed: Session) -> None:
    sessions.reopen(closed.pk, by=ON_THE_MACHINE)
    pays = [Pay(1, 2, 500)]
    item = other_items.post_item(
        closed.pk, submission_id=uuid4(), pays=pays, text="phạt", by=ON_THE_MACHINE
    )[0]
    sessions.close(closed.pk, by=ON_THE_MACHINE)
    for change in (
        lambda: sessions.rename_players(closed.pk, {1: "Quỳnh"}, by=ON_THE_MACHINE),
        lambda: other_items.void_item(closed.pk, item.number, by=ON_THE_MACHINE),
    ):
        closed.refresh_from_db()
        agreement.agree(closed.pk, 2, head(closed), by=BY)
        assert agreed(closed) == [2]
        change()
        assert agreed(closed) == []


def test_nobody_agrees_to_a_book_that_goes_on(closed: Session) -> None:
    before = head(closed)
    table = sessions.reopen(closed.pk, by=ON_THE_MACHINE)
    assert agreement.final_line(table) is None
    assert agreed(table) == []
    with pytest.raises(refusals.BookChanged):
        agreement.agree(closed.pk, 2, before, by=BY)


def test_only_who_sits_there_agrees(closed: Session) -> None:
    with pytest.raises(refusals.UnknownSeat):
        agreement.agree(closed.pk, 5, head(closed), by=BY)
