"""Writers take turns before SQLite's lock, and nobody waits for ever for one who does not move."""

import os
from pathlib import Path
from threading import Event, Thread

import pytest
from django.core.files import locks
from django.db import connection

from ledger.database import write_queue
from ledger.database.transactions import write_together
from ledger.database.write_queue import turn
from ledger.models import Round
from tests.ledger.tables import a_table, play


@pytest.fixture(autouse=True)
def on_sqlite(fresh_ledger: str) -> None:
    if connection.vendor != "sqlite":
        pytest.skip("PostgreSQL has a queue of its own")


def taken() -> bool:
    """Whether somebody has the turn now."""
    folder = os.open(Path(connection.settings_dict["NAME"]).parent, os.O_RDONLY)
    free = locks.lock(folder, locks.LOCK_EX | locks.LOCK_NB)
    os.close(folder)
    return not free


def test_the_second_begins_once_the_first_has_ended(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(write_queue, "PATIENCE", 60)
    begun = Event()

    def second() -> None:
        with turn():
            begun.set()

    with turn():
        waiting = Thread(target=second)
        waiting.start()
        assert not begun.wait(0.2)
    assert begun.wait(60)
    waiting.join()
    assert not taken()


def test_a_write_has_its_turn_and_gives_it_back_whatever_comes_of_it() -> None:
    table, had = a_table(), []

    def fail() -> None:
        had.append(taken())
        raise ZeroDivisionError

    with pytest.raises(ZeroDivisionError), write_together():
        fail()
    assert had == [True]
    assert not taken()
    play(table)
    assert not taken()


def test_one_who_has_stopped_in_the_middle_of_it_holds_up_nobody_for_long(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    table = a_table()
    monkeypatch.setattr(write_queue, "PATIENCE", 0.05)
    with turn():
        writing = Thread(target=lambda: (play(table), connection.close()))
        writing.start()
        writing.join(60)
        assert not writing.is_alive()
    assert Round.objects.count() == 1
