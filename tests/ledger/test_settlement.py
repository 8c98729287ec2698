"""Settling: everybody is quits, and no fewer payments could do it."""

from collections.abc import Mapping
from itertools import combinations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from ledger.settlement import fewest_payments


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


@settings(max_examples=500, deadline=None)
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
