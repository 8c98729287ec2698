"""What goes along with a write is committed with it, or neither is."""

import pytest

from ledger import posting
from ledger.models import Session
from ledger.writing import together_with
from tests.ledger.tables import a_table

pytestmark = pytest.mark.django_db


def test_what_goes_along_gets_the_answer_of_the_write() -> None:
    table, seen = a_table(), []
    with together_with(seen.append):
        changed = posting.change_bet_unit(table.pk, 4000)
    posting.change_bet_unit(table.pk, 6000)
    assert seen == [changed]


def test_where_it_fails_nothing_is_written() -> None:
    table = a_table()

    def fail(answer: object) -> None:
        assert Session.objects.get().closed_at is not None
        raise OSError("the disk is full")

    with pytest.raises(OSError, match="full"), together_with(fail):
        posting.close(table.pk)
    assert Session.objects.get().closed_at is None
    posting.close(table.pk)
    assert Session.objects.get().closed_at is not None


def test_what_it_wrote_before_it_failed_goes_back_as_well() -> None:
    table = a_table()

    def rename_and_fail(answer: object) -> None:
        Session.objects.update(name="along")
        raise OSError("the disk is full")

    with pytest.raises(OSError, match="full"), together_with(rename_and_fail):
        posting.change_bet_unit(table.pk, 4000)
    assert Session.objects.get().name == ""
    assert table.bet_units.count() == 1
