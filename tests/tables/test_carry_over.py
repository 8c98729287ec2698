"""What a table leaves unpaid, carried into a new one: both books agree, whatever happens then."""

from uuid import uuid4

import pytest

from ledger import books
from ledger.access.actor import ON_THE_MACHINE
from ledger.books import balances
from ledger.books.audit import differences
from ledger.common.refusals import (
    AmountRefused,
    NotClosed,
    NothingLeft,
    PlayedOn,
    SeatRefused,
    Settling,
    UnknownSession,
)
from ledger.models import AMOUNT_LIMIT, Seat, Session
from ledger.people import totals
from ledger.tables import carry_over, payments, sessions
from tests.sample_tables import a_table, changed_settings, play, without_digests


@pytest.fixture
def table(db: None) -> Session:
    """An has 1.000 to get, Bình 2.000; Cúc owes 2.000 and Dũng 1.000. The table is closed."""
    table = a_table()
    sessions.change_bet_unit(table.pk, 4000, by=ON_THE_MACHINE)
    sessions.change_bet_unit(table.pk, 2000, by=ON_THE_MACHINE)
    play(table)
    return sessions.close(table.pk, by=ON_THE_MACHINE)


def standing(table: Session) -> list[int]:
    return [each.balance for each in balances.scoreboard(table)]


def carry(table: Session, **more: object) -> Session:
    return carry_over.carry(table.pk, **{"submission_id": uuid4()} | more, by=ON_THE_MACHINE)


def test_the_old_balances_come_to_nothing_and_stand_in_the_new_table(table: Session) -> None:
    payments.pay(
        table.pk, debtor=3, creditor=2, amount=500, submission_id=uuid4(), by=ON_THE_MACHINE
    )
    new = carry(table)
    assert standing(table) == [0, 0, 0, 0]
    assert standing(new) == [1000, 1500, -1500, -1000]
    assert list(differences()) == []


def test_the_new_table_is_as_the_old_one_was(table: Session) -> None:
    table = sessions.rename_session(table.pk, "Nhà An", by=ON_THE_MACHINE)
    new = carry(table)
    assert [seat.name for seat in new.seats.all()] == ["An", "Bình", "Cúc", "Dũng"]
    assert (new.name, new.currency, new.closed_at) == ("Nhà An", "", None)
    assert new.rule_version
    assert new.bet_unit
    terms = (new.rule_version.rules, changed_settings(new.rule_version), new.bet_unit.amount)
    assert terms == ("tien_len", {}, 2000)
    assert new.score_key_generation == 1


def test_people_sit_in_the_new_table_as_they_sat(table: Session) -> None:
    sessions.reopen(table.pk, by=ON_THE_MACHINE)
    sessions.seat_people(table.pk, [1, 3, 2, 4], by=ON_THE_MACHINE)
    sessions.rotate(table.pk, on=True, by=ON_THE_MACHINE)
    sessions.close(table.pk, by=ON_THE_MACHINE)
    new = carry(table)
    assert (new.seating, new.rotates) == ("1324", True)
    assert standing(new) == [1000, 2000, -2000, -1000]
    assert list(differences()) == []


def test_a_seat_that_is_nobodys_stays_so_in_the_new_table(table: Session) -> None:
    sessions.reopen(table.pk, by=ON_THE_MACHINE)
    sessions.add_player(table.pk, "Em", by=ON_THE_MACHINE)
    sessions.add_player(table.pk, "Giang", by=ON_THE_MACHINE)
    sessions.remove_player(table.pk, 5, by=ON_THE_MACHINE)
    sessions.close(table.pk, by=ON_THE_MACHINE)
    new = carry(table)
    assert [seat.name for seat in new.seats.all()] == ["An", "Bình", "Cúc", "Dũng", "", "Giang"]
    assert [each.seat for each in balances.scoreboard(new)] == [1, 2, 3, 4, 6]
    assert [each.kind for each in new.changes.order_by("number")] == ["opened", "carried"]
    assert list(differences()) == []


def test_who_sat_out_sits_out_in_the_new_table(table: Session) -> None:
    sessions.reopen(table.pk, by=ON_THE_MACHINE)
    for seat in (2, 3):
        sessions.sit(table.pk, seat, out=True, by=ON_THE_MACHINE)
    sessions.sit(table.pk, 2, out=False, by=ON_THE_MACHINE)
    sessions.close(table.pk, by=ON_THE_MACHINE)
    new = carry(table)
    assert [seat.sitting_out for seat in new.seats.all()] == [False, False, True, False]
    kinds = [line.kind for line in new.changes.order_by("number")]
    assert kinds == ["opened", "sat_out", "carried"]
    assert list(differences()) == []


