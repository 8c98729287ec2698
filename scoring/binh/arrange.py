"""The best legal order of thirteen cards, for a hand that was tapped in no order.

Every order is tried. A row is worth how rare it is: of all the rows of its size that one deck
gives, how many are at least as strong. The best order is the one whose three numbers multiply to
the least; of equal ones the one with the stronger cuối, then giữa, then đầu.
"""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from functools import cache, lru_cache
from itertools import accumulate, combinations, combinations_with_replacement
from math import comb, prod
from operator import itemgetter

from scoring.binh.rows import SIZES, VALUES, Row, Strength, row_strength, strength_of
from scoring.binh.rules import BinhRules
from scoring.binh.score import Strengths, is_lung
from scoring.common.cards import Card, Rank, Suit

HANDS_AT_ONCE = 256
_SUITS = len(Suit)

Cards = tuple[Card, ...]
Reading = tuple[bool, bool]
"""Whether there are nine kinds, and whether A-2-3-4-5 is the second highest straight."""


def best_order(hand: Iterable[Card], rules: BinhRules) -> tuple[Cards, ...]:
    """Đầu, giữa and cuối of thirteen cards, the strongest cards of each row first.

    Nothing where every order is lủng, which equal rows can only be where the table says so.

    >>> from scoring import RULE_SETS
    >>> from scoring.common.cards import CARDS
    >>> hand = [CARDS[code] for code in "2S 2C 3S 3C 3D 7S 7C 9D 9H JS QS KS AS".split()]
    >>> [" ".join(map(str, row)) for row in best_order(hand, RULE_SETS["binh"].in_force())]
    ['9H 9D 7C', 'AS KS QS JS 7S', '3D 3C 3S 2C 2S']
    """
    cards = tuple(sorted(hand, key=lambda card: (VALUES[card], card.suit), reverse=True))
    reading = rules.nine_kinds, rules.ace_low_straight_second
    return _best_order(cards, reading, rules.lung_if_equal)


@lru_cache(maxsize=HANDS_AT_ONCE)
def _best_order(cards: Cards, reading: Reading, equal_is_lung: bool) -> tuple[Cards, ...]:
    threes, fives = rarities(SIZES[Row.DAU], reading), rarities(SIZES[Row.CUOI], reading)
    weighed = (
        ((-threes[dau] * fives[giua] * fives[cuoi], cuoi, giua, dau), rows)
        for (dau, giua, cuoi), rows in _orders(cards, reading)
        if not is_lung((dau, giua, cuoi), equal_is_lung)
    )
    _, best = max(weighed, key=itemgetter(0), default=(None, ()))
    return tuple(_kind_first(row) for row in best)


def _orders(cards: Cards, reading: Reading) -> Iterator[tuple[Strengths, tuple[Cards, ...]]]:
    """Every way to lay the cards in three rows, and how strong the rows are.

    Not those with a giữa above the cuối: no reading has them legal.
    """
    strength = {
        row: row_strength(row, *reading)
        for size in set(SIZES.values())
        for row in combinations(cards, size)
    }
    for cuoi in combinations(cards, SIZES[Row.CUOI]):
        rest = [card for card in cards if card not in cuoi]
        for giua in combinations(rest, SIZES[Row.GIUA]):
            if strength[giua] <= strength[cuoi]:
                dau = tuple([card for card in rest if card not in giua])
                yield (strength[dau], strength[giua], strength[cuoi]), (dau, giua, cuoi)


@cache
def rarities(size: int, reading: Reading) -> Mapping[Strength, int]:
    """For every strength: how many rows of this size one deck gives that are at least as strong."""
    ways = Counter[Strength]()
    for ranks in combinations_with_replacement(range(len(Rank)), size):
        times = Counter(ranks).values()
        of_one_suit = _SUITS if len(times) == size else 0
        mixed = prod(comb(_SUITS, number) for number in times) - of_one_suit
        for number, suited in ((of_one_suit, True), (mixed, False)):
            if number > 0:
                ways[strength_of(ranks, suited, *reading)] += number
    strongest_first = sorted(ways, reverse=True)
    return dict(zip(strongest_first, accumulate(ways[one] for one in strongest_first), strict=True))


def _kind_first(row: Cards) -> Cards:
    ranks = [card.rank for card in row]
    return tuple(sorted(row, key=lambda card: (-ranks.count(card.rank), -VALUES[card])))
