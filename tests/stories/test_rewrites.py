"""Whoever saw a book says that it was rewritten, and says nothing of one that was not."""

from collections.abc import Iterator
from random import Random

import pytest
from django.db import connection

from ledger.access.actor import ON_THE_MACHINE
from ledger.access.keys import Role
from ledger.database import guards
from ledger.models import Session
from ledger.tables import sessions
from tests.sample_tables import a_table, play
from tests.stories.phones import WitnessPhone
from tests.stories.rewrites import CARELESSLY, THOROUGH, Tally, Witnesses, run, witnesses
from tests.trust import Tell, in_full

pytestmark = [
    pytest.mark.full,
    pytest.mark.skipif(connection.vendor != "sqlite", reason="the owner of a file rewrites it"),
]


@pytest.fixture
def asked(fresh_ledger: str) -> Iterator[Witnesses]:
    with witnesses(Tally()) as panel:
        yield panel


@pytest.mark.trust("R12")
def test_who_saw_the_book_says_that_it_was_rewritten(fresh_ledger: str, tell: Tell) -> None:
    tally = run(rewrites=4, evenings=0)
    for line in tally.lines():
        tell(line)
    assert tally.missed == []
    tried = tally.all("tried", THOROUGH)
    assert tally.all("phone", THOROUGH) + tally.all("gone", THOROUGH) == tried > 30
    assert tally.all("file", THOROUGH) == tried
    assert tally.all("check", CARELESSLY) > 0


@pytest.mark.trust("R12")
@in_full("evenings", 40, 100)
def test_nobody_says_anything_of_an_honest_evening(
    evenings: int, fresh_ledger: str, tell: Tell
) -> None:
    tally = run(rewrites=0, evenings=evenings)
    tell(f"{dict(tally.honest)}")
    assert tally.false == []
    assert tally.honest["looks"] > 3 * evenings
    assert tally.honest["marks"] > evenings


@pytest.mark.trust("R12", control=True)
def test_a_phone_that_believes_and_a_file_without_digits_miss_it(
    fresh_ledger: str, tell: Tell
) -> None:
    tally = run(rewrites=2, evenings=0)
    asked, missed = (tally.all(who, THOROUGH) for who in ("control", "missed"))
    tell(f"without the hashes {missed} of {asked} rewrites are missed")
    assert missed > asked / 2


def test_a_page_that_shows_no_hash_is_looked_into(asked: Witnesses) -> None:
    """Whatever stands in the page, a phone compares the whole of it with what it knows."""
    table, phone = a_table(), WitnessPhone()
    play(table)
    table.refresh_from_db()
    assert asked.phones.look(phone, table) == ""
    guards.remove(connection)
    for head in ("", "1", "line", table.log_head[:16]):
        Session.objects.filter(pk=table.pk).update(log_head=head)
        table.refresh_from_db()
        assert asked.phones.look(phone, table) != "", head


def test_a_key_that_was_renewed_is_no_rewriting(asked: Witnesses) -> None:
    table, phone = a_table(), WitnessPhone()
    table.refresh_from_db()
    asked.phones.look(phone, table)
    for role in Role:
        sessions.renew_key(table.pk, role, by=ON_THE_MACHINE)
    table.refresh_from_db()
    assert asked.phones.look(phone, table) == ""
    assert phone.line(table) == table.log_count


def test_a_file_vouches_for_the_session_as_it_was(asked: Witnesses) -> None:
    """Every kind of file holds the mark."""
    table = a_table()
    play(table)
    table.refresh_from_db()
    for seed in range(20):
        marks = asked.file(table, Random(seed))
        assert {(name, line) for name, line, *_rest in marks} == {(table.pk, 2)}
