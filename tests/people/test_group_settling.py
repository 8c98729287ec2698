"""Several evenings settled as one: fewest payments of the sums, every book at nothing, once."""

from collections import Counter
from collections.abc import Mapping
from random import Random
from typing import Any
from uuid import UUID, uuid4

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.utils import timezone
from django.utils.translation import override

from ledger import books
from ledger.access.actor import ON_THE_MACHINE, Actor
from ledger.books import balances
from ledger.books.audit import differences
from ledger.books.numbering import Numbering
from ledger.books.settlement import fewest_payments
from ledger.common import refusals
from ledger.models import Group, GroupDue, GroupPart, GroupSettlement, Link, Payment, Session
from ledger.people import group_settling, groups
from ledger.people.group_accounts import Accounts, accounts
from ledger.tables import carry_over, membership, payments, sessions
from ledger.tables.log_lines import Log
from tests.random_rounds import deal
from tests.sample_tables import PLAYERS, grouped, play
from tests.trust import sizes

BY_GROUP = Actor(Link.GROUP)


def an_evening(*names: str, rules: str = "tien_len", bet_unit: int = 2000) -> Session:
    return sessions.open_session(
        rules=rules, settings={}, bet_unit=bet_unit, players=names, by=ON_THE_MACHINE
    )


def close(table: Session) -> Session:
    return sessions.close(table.pk, by=ON_THE_MACHINE)


def settle(group: Group, states: Mapping[str, str] | None = None, id: UUID | None = None) -> Any:
    shown = accounts(group).states if states is None else states
    return group_settling.settle(group, shown, submission_id=id or uuid4(), by=BY_GROUP)[0]


def sums(result: Accounts) -> dict[str, int]:
    return {each.name: each.total for each in result.people}


def left(*tables: Session) -> set[int]:
    return {each.balance for table in tables for each in balances.scoreboard(table)}


@pytest.fixture
def evenings(db: None) -> tuple[Session, Session]:
    """Bình won 2.000 of An, and An 2.000 of Cúc: together Cúc owes Bình."""
    first, second = an_evening("An", "Bình"), an_evening("Cúc", "An")
    play(first, 2, 1)
    play(second, 2, 1)
    return close(first), close(second)


def carried(table: Session) -> Session:
    return carry_over.carry(table.pk, submission_id=uuid4(), by=ON_THE_MACHINE)


def test_what_is_carried_into_a_new_table_stays_in_the_accounts(
    evenings: tuple[Session, Session],
) -> None:
    group = grouped(*evenings)
    new = carried(evenings[0])
    assert new.changes.filter(kind="grouped").count() == 1
    assert sums(accounts(group)) == {"An": 2000, "Cúc": -2000}
    play(new, 2, 1)
    close(new)
    assert sums(accounts(group)) == {"An": -2000, "Bình": 4000, "Cúc": -2000}
    settle(group)
    assert left(*evenings, new) == {0}
    assert list(differences()) == []


def test_what_is_taken_back_counts_where_it_came_from(evenings: tuple[Session, Session]) -> None:
    group = grouped(*evenings)
    before = sums(accounts(group))
    new = carried(evenings[0])
    carry_over.take_back(evenings[0].pk, new.pk, by=ON_THE_MACHINE)
    assert sums(accounts(group)) == before
    assert not new.evenings.exists()
    assert new.changes.filter(kind="ungrouped").count() == 1
    assert list(differences()) == []


def test_a_group_without_room_does_not_hold_up_what_is_carried(
    evenings: tuple[Session, Session], monkeypatch: pytest.MonkeyPatch
) -> None:
    group = grouped(*evenings)
    monkeypatch.setattr(membership, "EVENINGS", 2)
    assert not carried(evenings[0]).evenings.exists()
    assert group.evenings.count() == 2


@pytest.fixture
def group(evenings: tuple[Session, Session]) -> Group:
    return grouped(*evenings)


def test_who_never_met_pay_each_other(group: Group, evenings: tuple[Session, Session]) -> None:
    result = accounts(group)
    assert sums(result) == {"An": 0, "Bình": 2000, "Cúc": -2000}
    first, second = (each.pk for each in evenings)
    assert result.people[0].sums == {first: -2000, second: 2000}
    made = settle(group)
    assert [(each.debtor, each.creditor, each.amount) for each in made.dues.all()] == [(3, 2, 2000)]
    assert left(*evenings) == {0}
    assert list(accounts(group).evenings) == []
    assert list(differences()) == []


