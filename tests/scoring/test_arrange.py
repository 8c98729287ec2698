"""The best order of thirteen cards: legal, and no other order is rarer, trying every one."""

from collections import Counter
from itertools import combinations
from math import prod
from random import Random

import pytest

import scoring
from scoring.binh.arrange import best_order, rarities
from scoring.binh.rows import kind_of, row_strength
from scoring.common.cards import DECK, Card
from tests.scoring.test_binh import cards, told
from tests.trust import sizes

BINH = scoring.RULE_SETS["binh"]
AS_WRITTEN = (True, False)
RARITIES = {size: rarities(size, AS_WRITTEN) for size in (3, 5)}
KNOWN = (1302540, 1098240, 123552, 54912, 10200, 5108, 3744, 624, 40)
"""How many hands of five there are of each kind, weakest first, by the books on poker."""


def test_as_many_rows_of_each_kind_are_counted_as_there_are() -> None:
    least = sorted(RARITIES[5], reverse=True)
    counts = Counter[int]()
    for strength, stronger in zip(least, [0, *map(RARITIES[5].get, least)], strict=False):
        counts[kind_of(strength)] += RARITIES[5][strength] - (stronger or 0)
    assert tuple(counts[kind] for kind in sorted(counts)) == KNOWN


def test_three_cards_are_as_rare_as_the_deck_has_them() -> None:
    of_deck = Counter(row_strength(row) for row in combinations(DECK, 3))
    for strength, rarity in RARITIES[3].items():
        assert rarity == sum(number for other, number in of_deck.items() if other >= strength)


def orders(hand: list[Card]):  # type: ignore[no-untyped-def]
    """Every legal order, legal by the rule text."""
    texts = {row: told(list(row)) for size in (3, 5) for row in combinations(hand, size)}
    for dau in combinations(hand, 3):
        rest = [card for card in hand if card not in dau]
        for giua in combinations(rest, 5):
            cuoi = tuple(card for card in rest if card not in giua)
            (kind, ranks), (above, of_giua) = texts[dau], texts[giua]
            if (kind, ranks) >= (above, of_giua[:3]) and texts[giua] >= texts[cuoi]:
                yield dau, giua, cuoi


def rarity(rows: tuple[tuple[Card, ...], ...]) -> int:
    return prod(RARITIES[len(row)][row_strength(row)] for row in rows)


@pytest.mark.parametrize("few_ranks", [True, False])
@sizes("number", 1, 4)
def test_no_legal_order_is_rarer(few_ranks: bool, number: int) -> None:
    rng = Random(7)
    rules = BINH.in_force()
    for _ in range(number):
        ranks = rng.sample(range(13), 6) if few_ranks else range(13)
        hand = rng.sample([card for card in DECK if card.rank in ranks], 13)
        found = best_order(hand, rules)
        assert sorted(map(str, (card for row in found for card in row))) == sorted(map(str, hand))
        legal = {tuple(frozenset(row) for row in rows) for rows in orders(hand)}
        assert tuple(frozenset(row) for row in found) in legal
        assert rarity(found) == min(rarity(rows) for rows in orders(hand))


def test_house_rules_on_rows_change_the_best_order() -> None:
    hand = cards("AS 2D 3C 4C 5H 9S 9D KC KD JH TS 7D 6H")
    changed = [{}, {"ace_low_straight_second": True}]
    cuoi = [best_order(hand, BINH.in_force(settings))[2] for settings in changed]
    assert (
        {str(card) for card in cuoi[1]}
        == {"AS", "2D", "3C", "4C", "5H"}
        != {str(card) for card in cuoi[0]}
    )
