"""What goes along with a write is committed with it, or neither is."""

import pytest

from ledger.access import staff_tokens
from ledger.access.actor import ON_THE_MACHINE
from ledger.books.audit import differences
from ledger.common import refusals
from ledger.database import transactions
from ledger.database.transactions import write_together
from ledger.models import Round, Session, StaffToken
from ledger.tables import sessions
from tests.conflicts import thrown
from tests.sample_tables import a_table, play, redo

pytestmark = [pytest.mark.django_db, pytest.mark.undisturbed("throws its own")]


def test_what_is_written_together_is_written_whole_or_not_at_all() -> None:
    table = a_table()

    def close_and_fail() -> None:
        with write_together():
            Session.objects.update(name="along")
            sessions.close(table.pk, by=ON_THE_MACHINE)
            assert Session.objects.get().closed_at is not None
            raise OSError("the disk is full")

    with pytest.raises(OSError, match="full"):
        close_and_fail()
    session = Session.objects.get()
    assert (session.name, session.closed_at) == ("", None)


def write_a_lot(seed: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """An evening in which nearly every transaction fails once or more, at another statement."""
    monkeypatch.setattr(transactions, "PAUSE", 0)
    with thrown(seed, 2.0, monkeypatch.setattr):
        table = a_table()
        for number in range(1, 11):
            play(table)
            redo(table, 2 * number - 1, 1, 2, 3, 4)
        sessions.change_bet_unit(table.pk, 10, by=ON_THE_MACHINE)
        _, token = staff_tokens.make("Hà")
        staff_tokens.holder_of(token)


def test_conflicts_at_any_statement_and_at_commit_change_nothing(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    write_a_lot("an evening", monkeypatch)
    assert Round.objects.count() == 20
    assert StaffToken.objects.get().last_used_on is not None
    assert list(differences()) == []


def test_where_nothing_is_tried_again_they_stop_the_evening(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """The control: there are conflicts."""
    monkeypatch.setattr(transactions, "TRIES", 1)
    with pytest.raises(refusals.ServiceBusy):
        write_a_lot("an evening", monkeypatch)