def test_each_evening_has_its_own_fewest_payments_and_says_of_what(group: Group) -> None:
    made = settle(group)
    paid = Payment.objects.order_by("pk")
    assert {each.group_part.settlement for each in paid} == {made}
    payments = [(each.debtor.name, each.creditor.name, each.amount) for each in paid]
    assert sorted(payments) == [("An", "Bình", 2000), ("Cúc", "An", 2000)]
    table = paid[0].session
    names = {each.number: each.name for each in table.seats.all()}
    with override("vi"):
        change, _who, words = Log(table, names, Numbering(table)).page(None, 1)[0]
    assert words["words"].endswith("Nhóm gộp tính tiền nhiều buổi.")
    assert (change.link, change.details["settlement"]) == ("group", str(made.submission_id))


def test_the_same_sent_again_settles_nothing_more(group: Group) -> None:
    states, id = accounts(group).states, uuid4()
    made = settle(group, states, id)
    again, new = group_settling.settle(group, states, submission_id=id, by=BY_GROUP)
    assert (again, new, Payment.objects.count()) == (made, False, 2)
    with pytest.raises(refusals.DifferentSettlement):
        settle(group, {}, id)
    with pytest.raises(refusals.AccountsChanged):
        settle(group, states)


def test_what_changed_since_it_was_looked_at_is_refused(
    group: Group, evenings: tuple[Session, Session]
) -> None:
    states = accounts(group).states
    payments.pay(
        evenings[0].pk, debtor=1, creditor=2, amount=500, submission_id=uuid4(), by=ON_THE_MACHINE
    )
    with pytest.raises(refusals.AccountsChanged):
        settle(group, states)
    assert GroupSettlement.objects.count() == 0
    settle(group)
    assert left(*evenings) == {0}
    amounts = sorted(Payment.objects.values_list("amount", flat=True))
    assert amounts == [500, 1500, 2000]
    assert list(differences()) == []


def test_who_is_who_is_part_of_what_was_looked_at(
    group: Group, evenings: tuple[Session, Session]
) -> None:
    states = accounts(group).states
    groups.add(group, evenings[1], {}, by=ON_THE_MACHINE)
    with pytest.raises(refusals.AccountsChanged):
        settle(group, states)


def test_evenings_are_chosen(group: Group, evenings: tuple[Session, Session]) -> None:
    first, second = evenings
    chosen = accounts(group, [first.pk])
    assert sums(chosen) == {"An": -2000, "Bình": 2000}
    settle(group, chosen.states)
    assert (left(first), left(second)) == ({0}, {-2000, 2000})
    with pytest.raises(refusals.NothingOpen):
        settle(group, {})
    for nowhere in ("nowhere", "no\0where", "\ud800", ""):
        with pytest.raises(refusals.AccountsChanged):
            settle(group, {nowhere: "0" * 16})


def test_an_evening_that_plays_on_waits_until_it_is_closed(
    group: Group, evenings: tuple[Session, Session]
) -> None:
    states = accounts(group).states
    sessions.reopen(evenings[1].pk, by=ON_THE_MACHINE)
    result = accounts(group)
    assert [each.session_id for each in result.evenings] == [evenings[0].pk]
    assert [each.session_id for each in result.playing] == [evenings[1].pk]
    with pytest.raises(refusals.AccountsChanged):
        settle(group, states)


def test_a_payment_is_marked_once_and_taken_back(group: Group) -> None:
    made = settle(group)
    with pytest.raises(refusals.GroupOwes):
        group_settling.refuse_while_owing(group)
    first = group_settling.mark(group, made.submission_id, 1, paid=True)
    again = group_settling.mark(group, made.submission_id, 1, paid=True)
    assert again.paid_at == first.paid_at
    group_settling.refuse_while_owing(group)
    with pytest.raises(refusals.SettlementPaid):
        group_settling.undo(group, made.submission_id, by=BY_GROUP)
    for _ in range(2):
        assert group_settling.mark(group, made.submission_id, 1, paid=False).paid_at is None
    for id, number in ((made.submission_id, 2), (uuid4(), 1)):
        with pytest.raises(refusals.UnknownSettlement):
            group_settling.mark(group, id, number, paid=True)


def test_a_settlement_is_undone_as_a_whole(group: Group, evenings: tuple[Session, Session]) -> None:
    made = settle(group)
    for _ in range(2):
        assert group_settling.undo(group, made.submission_id, by=BY_GROUP).undone_at
    assert left(*evenings) == {-2000, 2000}
    assert sums(accounts(group)) == {"An": 0, "Bình": 2000, "Cúc": -2000}
    with pytest.raises(refusals.SettlementUndone):
        group_settling.mark(group, made.submission_id, 1, paid=True)
    assert settle(group, made.states, made.submission_id) == made, "what was sent stays undone"
    assert left(*evenings) == {-2000, 2000}
    settle(group)
    assert left(*evenings) == {0}
    assert list(differences()) == []


def test_a_part_is_not_taken_back_at_its_table(group: Group) -> None:
    made = settle(group)
    part = Payment.objects.earliest("pk")
    with pytest.raises(refusals.PaidInGroup):
        payments.unmark(part.session_id, part.number, by=ON_THE_MACHINE)
    group_settling.undo(group, made.submission_id, by=BY_GROUP)
    assert payments.unmark(part.session_id, part.number, by=ON_THE_MACHINE) == part


