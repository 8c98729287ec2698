"""Whatever the network and people do, an evening comes out right; and faults are detected."""

import time
from collections.abc import Iterator

import pytest
from django.db import connection
from pytest_django import DjangoDbBlocker

from tests.databases import SqliteDatabases
from tests.simulator.faults import FAULTS
from tests.simulator.play import books_of_tests, play
from tests.trust import Tell

pytestmark = [
    pytest.mark.full,
    pytest.mark.skipif(connection.vendor != "sqlite", reason="the books are SQLite's"),
]
PARTS, EVENINGS = 8, 25
MOST = 200
"""Evenings that a fault is looked for in."""

DETECTED_IN: dict[str, int] = {
    "an empty form takes the id of a round that waits": 28,
    "a café's login page is shown as the form": 42,
    "an empty form is remembered in place of what comes back": 186,
    "a waiting round keeps to itself that the book was replaced": 10,
    "the next round takes the id of the one that is recorded": 23,
    "a form goes on with a script that does not hear its taps": 114,
    "a form goes on with the prices of another bet unit": 17,
    "what is typed takes the place of what is typed elsewhere": 10,
    "a round for a closed table is let go": 11,
    "a void reverses nothing": 8,
    "a write is committed piece by piece": 28,
    "who looks on may write": 126,
    "a round is recorded at any price": 28,
}
"""An evening that detects a fault, looked at before all others."""


@pytest.fixture(scope="module")
def books(django_db_setup: None, django_db_blocker: DjangoDbBlocker) -> Iterator[SqliteDatabases]:
    with django_db_blocker.unblock(), books_of_tests() as books:
        yield books


@pytest.mark.trust("R13")
@pytest.mark.parametrize("part", range(PARTS))
def test_an_evening_comes_out_right(part: int, books: SqliteDatabases, tell: Tell) -> None:
    """Other evenings each time: a seed that goes wrong is played again by one command."""
    first, rounds = time.time_ns() // 10**6 % 10**9, 0
    for seed in range(first, first + EVENINGS):
        evening, wrong = play(seed, books)
        assert not wrong, f"python -m tests.simulator {seed}"
        rounds += len(evening.typed)
    tell(f"evenings {first} to {seed}: {rounds} rounds typed, 0 lost, 0 doubled")


def test_the_same_seed_is_the_same_evening(books: SqliteDatabases) -> None:
    evenings = [play(seed, books)[0] for seed in (7, 8, 7)]
    assert evenings[0].trace == evenings[2].trace
    assert evenings[0].trace != evenings[1].trace


@pytest.mark.drawn(6)
@pytest.mark.trust("R13", control=True)
@pytest.mark.parametrize("fault", FAULTS)
def test_a_fault_is_detected(fault: str, books: SqliteDatabases, tell: Tell) -> None:
    planted = FAULTS[fault]
    with planted.planted():
        for seed in (DETECTED_IN.get(fault, 1), *range(1, MOST + 1)):
            if wrong := play(seed, books, planted.scripts)[1]:
                break
    tell(f"{fault}: evening {seed}, {wrong[:1]}")
    assert wrong
    assert "ReferenceError" not in wrong[0], "the fault is in its own words"
