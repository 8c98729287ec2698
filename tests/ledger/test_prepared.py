"""Prepared queries find what Django's own would, and ask as often."""

from uuid import UUID, uuid4

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from ledger.models import Round, Seat, Session
from ledger.prepared import Prepared
from tests.ledger.tables import a_table, play


@pytest.fixture
def table(db: None) -> Session:
    return a_table()


def test_it_finds_the_same_rows_each_time_with_everything_in_them(table: Session) -> None:
    first, second = play(table), play(table)
    rows = Round.objects.select_related("corrects", "rule_version__session", "bet_unit")
    submitted = Prepared(rows, "session", "submission_id")
    for recorded in (first, second):
        (found,) = submitted(table.pk, recorded.submission_id)
        with CaptureQueriesContext(connection) as asked:
            assert found.rule_version.session.name == table.name
            assert found.bet_unit.amount == 2000
            assert found.corrects is None
        assert not asked.captured_queries
        again = Round.objects.get(pk=recorded.pk)
        assert all(
            getattr(found, f.attname) == getattr(again, f.attname) for f in Round._meta.fields
        )
        assert type(found.submission_id) is UUID
    assert submitted(table.pk, uuid4()) == []
    assert submitted.first(table.pk, uuid4()) is None


def test_it_asks_once_and_leaves_out_what_was_not_wanted(table: Session) -> None:
    numbers = Prepared(Seat.objects.only("number").order_by("-number"), "session")
    for _ in range(2):
        with CaptureQueriesContext(connection) as asked:
            assert [seat.number for seat in numbers(table.pk)] == [4, 3, 2, 1]
        assert len(asked) == 1
        assert "balance" not in asked[0]["sql"]
    assert numbers(table.pk)[0].get_deferred_fields() >= {"name", "balance"}


def test_what_is_saved_is_the_row_that_was_found(table: Session) -> None:
    found = Prepared(Seat.objects.all(), "session")(table.pk)[0]
    found.name = "Đào"
    found.save()
    assert Seat.objects.get(pk=found.pk).name == "Đào"


def test_a_condition_of_its_own_is_refused_rather_than_mixed_up(table: Session) -> None:
    with pytest.raises(AssertionError, match="may vary"):
        Prepared(Seat.objects.filter(number=1), "session")(table.pk)
