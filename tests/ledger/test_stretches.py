"""The sums of an evening are those of its rounds, whatever was made void or corrected since."""

from collections.abc import Callable, Iterator
from random import Random
from uuid import uuid4

import pytest
from django.apps import apps
from django.core.management import call_command
from django.db import connection
from django.db.migrations.executor import MigrationExecutor
from django.test.utils import CaptureQueriesContext
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from ledger import books
from ledger.books import stretches, summaries
from ledger.books.audit import differences
from ledger.books.balances import rounds_that_stand
from ledger.books.summaries import Peak, Table
from ledger.database import guards
from ledger.models import Session, Stretch
from ledger.tables import sessions
from scoring import RULE_SETS
from tests.ledger.tables import a_table, finishing, play, redo

BEFORE = ("ledger", "0013_entries_so_far")
SHORT = 4
"""Rounds in a stretch where the test wants many of them."""


@pytest.fixture
def short_stretches() -> Iterator[None]:
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(stretches, "LENGTH", SHORT)
        yield


def of_all_rounds(session: Session) -> Table:
    """The evening worked out from the rounds alone, in the order they were played."""
    standing = rounds_that_stand(session).order_by("stands_for")
    rows = standing.values_list("number", "result", "bet_unit__amount")
    return summaries.together(summaries.of_round(*row) for row in rows)


def deal(session: Session, chance: Random) -> dict[str, object]:
    players = chance.sample((1, 2, 3, 4), chance.randint(2, 4))
    return RULE_SETS[session.rule_version.rules].deal(chance, players, False)


def happen(session: Session, what: str, chance: Random) -> None:
    """One thing of those that happen at a table, where it can."""
    session.refresh_from_db()
    number = chance.randint(1, session.round_count) if session.round_count else 0
    facts = deal(session, chance)
    if what == "record" or not number:
        books.record(session.pk, submission_id=uuid4(), facts=facts)
    elif what == "void":
        books.void(session.pk, number)
    elif what == "bet unit":
        sessions.change_bet_unit(session.pk, 2000 * chance.randint(1, 5))
    elif not session.rounds.filter(corrects__number=number).exists():
        corrected = session.rounds.get(number=number).facts["players"]
        facts = finishing(*chance.sample(corrected, len(corrected)))
        books.correct(session.pk, number, submission_id=uuid4(), facts=facts)


THINGS = ("record", "record", "record", "void", "correct", "bet unit")


@pytest.mark.django_db
@pytest.mark.usefixtures("short_stretches")
@settings(
    max_examples=20, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture]
)
@given(st.lists(st.sampled_from(THINGS), max_size=25), st.integers(0, 10**6))
def test_the_evening_is_the_sum_of_the_rounds_that_stand(things: list[str], chance: int) -> None:
    session, dealt = a_table(), Random(chance)
    for what in things:
        happen(session, what, dealt)
    session.refresh_from_db()
    assert stretches.evening(session) == of_all_rounds(session)
    kept = list(session.stretches.values_list("number", flat=True))
    assert kept == list(range(1, session.round_count // SHORT + 1))
    assert list(differences([session.pk])) == []


def play_many(session: Session, rounds: int) -> Session:
    for number in range(rounds):
        play(session, *((2, 1, 4, 3), (1, 2, 3, 4), (3, 1, 2, 4))[number % 3])
    session.refresh_from_db()
    return session


@pytest.mark.django_db
def test_only_the_round_that_completes_a_stretch_asks_for_more() -> None:
    session = play_many(a_table(), stretches.LENGTH - 2)
    costs = []
    for _ in range(3):
        costs.append(asked(lambda: play(session)))
    before, completing, after = costs
    assert before == after < completing
    assert session.stretches.count() == 1


def asked(write: Callable[[], object]) -> int:
    with CaptureQueriesContext(connection) as queries:
        write()
    return len(queries)


@pytest.mark.django_db
@pytest.mark.usefixtures("short_stretches")
def test_a_round_of_long_ago_costs_three_queries_more_however_long_ago() -> None:
    costs = {}
    for rounds in (SHORT - 2, SHORT + 1, 5 * SHORT + 1):
        session = play_many(a_table(), rounds)
        void = asked(lambda table=session: books.void(table.pk, 1))  # type: ignore[misc]
        again = asked(lambda table=session: redo(table, 2, 1, 2, 3, 4))  # type: ignore[misc]
        costs[rounds] = void, again
    fresh, old, older = costs.values()
    assert old == older
    assert old == (fresh[0] + 3, fresh[1] + 3)


@pytest.mark.django_db
def test_the_sums_of_many_rounds_cost_two_queries() -> None:
    session = play_many(a_table(), stretches.LENGTH + 5)
    assert asked(lambda: stretches.evening(session)) == 2
    assert stretches.evening(session) == of_all_rounds(session)


@pytest.mark.django_db
def test_a_round_of_long_ago_made_void_or_corrected_is_counted_as_it_is_now() -> None:
    session = play_many(a_table(), stretches.LENGTH + 1)
    assert stretches.evening(session)[2].gain == Peak(2000, 1)
    books.void(session.pk, 1)
    assert stretches.evening(session)[2].gain == Peak(2000, 4)
    again = redo(session, 1, 2, 1, 4, 3)
    assert stretches.evening(session)[2].gain == Peak(2000, again.number)
    assert stretches.evening(session) == of_all_rounds(session)


@pytest.mark.django_db
def test_sums_that_are_not_those_of_the_rounds_are_found() -> None:
    session = play_many(a_table(), stretches.LENGTH)
    stretch = session.stretches.get()
    right = dict(stretch.own), dict(stretch.so_far)
    for wrong in (({}, right[1]), (right[0], {}), ({"1": 5}, right[1]), (right[0], {"x": []})):
        Stretch.objects.update(own=wrong[0], so_far=wrong[1])
        assert [each.code for each in differences([session.pk])] == ["figures"]
    stretch.delete()
    found = [str(each) for each in differences([session.pk])]
    assert found == [f"{session.pk}: the figures of rounds 1 to 100 are not kept"]
    for number in (1, 2):
        Stretch.objects.create(session=session, number=number, own=right[0], so_far=right[1])
    found = [str(each) for each in differences([session.pk])]
    assert len(found) == 1
    assert "figures are kept of rounds 101 to 200, which were not all recorded" in found[0]


def test_an_older_table_is_summed_up_when_it_is_brought_up_to_date(fresh_ledger: str) -> None:
    session = play_many(a_table(), stretches.LENGTH + 3)
    books.void(session.pk, 7)
    redo(session, 30, 4, 3, 2, 1)
    kept = list(Stretch.objects.values_list("session", "number", "own", "so_far"))
    MigrationExecutor(connection).migrate([BEFORE])
    call_command("migrate", verbosity=0)
    assert list(Stretch.objects.values_list("session", "number", "own", "so_far")) == kept
    assert len(kept) == 1
    assert guards.missing(apps, connection) == ()
    assert list(differences()) == []
