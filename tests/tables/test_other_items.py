"""Other items (khoản khác): posted once, counted in every sum, taken back by opposite entries."""

from uuid import uuid4

import pytest
from django.db import DatabaseError, connection, transaction

from ledger.access.actor import ON_THE_MACHINE
from ledger.books.audit import differences
from ledger.books.settlement import Pay, fewest_payments
from ledger.common import refusals
from ledger.models import Entry, OtherItem, Posting, Session
from ledger.people import totals
from ledger.tables import other_items, payments, sessions
from tests.sample_tables import a_table, play

pytestmark = pytest.mark.django_db


@pytest.fixture
def session() -> Session:
    return a_table()


def balances(session: Session) -> dict[int, int]:
    return dict(session.seats.values_list("number", "balance"))


def tell(session: Session, *pays: tuple[int, int, int], text: str = "chia sai") -> OtherItem:
    transfers = [Pay(*each) for each in pays]
    item, created = other_items.post_item(
        session.pk, submission_id=uuid4(), pays=transfers, text=text, by=ON_THE_MACHINE
    )
    assert created
    return item


def test_it_counts_in_balances_totals_and_the_settlement(session: Session) -> None:
    before = balances(session)
    tell(session, (1, 2, 20000), (3, 2, 5000))
    after = balances(session)
    assert after == {**before, 1: before[1] - 20000, 2: before[2] + 25000, 3: before[3] - 5000}
    sums = {each.seat: each.by_reason.get("manual") for each in totals.totals(session)}
    assert sums == {1: -20000, 2: 25000, 3: -5000, 4: None}
    settled = sum(each.amount for each in fewest_payments(after))
    assert settled == sum(each for each in after.values() if each > 0)
    assert list(differences([session.pk])) == []


def test_it_is_posted_once_however_often_it_is_sent(session: Session) -> None:
    id, pays = uuid4(), [Pay(1, 2, 20000)]
    answers = [
        other_items.post_item(
            session.pk, submission_id=id, pays=pays, text=" phạt ", by=ON_THE_MACHINE
        )
        for _ in range(3)
    ]
    assert [created for _, created in answers] == [True, False, False]
    assert {item.pk for item, _ in answers} == {answers[0][0].pk}
    with pytest.raises(refusals.DifferentItem):
        other_items.post_item(
            session.pk, submission_id=id, pays=[Pay(1, 2, 1)], text="phạt", by=ON_THE_MACHINE
        )
    with pytest.raises(refusals.DifferentItem):
        other_items.post_item(session.pk, submission_id=id, pays=pays, text="kê", by=ON_THE_MACHINE)
    assert Entry.objects.filter(posting__kind=Posting.Kind.MANUAL).count() == 1


def test_it_is_taken_back_by_opposite_entries_once(session: Session) -> None:
    before = balances(session)
    item = tell(session, (1, 2, 20000), (3, 4, 700))
    for _ in range(2):
        other_items.void_item(session.pk, item.number, by=ON_THE_MACHINE)
    assert balances(session) == before
    assert [each.kind for each in item.postings.all()] == ["manual", "manual_void"]
    assert "manual" not in {reason for each in totals.totals(session) for reason in each.by_reason}
    assert list(differences([session.pk])) == []


def test_it_stands_after_the_newest_round(session: Session) -> None:
    assert tell(session, (1, 2, 1)).after_round == 0
    play(session)
    assert tell(session, (1, 2, 1)).after_round == 1


@pytest.mark.parametrize(
    ("pays", "text", "refusal"),
    [
        ([], "phạt", refusals.PaysRefused),
        ([(1, 1, 5)], "phạt", refusals.PaysRefused),
        ([(1, 2, 5)] * 57, "phạt", refusals.PaysRefused),
        ([(1, 9, 5)], "phạt", refusals.UnknownSeat),
        ([(1, 2, 0)], "phạt", refusals.AmountRefused),
        ([(1, 2, -5)], "phạt", refusals.AmountRefused),
        ([(1, 2, 10**12 + 1)], "phạt", refusals.AmountRefused),
        ([(1, 2, 5)], "  ", refusals.WordsNeeded),
        ([(1, 2, 5)], "x" * 201, refusals.TextRefused),
    ],
)
def test_what_is_no_item_is_refused_and_writes_nothing(
    session: Session,
    pays: list[tuple[int, int, int]],
    text: str,
    refusal: type[refusals.PostingError],
) -> None:
    transfers = [Pay(*each) for each in pays]
    with pytest.raises(refusal):
        other_items.post_item(
            session.pk, submission_id=uuid4(), pays=transfers, text=text, by=ON_THE_MACHINE
        )
    assert not OtherItem.objects.exists()


def test_a_closed_table_takes_none_and_keeps_them_while_it_settles(session: Session) -> None:
    item = tell(session, (1, 2, 20000))
    sessions.close(session.pk, by=ON_THE_MACHINE)
    with pytest.raises(refusals.SessionClosed):
        tell(session, (1, 2, 1))
    payments.pay(
        session.pk, debtor=1, creditor=2, amount=20000, submission_id=uuid4(), by=ON_THE_MACHINE
    )
    with pytest.raises(refusals.Settling):
        other_items.void_item(session.pk, item.number, by=ON_THE_MACHINE)
    with pytest.raises(refusals.UnknownItem):
        other_items.void_item(session.pk, 7, by=ON_THE_MACHINE)


def test_the_database_itself_refuses_to_change_or_forge_one(session: Session) -> None:
    item = tell(session, (1, 2, 20000))
    hostile = (
        f"UPDATE ledger_otheritem SET after_round = 5 WHERE id = {item.pk}",
        f"DELETE FROM ledger_otheritem WHERE id = {item.pk}",
        "INSERT INTO ledger_otheritem"
        " (session_id, number, submission_id, after_round, recorded_at)"
        " SELECT session_id, number + 2, session_id, after_round, recorded_at"
        " FROM ledger_otheritem",
    )
    for statement in hostile:
        with pytest.raises(DatabaseError), transaction.atomic(), connection.cursor() as cursor:
            cursor.execute(statement)


def test_a_changed_amount_is_found_by_the_check(session: Session) -> None:
    """Past the guards, as somebody with the file could."""
    tell(session, (1, 2, 20000))
    entry = Entry.objects.get(posting__kind=Posting.Kind.MANUAL)
    with connection.cursor() as cursor:
        drop = "DROP TRIGGER ledger_entry_update"
        cursor.execute(drop if connection.vendor == "sqlite" else f"{drop} ON ledger_entry")
    Entry.objects.filter(pk=entry.pk).update(amount=2000)
    assert {each.code for each in differences([session.pk])} >= {"hash", "balance"}