def test_the_reasons_add_up_in_both(table: Session) -> None:
    new = carry(table)
    old = {total.seat: total.by_reason for total in totals.totals(table)}
    assert old[3] == {"place": -2000, "carried": 2000}
    assert [total.by_reason for total in totals.totals(new)] == [
        {"carried": 1000},
        {"carried": 2000},
        {"carried": -2000},
        {"carried": -1000},
    ]


def test_the_same_id_again_answers_with_the_same_table(table: Session) -> None:
    id = uuid4()
    new = carry(table, submission_id=id)
    again = carry_over.carry(table.pk, submission_id=id, by=ON_THE_MACHINE)
    assert again == new
    assert Session.objects.count() == 2


def test_only_a_closed_table_is_carried(table: Session) -> None:
    sessions.reopen(table.pk, by=ON_THE_MACHINE)
    with pytest.raises(NotClosed):
        carry(table)
    assert Session.objects.count() == 1


def test_where_nothing_is_left_nothing_is_carried(table: Session) -> None:
    carry(table)
    with pytest.raises(NothingLeft):
        carry(table)


def test_people_without_names_cannot_sit_down_again(table: Session) -> None:
    sessions.forget_names(table.pk, [2], by=ON_THE_MACHINE)
    with pytest.raises(SeatRefused):
        carry(table)
    assert Session.objects.count() == 1
    assert standing(table) == [1000, 2000, -2000, -1000]


def test_more_than_an_entry_can_be_of_is_refused(table: Session) -> None:
    Seat.objects.filter(session=table, number=3).update(balance=-2000 - 2 * AMOUNT_LIMIT)
    Seat.objects.filter(session=table, number=2).update(balance=2000 + 2 * AMOUNT_LIMIT)
    with pytest.raises(AmountRefused):
        carry(table)


def test_rounds_stay_as_they_are_where_the_rest_was_carried(table: Session) -> None:
    new = carry(table)
    with pytest.raises(Settling):
        books.void(table.pk, 1, by=ON_THE_MACHINE)
    sessions.reopen(table.pk, by=ON_THE_MACHINE)
    books.void(table.pk, 1, by=ON_THE_MACHINE)
    assert standing(table) == [-1000, -2000, 2000, 1000]
    play(new)
    books.void(new.pk, 1, by=ON_THE_MACHINE)
    sessions.close(new.pk, by=ON_THE_MACHINE)
    assert list(differences()) == []


def test_the_new_table_plays_settles_and_carries_on(table: Session) -> None:
    new = carry(table)
    play(new, 3, 1, 2, 4)
    sessions.close(new.pk, by=ON_THE_MACHINE)
    third = carry(new)
    assert standing(new) == [0, 0, 0, 0]
    assert sum(standing(third)) == 0
    assert list(differences()) == []


def test_what_was_carried_is_taken_back_as_long_as_nothing_happened(table: Session) -> None:
    new = carry(table)
    for _ in range(2):
        carry_over.take_back(table.pk, new.pk, by=ON_THE_MACHINE)
        assert standing(table) == [1000, 2000, -2000, -1000]
        assert standing(new) == [0, 0, 0, 0]
    new.refresh_from_db()
    assert new.closed_at
    assert [new.posting_count, new.log_count] == [2, 4]
    books.void(table.pk, 1, by=ON_THE_MACHINE)
    assert list(differences()) == []
    with pytest.raises(NothingLeft):
        carry(table)


def test_it_can_be_carried_once_more_after_that(table: Session) -> None:
    carry_over.take_back(table.pk, carry(table).pk, by=ON_THE_MACHINE)
    third = carry(table)
    assert standing(third) == [1000, 2000, -2000, -1000]
    assert list(differences()) == []


def test_once_the_new_table_played_it_stays(table: Session) -> None:
    new = carry(table)
    play(new)
    with pytest.raises(PlayedOn):
        carry_over.take_back(table.pk, new.pk, by=ON_THE_MACHINE)
    new.refresh_from_db()
    assert new.closed_at is None, "nothing of it was done"


def test_another_table_cannot_be_taken_back_from(table: Session) -> None:
    with pytest.raises(UnknownSession):
        carry_over.take_back(table.pk, a_table().pk, by=ON_THE_MACHINE)


def test_both_logs_say_it(table: Session) -> None:
    new = carry(table)
    carry_over.take_back(table.pk, new.pk, by=ON_THE_MACHINE)
    logs = [
        [(line.kind, without_digests(line.details)) for line in session.changes.order_by("number")]
        for session in (table, new)
    ]
    assert logs[0][-2:] == [("carried", {"to": new.pk}), ("uncarried", {"to": new.pk})]
    assert logs[1] == [
        ("opened", {}),
        ("carried", {"out_of": table.pk}),
        ("closed", {}),
        ("uncarried", {"out_of": table.pk}),
    ]
