"""The points of cards left: the phỏm among them are left out so that the fewest remain.

A hand is a mask: 16 bits a suit, bit 1 for the A to bit 13 for the K, so that no run crosses suits.
"""

from collections.abc import Iterable, Iterator
from functools import lru_cache
from itertools import accumulate
from typing import NamedTuple

from scoring.common.cards import DECK, Card, Rank
from scoring.phom.rules import SHORTEST_PHOM

SUIT_BITS = 16
SUIT_MASK = (1 << SUIT_BITS) - 1
KING = 13

VALUES = {card: {Rank.ACE: 1, Rank.TWO: 2}.get(card.rank, int(card.rank) + 3) for card in DECK}
"""What a card counts: A 1, J 11, Q 12, K 13 (PH-11)."""

_ASCENDING = sorted(VALUES.values())
LOWEST = tuple(accumulate(_ASCENDING, initial=0))
"""The fewest points of so many cards of one deck."""

HIGHEST = tuple(accumulate(_ASCENDING[::-1], initial=0))
"""The most points of so many cards of one deck."""

BITS = {card: 1 << (SUIT_BITS * card.suit + VALUES[card]) for card in DECK}


def points_of(hand: Iterable[Card]) -> int:
    """The fewest points that these cards can be counted.

    >>> from scoring.common.cards import CARDS
    >>> points_of(CARDS[card] for card in "KS KC KD KH AS 2S 3S 9D".split())
    9
    """
    cards = tuple(hand)
    mask = mask_of(cards)
    return fewest(mask) if holds_phom(mask) else sum([VALUES[card] for card in cards])


class Split(NamedTuple):
    """Cards left told apart: the phỏm among them, the others, and what those count."""

    phoms: tuple[tuple[Card, ...], ...]
    left: tuple[Card, ...]
    points: int


def split(hand: Iterable[Card]) -> Split:
    """The phỏm that leave the fewest points.

    >>> from scoring.common.cards import CARDS
    >>> found = split(CARDS[card] for card in "KS KC KD KH AS 2S 3S 9D".split())
    >>> found.phoms, found.left, found.points
    (((<AS>, <2S>, <3S>), (<KS>, <KC>, <KD>, <KH>)), (<9D>,), 9)
    """
    phoms, left, mask = [], 0, mask_of(hand)
    while mask:
        lowest = mask & -mask
        taken = next(_taken_out(lowest, mask), 0)
        if taken:
            phoms.append(_cards(taken))
        else:
            left |= lowest
        mask ^= taken or lowest
    return Split(tuple(phoms), _cards(left), _worth(left))


def _taken_out(lowest: int, mask: int) -> Iterator[int]:
    """The phỏm with the lowest card that belong to a best split."""
    most = _most_out(mask)
    for phom in _phoms_with(lowest, mask):
        if _worth(phom) + _most_out(mask ^ phom) == most:
            yield phom


def _cards(mask: int) -> tuple[Card, ...]:
    return tuple(sorted([card for card in BITS if BITS[card] & mask], key=VALUES.__getitem__))


def mask_of(hand: Iterable[Card]) -> int:
    """The cards as one number."""
    return sum([BITS[card] for card in hand])


def holds_phom(mask: int) -> bool:
    """Whether three of a rank or three in a row are among the cards."""
    if mask & (mask >> 1) & (mask >> 2):
        return True
    s, c, d, h = [(mask >> (SUIT_BITS * suit)) & SUIT_MASK for suit in range(4)]
    return bool((s & c & (d | h)) | (d & h & (s | c)))


@lru_cache(maxsize=1 << 12)
def fewest(mask: int) -> int:
    """The fewest points left once disjoint phỏm are taken out: every way is tried."""
    return _worth(mask) - _most_out(mask)


@lru_cache(maxsize=1 << 14)
def _most_out(mask: int) -> int:
    """The most points that disjoint phỏm can take out: the lowest card is in one, or stays."""
    if not holds_phom(mask):
        return 0
    lowest = mask & -mask
    best = _most_out(mask ^ lowest)
    for phom in _phoms_with(lowest, mask):
        best = max(best, _worth(phom) + _most_out(mask ^ phom))
    return best


def _phoms_with(lowest: int, mask: int) -> Iterator[int]:
    """Every phỏm that begins with the lowest card: runs upwards in its suit, and sets."""
    run, following = lowest, lowest << 1
    while mask & following:
        run, following = run | following, following << 1
        if run.bit_count() >= SHORTEST_PHOM:
            yield run
    others = [bit for suit in range(1, 4) if (bit := lowest << (SUIT_BITS * suit)) & mask]
    if len(others) >= SHORTEST_PHOM - 1:
        yield lowest + sum(others)
    if len(others) == SHORTEST_PHOM:
        yield from (lowest + sum(others) - left for left in others)


def _worth(mask: int) -> int:
    values = [value * (mask & _ranks(value)).bit_count() for value in range(1, KING + 1)]
    return sum(values)


@lru_cache(maxsize=KING)
def _ranks(value: int) -> int:
    return sum(1 << (SUIT_BITS * suit + value) for suit in range(4))