def test_a_group_that_goes_leaves_the_books_right(
    group: Group, evenings: tuple[Session, Session]
) -> None:
    settle(group)
    groups.delete(group, by=ON_THE_MACHINE)
    assert not GroupSettlement.objects.exists()
    assert left(*evenings) == {0}
    assert list(differences()) == []


def test_a_seat_of_no_member_settles_too(evenings: tuple[Session, Session]) -> None:
    group = grouped(*evenings)
    evening = group.evenings.get(session=evenings[0])
    evening.members = {"1": evening.members["1"]}
    evening.save()
    assert sums(accounts(group)) == {"An": 0, "Cúc": -2000, "Bình": 2000}
    settle(group)
    assert left(*evenings) == {0}
    assert list(differences()) == []


def random_group(rng: Random) -> Group:
    """A few evenings of people by chance, with rounds of some game."""
    tables = []
    for _ in range(rng.randint(1, 4)):
        names = rng.sample(PLAYERS, rng.randint(3, 4))
        rules, bet_unit = rng.choice(("tien_len", "ba_cay", "sam_loc")), rng.choice((1000, 2000))
        table, seats = an_evening(*names, rules=rules, bet_unit=bet_unit), range(1, len(names) + 1)
        for _ in range(rng.randint(0, 4)):
            facts = deal(rules, rng, seats)
            books.record(table.pk, submission_id=uuid4(), facts=facts, by=ON_THE_MACHINE)
        tables.append(close(table))
    return grouped(*tables)


@pytest.mark.django_db
@sizes("groups_dealt", 6, 60)
def test_any_evenings_come_to_nothing_by_the_fewest_payments(groups_dealt: int) -> None:
    for seed in range(groups_dealt):
        group = random_group(Random(seed))
        tables = [each.session for each in group.evenings.select_related("session")]
        result, id = accounts(group), uuid4()
        if not result.evenings:
            continue
        made = settle(group, result.states, id)
        assert left(*tables) == {0}
        got = Counter[int]()
        for due in made.dues.all():
            got[due.debtor] -= due.amount
            got[due.creditor] += due.amount
        totals = {number: each.total for number, each in enumerate(result.people, start=1)}
        assert dict(got) == {number: total for number, total in totals.items() if total}
        assert made.dues.count() == len(fewest_payments(totals))
        assert settle(group, result.states, id) == made
    assert list(differences()) == []  # of all of them: after each it would take ever longer


PLANTED: Mapping[str, tuple[str, Any]] = {
    "another amount": ("group_sums", lambda made: made.dues.update(amount=1999)),
    "a payment between others": ("group_sums", lambda made: made.dues.update(creditor=1)),
    "a payment that is gone": ("group_sums", lambda made: made.dues.all().delete()),
    "a part that is gone": ("group_part", lambda made: made.parts.first().delete()),
    "a settlement that is gone": ("group_part", lambda made: made.delete()),
    "one that was undone here alone": (
        "group_part",
        lambda made: GroupSettlement.objects.update(undone_at=timezone.now()),
    ),
    "seats of others": ("unreadable", lambda made: GroupSettlement.objects.update(people=[])),
    "a part of another": (
        "group_part",
        lambda made: GroupSettlement.objects.update(submission_id=uuid4()),
    ),
}


@pytest.mark.trust("R9", control=True)
@pytest.mark.parametrize("damage", PLANTED)
def test_every_damage_is_found(group: Group, damage: str) -> None:
    made = settle(group)
    code, plant = PLANTED[damage]
    plant(made)
    assert code in {each.code for each in differences()}


@pytest.mark.trust("R9", control=True)
def test_a_part_taken_back_alone_and_a_mark_on_what_is_undone_are_found(group: Group) -> None:
    made = settle(group)
    part = GroupPart.objects.earliest("pk")
    payment = part.payment
    part.delete()
    payments.unmark(payment.session_id, payment.number, by=ON_THE_MACHINE)
    GroupPart.objects.create(settlement=made, payment=payment)
    assert [each.code for each in differences()] == ["group_part"]
    GroupSettlement.objects.update(undone_at=timezone.now())
    GroupDue.objects.update(paid_at=timezone.now())
    assert "group_undone" in {each.code for each in differences()}


def test_what_is_looked_at_costs_the_same_however_many_evenings(group: Group) -> None:
    asked = []
    for _ in range(2):
        with CaptureQueriesContext(connection) as queries:
            accounts(group)
        asked.append(len(queries))
        table = an_evening("An", "Cúc")
        play(table, 1, 2)
        groups.add(group, close(table), {}, by=ON_THE_MACHINE)
    assert asked == [3, 3]
