"""Many phones settle the evenings of a group at once: each evening is settled once."""

from collections import Counter
from collections.abc import Callable
from functools import partial
from typing import Any
from uuid import uuid4

import pytest

from ledger.access.actor import ON_THE_MACHINE
from ledger.books import balances
from ledger.books.audit import differences
from ledger.common.refusals import AccountsChanged
from ledger.models import Group, GroupDue, GroupSettlement, Payment, Session
from ledger.people import group_settling
from ledger.people.group_accounts import accounts
from ledger.tables import payments, sessions
from tests.sample_tables import a_table, grouped, play
from tests.stories.at_once import WRITERS, together


def owing(evenings: int = 3) -> tuple[Group, list[Session]]:
    """At each of these tables seat 3 owes seat 2 2.000."""
    tables = [a_table(3) for _ in range(evenings)]
    for table in tables:
        play(table, 2, 3)
        sessions.close(table.pk, by=ON_THE_MACHINE)
    return grouped(*tables), tables


def settling(group: Group, *tables: Session, id: Any = None) -> Callable[[], Any]:
    """The act as a phone sends it that looked at these evenings."""
    states = accounts(group, [each.pk for each in tables]).states
    id = id or uuid4()
    sent = {"submission_id": id, "by": ON_THE_MACHINE}
    return lambda: group_settling.settle(group, states, **sent)[0]


def all_quits(tables: list[Session]) -> bool:
    return not any(each.balance for table in tables for each in balances.scoreboard(table))


@pytest.mark.trust("R4")
def test_the_same_settlement_from_many_phones_is_one(fresh_ledger: str) -> None:
    group, tables = owing()
    act = settling(group, *tables)
    answers = together([act] * WRITERS)
    assert answers == [GroupSettlement.objects.get()] * WRITERS
    assert (Payment.objects.count(), GroupDue.objects.get().amount) == (3, 6000)
    assert all_quits(tables)
    assert list(differences()) == []


def test_of_many_who_settle_the_same_evenings_one_does(fresh_ledger: str) -> None:
    group, tables = owing()
    acts = [settling(group, *tables) for _ in range(WRITERS)]
    answers = Counter(map(type, together(acts)))
    assert answers == {GroupSettlement: 1, AccountsChanged: WRITERS - 1}
    assert all_quits(tables)
    assert list(differences()) == []


def test_evenings_that_two_groups_share_are_settled_once_and_nobody_waits_for_ever(
    fresh_ledger: str,
) -> None:
    """Each phone takes two of three evenings, which it names in another order."""
    group, tables = owing()
    pairs = [(0, 1), (1, 2), (2, 0)] * 2
    acts = [settling(group, *(tables[at] for at in pair)) for pair in pairs]
    answers = Counter(map(type, together(acts)))
    assert answers == {GroupSettlement: 1, AccountsChanged: len(pairs) - 1}
    assert Payment.objects.count() == 2
    assert list(differences()) == []


def paying(table: Session) -> Callable[[], Any]:
    """A part that is paid at one table."""
    pay = {"debtor": 3, "creditor": 2, "amount": 500, "submission_id": uuid4()}
    return lambda: payments.pay(table.pk, **pay, by=ON_THE_MACHINE)


def test_a_payment_at_a_table_meanwhile_is_never_paid_twice(fresh_ledger: str) -> None:
    for _ in range(5):
        group, tables = owing()
        answers = together([settling(group, *tables), paying(tables[1])])
        assert sum(isinstance(each, Exception) for each in answers) == 1
        assert list(differences()) == []


def test_a_payment_is_marked_or_its_settlement_undone_but_not_both(fresh_ledger: str) -> None:
    for _ in range(5):
        group, tables = owing()
        made = settling(group, *tables)()
        settlement = group, made.submission_id
        acts: list[Callable[[], Any]] = [
            partial(group_settling.mark, *settlement, 1, paid=True),
            partial(group_settling.undo, *settlement, by=ON_THE_MACHINE),
        ]
        assert sum(isinstance(each, Exception) for each in together(acts)) == 1
        made.refresh_from_db()
        assert all_quits(tables) == (made.undone_at is None)
        assert list(differences()) == []
