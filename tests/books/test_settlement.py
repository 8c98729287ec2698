"""Settling: everybody is quits, and no fewer payments could do it."""

from collections.abc import Mapping
from itertools import combinations, permutations

import pytest
from hypothesis import given, settings, strategies as st

from ledger.books.settlement import Due, Pay, dues, fewest_payments, leaving


def groups_by_trying(amounts: tuple[int, ...]) -> int:
    """The most groups that add up to 0: take the first person's group in every possible way."""
    if not amounts:
        return 0
    first, others = amounts[0], amounts[1:]
    return max(
        1 + groups_by_trying(tuple(others[at] for at in range(len(others)) if at not in chosen))
        for size in range(len(others) + 1)
        for chosen in combinations(range(len(others)), size)
        if first + sum(others[at] for at in chosen) == 0
    )


def quits(balances: Mapping[int, int]) -> bool:
    left = dict(balances)
    for payment in fewest_payments(balances):
        assert payment.amount > 0
        left[payment.payer] += payment.amount
        left[payment.payee] -= payment.amount
    return not any(left.values())


SMALL = st.lists(st.integers(-6, 6), min_size=1, max_size=7)


@settings(deadline=None)
@given(SMALL)
def test_nobody_can_do_it_with_fewer_payments(drawn: list[int]) -> None:
    balances = dict(enumerate([*drawn, -sum(drawn)], start=1))
    assert quits(balances)
    owing = tuple(balance for balance in balances.values() if balance)
    assert len(fewest_payments(balances)) == len(owing) - groups_by_trying(owing)


@given(st.lists(st.integers(-(2**53), 2**53), min_size=1, max_size=7))
def test_everybody_is_quits_whatever_the_amounts(drawn: list[int]) -> None:
    assert quits(dict(enumerate([*drawn, -sum(drawn)], start=1)))


@pytest.mark.parametrize(
    ("balances", "payments"),
    [
        ({}, 0),
        ({1: 0, 2: 0}, 0),
        ({1: 5, 2: -5}, 1),
        ({1: 7, 2: -2, 3: -5}, 2),
        # the largest debt to the largest claim would need five
        ({1: 7, 2: 6, 3: -5, 4: -4, 5: -4, 6: 0}, 4),
        ({1: 6, 2: 5, 3: -3, 4: -3, 5: -3, 6: -2}, 4),
        ({1: 1, 2: -1, 3: 2, 4: -2, 5: 3, 6: -3, 7: 4, 8: -4}, 4),
        ({1: 9, 2: 4, 3: -6, 4: -3, 5: -4}, 3),
    ],
)
def test_the_number_of_payments(balances: dict[int, int], payments: int) -> None:
    assert quits(balances)
    assert len(fewest_payments(balances)) == payments


def test_the_same_balances_give_the_same_payments() -> None:
    balances = {1: 5, 2: 5, 3: -5, 4: -5}
    again = dict(reversed(balances.items()))
    assert fewest_payments(balances) == fewest_payments(again)


def payments_by_trying(balances: tuple[int, ...]) -> int:
    """The fewest payments, without a thought: try all that make one of two people quits.

    Payments that leave nobody quits could be joined, so the fewest have one that does.
    """
    if not any(balances):
        return 0
    after = []
    for payer, payee in permutations(range(len(balances)), 2):
        for amount in {-balances[payer], balances[payee]}:
            if amount > 0:
                left = list(balances)
                left[payer] += amount
                left[payee] -= amount
                after.append(tuple(left))
    quit_more = [left for left in after if sum(map(bool, left)) < sum(map(bool, balances))]
    return 1 + min(map(payments_by_trying, quit_more))


@settings(deadline=None)
@given(st.lists(st.integers(-4, 4), min_size=1, max_size=4))
def test_trying_every_payment_finds_no_fewer(drawn: list[int]) -> None:
    balances = (*drawn, -sum(drawn))
    assert len(fewest_payments(dict(enumerate(balances)))) == payments_by_trying(balances)


@given(SMALL, st.data())
def test_who_paid_a_part_goes_on_paying_the_same_person(
    drawn: list[int], data: st.DataObject
) -> None:
    balances = dict(enumerate([*drawn, -sum(drawn)], start=1))
    proposed = fewest_payments(balances)
    parts = [data.draw(st.integers(0, each.amount)) for each in proposed]
    handed = [
        Pay(each.payer, each.payee, part)
        for each, part in zip(proposed, parts, strict=True)
        if part
    ]
    for each in handed:
        balances[each.payer] += each.amount
        balances[each.payee] -= each.amount
    assert dues(balances, handed) == tuple(map(Due, proposed, parts))


@given(SMALL, st.data())
def test_however_people_pay_what_is_left_makes_everybody_quits(
    drawn: list[int], data: st.DataObject
) -> None:
    left = dict(enumerate([*drawn, -sum(drawn)], start=1))
    pairs = st.tuples(st.sampled_from(sorted(left)), st.sampled_from(sorted(left)))
    handed = [
        Pay(*pair, data.draw(st.integers(1, 5)))
        for pair in data.draw(st.lists(pairs, max_size=3))
        if pair[0] != pair[1]
    ]
    for due in dues(left, handed):
        left[due.payment.payer] += due.rest
        left[due.payment.payee] -= due.rest
    assert not any(left.values())


@given(SMALL)
def test_who_leaves_is_quits_with_as_few_as_there_can_be(drawn: list[int]) -> None:
    balances = dict(enumerate([*drawn, -sum(drawn)], start=1))
    payments, left = leaving(balances, 1), dict(balances)
    for each in payments:
        assert each.amount > 0
        left[each.payer] += each.amount
        left[each.payee] -= each.amount
    assert left[1] == 0
    assert all(abs(left[seat]) <= abs(balances[seat]) for seat in left)
    claims = [abs(b) for seat, b in balances.items() if b * balances[1] < 0]
    fewer = combinations(claims, max(len(payments) - 1, 0))
    assert not payments or all(sum(chosen) < abs(balances[1]) for chosen in fewer)
