"""Who pays whom so that everybody is quits, in as few payments as there can be.

People whose balances add up to 0 among themselves settle with one payment fewer than
they are. So the fewest payments come from the most such groups, which for the people of
a session or of several are found by trying every group of the first of them.
"""

from collections import Counter
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass
from itertools import combinations


@dataclass(frozen=True, slots=True)
class Pay:
    """`payer` gives `payee` `amount` > 0; both are seat numbers."""

    payer: int
    payee: int
    amount: int


@dataclass(frozen=True, slots=True)
class Due:
    """A payment that settles, and how much of it was handed over already."""

    payment: Pay
    paid: int

    @property
    def rest(self) -> int:
        return self.payment.amount - self.paid


TRIED = 16
"""Of so many people every group is tried, in a fifth of a second at most; of more, those of two."""

Balances = Mapping[int, int]
"""What each seat has to get (negative: to pay)."""
Propose = Callable[[Balances], tuple[Pay, ...]]
"""Who is to pay whom, from the balances."""


def fewest_payments(balances: Balances) -> tuple[Pay, ...]:
    """The payments after which every balance is 0; the balances must add up to 0.

    >>> fewest_payments({1: 3000, 2: -1000, 3: -2000, 4: 0})
    (Pay(payer=3, payee=1, amount=2000), Pay(payer=2, payee=1, amount=1000))
    """
    assert sum(balances.values()) == 0
    owing = {seat: balance for seat, balance in sorted(balances.items()) if balance}
    groups = _groups(owing) if len(owing) <= TRIED else _of_many(owing)
    return tuple(payment for group in groups for payment in _within(group))


def before(balances: Balances, paid: Iterable[Pay]) -> Counter[int]:
    """The balances as they were before these payments, by seat.

    >>> before({1: 2000, 2: -2000}, [Pay(2, 1, 1000)])
    Counter({1: 3000, 2: -3000})
    """
    sums = Counter(balances)
    for payment in paid:
        sums[payment.payer] -= payment.amount
        sums[payment.payee] += payment.amount
    return sums


def dues(
    balances: Balances, paid: Collection[Pay], propose: Propose = fewest_payments
) -> tuple[Due, ...]:
    """The payments that settle, where of some of them something was `paid` already.

    Who paid a part goes on paying the same person. Where people paid otherwise than was
    proposed, what is left is proposed anew.

    >>> dues({1: 2000, 2: -2000}, [Pay(2, 1, 1000)])
    (Due(payment=Pay(payer=2, payee=1, amount=3000), paid=1000),)
    """
    handed = Counter[tuple[int, int]]()
    for payment in paid:
        handed[payment.payer, payment.payee] += payment.amount
    proposed = propose(before(balances, paid))
    if handed <= Counter({(each.payer, each.payee): each.amount for each in proposed}):
        return tuple(Due(each, handed[each.payer, each.payee]) for each in proposed)
    return tuple(Due(each, 0) for each in propose(balances))


def leaving(balances: Balances, seat: int) -> tuple[Pay, ...]:
    """What settles with this seat alone, with as few others as there can be, largest first.

    >>> leaving({1: -3000, 2: 2000, 3: 1500, 4: -500}, 1)
    (Pay(payer=1, payee=2, amount=2000), Pay(payer=1, payee=3, amount=1000))
    """
    assert sum(balances.values()) == 0
    sign, left = (1 if balances[seat] < 0 else -1), abs(balances[seat])
    payments = []
    for other in sorted(balances, key=lambda each: (-sign * balances[each], each)):
        if (amount := min(left, sign * balances[other])) > 0:
            payer, payee = (seat, other)[::sign]
            payments.append(Pay(payer, payee, amount))
            left -= amount
    return tuple(payments)


def _groups(owing: Balances) -> list[Balances]:
    """The most groups of people whose balances add up to 0, nobody in two of them.

    Whoever two people would be with in larger groups, nothing is lost where the two cancel.
    """
    first, *others = owing or (0,)
    best: list[Balances] = []
    for size in range(1, len(owing)):
        if len(best) > (len(others) - size) // 2:
            break
        for more in combinations(others, size):
            if sum(map(owing.__getitem__, more), owing[first]) == 0:
                rest = {seat: owing[seat] for seat in others if seat not in more}
                groups = [{seat: owing[seat] for seat in (first, *more)}, *_groups(rest)]
                best = max(best, groups, key=len)
                if size == 1:
                    return best
    return best


def _of_many(owing: Balances) -> Iterator[Balances]:
    """Groups of more people than can be tried: first those of two, by which nothing is lost."""
    left = dict(owing)
    for seat, balance in owing.items():
        other = next((each for each in left if seat in left and left[each] == -balance), None)
        if other is not None:
            yield {each: left.pop(each) for each in (seat, other)}
    yield from _groups(left) if len(left) <= TRIED else [left]


def _within(group: Balances) -> Iterator[Pay]:
    """Settle one group: the largest debt to the largest claim, one payment fewer than people."""
    left = dict(group)
    while any(left.values()):
        payer, payee = min(left, key=left.__getitem__), max(left, key=left.__getitem__)
        amount = min(-left[payer], left[payee])
        left[payer] += amount
        left[payee] -= amount
        yield Pay(payer, payee, amount)
