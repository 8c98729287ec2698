"""Prepared statements do what Django's own would, and ask as often."""

from uuid import UUID, uuid4

import pytest
from django.db import IntegrityError, connection, transaction
from django.db.models import F
from django.db.models.signals import post_save
from django.test.utils import CaptureQueriesContext

from ledger import books
from ledger.books import balances
from ledger.database.prepared import Insert, Prepared, Update, sent_together
from ledger.models import Round, Seat, Session
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


def test_conditions_of_its_own_are_kept_beside_what_varies(table: Session) -> None:
    first, second = play(table), play(table)
    books.void(table.pk, first.number)
    rows = Round.objects.filter(balances.STANDS).annotate(same=F("number"))
    standing = Prepared(rows.order_by("-number"), "session", limit=1)
    assert [(round.pk, round.same) for round in standing(table.pk)] == [(second.pk, 2)]
    assert standing.first(a_table().pk) is None
    values = Prepared(rows.values_list("number", "facts"), "session", "submission_id")
    assert values(table.pk, first.submission_id) == []
    assert values(table.pk, second.submission_id) == [(2, second.facts)]


def test_a_condition_like_what_is_asked_for_is_refused_rather_than_mixed_up(table: Session) -> None:
    with pytest.raises(AssertionError, match="told apart"):
        Prepared(Seat.objects.filter(name="An"), "session", "name")(table.pk, "An")


def a_seat(table: Session, number: int) -> Seat:
    return Seat(session=table, number=number, name=f"Số {number}", by_reason={})


def test_what_is_inserted_is_whole_and_told_as_when_django_saves(table: Session) -> None:
    told: list[object] = []

    def hear(instance: Seat, created: bool, **_: object) -> None:
        told.append((instance.number, created))

    post_save.connect(hear, sender=Seat)
    try:
        Insert(Seat).one(one := a_seat(table, 5))
    finally:
        post_save.disconnect(hear, sender=Seat)
    again = Seat.objects.get(number=5)
    assert all(getattr(one, f.attname) == getattr(again, f.attname) for f in Seat._meta.fields)
    assert told == [(5, True)]
    one.name = "Em"
    one.save()
    assert Seat.objects.get(pk=one.pk).name == "Em"


def test_many_are_inserted_by_one_statement_and_none_by_none(table: Session) -> None:
    insert = Insert(Seat)
    with CaptureQueriesContext(connection) as asked:
        insert.all([a_seat(table, 5), a_seat(table, 6)])
        insert.all([])
    assert len(asked) == 1
    assert list(Seat.objects.filter(number__gt=4).values_list("name")) == [("Số 5",), ("Số 6",)]


def test_of_the_rows_updated_only_the_fields_named_change(table: Session) -> None:
    first, second, *_others = Seat.objects.all()
    first.balance, first.by_reason, first.name = -1000, {"place": -1000}, "not saved"
    second.balance, second.by_reason = 1000, {"place": 1000}
    with CaptureQueriesContext(connection) as asked:
        Update(Seat, "balance", "by_reason")([first, second])
    assert len(asked) == 1
    rows = [(seat.name, seat.balance, seat.by_reason) for seat in Seat.objects.all()]
    assert rows == [
        ("An", -1000, {"place": -1000}),
        ("Bình", 1000, {"place": 1000}),
        ("Cúc", 0, {}),
        ("Dũng", 0, {}),
    ]


def test_what_goes_wrong_among_statements_sent_together_undoes_them_all(table: Session) -> None:
    insert = Insert(Seat)

    @transaction.atomic()
    @sent_together()
    def write() -> None:
        for number in (5, 1, 6):
            insert.all([a_seat(table, number)])

    with pytest.raises(IntegrityError):
        write()
    assert Seat.objects.count() == 4
