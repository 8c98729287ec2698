"""Mậu binh: what kinds there are, and whether thirteen cards hold one (BX-12).

Asked of more than thirteen cards, it is whether some thirteen of them hold it.
"""

from collections.abc import Callable, Iterator, Sequence
from enum import StrEnum
from itertools import combinations_with_replacement
from typing import Final

from scoring.binh.rows import ACE, LOW_STRAIGHT, VALUES
from scoring.common.cards import HAND_SIZE, Card, Rank, Suit

RED: Final = frozenset({Suit.DIAMONDS, Suit.HEARTS})
_SUIT_NUMBERS: Final = tuple(range(len(Suit)))
RANKS: Final = len(Rank)
PAIRS: Final = 6
RUN_OF_PAIRS: Final = 5
SUITED: Final = 4
NEARLY_ALL: Final = HAND_SIZE - 1


class Kind(StrEnum):
    """The kinds, highest first, as the document lists them."""

    DONG_MAU_13 = "dong_mau_13"
    DONG_MAU_12 = "dong_mau_12"
    SAU_DOI = "sau_doi"
    NAM_DOI_THONG = "nam_doi_thong"
    THUNG_PHA_SANH = "thung_pha_sanh"
    TU_QUY = "tu_quy"
    BA_THUNG = "ba_thung"
    BA_SANH = "ba_sanh"


def _straights(length: int) -> list[tuple[int, ...]]:
    """Every straight of this length: A stands below 2 or above K."""
    low = (ACE, *range(length - 1))
    return [low, *[tuple(range(start, start + length)) for start in range(RANKS - length + 1)]]


FIVES: Final = _straights(len(LOW_STRAIGHT))
THREES: Final = _straights(3)


def _key(ranks: Sequence[int]) -> int:
    """How often each rank is there, as one number: four bits a rank, the highest free."""
    return sum([1 << (4 * rank) for rank in ranks])


def _three_straights() -> Iterator[int]:
    for first, second in combinations_with_replacement(FIVES, 2):
        for three in THREES:
            ranks = (*first, *second, *three)
            if all(ranks.count(rank) <= SUITED for rank in ranks):
                yield _key(ranks)


THREE_STRAIGHTS: Final = frozenset(_three_straights())
"""Every way in which thirteen cards are two straights of five and one of three, by rank."""

_ONES: Final = _key(range(RANKS))
_SPARE: Final = 8 * _ONES
"""The free bit of each rank: it is gone from a difference where a rank has too few cards."""

THREE_FLUSHES: Final = frozenset({(0, 0, 0, 13), (0, 0, 3, 10), (0, 0, 5, 8), (0, 3, 5, 5)})
"""How many cards of each suit, fewest first, are flushes of three, five and five."""


_SUITS: Final = 64
"""Where the suits begin in the sum of the codes of cards, above the ranks."""

_CODES: Final = {
    card: 1 << (4 * value) | 1 << (_SUITS + RANKS * card.suit + value)
    for card, value in VALUES.items()
}
"""One of its rank, and a bit of its own in its suit."""

_RANKS_ONLY: Final = (1 << _SUITS) - 1
_SUIT_ONLY: Final = (1 << RANKS) - 1
_RUNS_OF_PAIRS: Final = tuple(8 * _key(five) for five in FIVES)


class Counts:
    """Cards by rank and by suit; ``ranks`` has four bits a rank, ``suits`` a bit a card."""

    __slots__ = ("cards", "of_suit", "ranks", "suits")

    def __init__(self, cards: Sequence[Card]) -> None:
        codes = sum([_CODES[card] for card in cards])
        suits = codes >> _SUITS
        self.cards = cards
        self.ranks = codes & _RANKS_ONLY
        self.suits = [suits >> (RANKS * suit) & _SUIT_ONLY for suit in _SUIT_NUMBERS]
        self.of_suit = [bits.bit_count() for bits in self.suits]

    def of_rank(self) -> list[int]:
        """How many cards of each rank, 2 first."""
        return [self.ranks >> (4 * rank) & 7 for rank in range(RANKS)]

    def with_at_least(self, number: int) -> int:
        """The ranks with so many cards or more, the highest of their four bits."""
        return self.ranks + (8 - number) * _ONES & _SPARE

    def of_colour(self) -> int:
        """How many cards of the colour there is most of."""
        red = sum([self.of_suit[suit] for suit in RED])
        return max(red, len(self.cards) - red)


def found(counts: Counts) -> list[Kind]:
    """Every kind that exactly thirteen cards hold, highest first."""
    pairs, fours = counts.with_at_least(2), counts.with_at_least(SUITED)
    colour, of_suit = counts.of_colour(), counts.of_suit
    kinds = []
    if colour == HAND_SIZE:
        kinds.append(Kind.DONG_MAU_13)
    if colour >= NEARLY_ALL:
        kinds.append(Kind.DONG_MAU_12)
    if pairs.bit_count() + fours.bit_count() >= PAIRS:
        kinds.append(Kind.SAU_DOI)
    if pairs.bit_count() >= RUN_OF_PAIRS and any(pairs & run == run for run in _RUNS_OF_PAIRS):
        kinds.append(Kind.NAM_DOI_THONG)
    if max(of_suit) > SUITED and _straight_flush(counts.suits):
        kinds.append(Kind.THUNG_PHA_SANH)
    if fours:
        kinds.append(Kind.TU_QUY)
    if tuple(sorted(of_suit)) in THREE_FLUSHES:
        kinds.append(Kind.BA_THUNG)
    if counts.ranks in THREE_STRAIGHTS:
        kinds.append(Kind.BA_SANH)
    return kinds


def _straight_flush(suits: list[int]) -> bool:
    """Five bits in a row of one suit, the A below the 2 as well as above the K."""
    for bits in suits:
        both_aces = bits << 1 | bits >> ACE
        if both_aces & both_aces >> 1 & both_aces >> 2 & both_aces >> 3 & both_aces >> 4:
            return True
    return False


def can_hold(cards: Sequence[Card], kind: Kind) -> bool:
    """Whether thirteen of these thirteen or more cards hold the kind.

    >>> from scoring.common.cards import CARDS
    >>> hand = "AS AC 2S 2C 3S 3C 4S 4C 5S 5C 9D JD KD".split()
    >>> can_hold([CARDS[code] for code in hand], Kind.NAM_DOI_THONG)
    True
    """
    counts = Counts(cards)
    if len(cards) == HAND_SIZE or kind in _SOME_OF_THEM:
        return kind in found(counts)
    return _CAN[kind](counts)


_SOME_OF_THEM: Final = {Kind.SAU_DOI, Kind.NAM_DOI_THONG, Kind.THUNG_PHA_SANH, Kind.TU_QUY}
"""Kinds that more cards hold wherever some of them do."""


def _three_flushes(counts: Counts) -> bool:
    """Three rows of one suit each, the suits the same or not."""
    there = counts.of_suit
    return any(
        all((five == suit) * 5 + (other == suit) * 5 + (three == suit) * 3 <= there[suit]
            for suit in Suit)
        for five in Suit for other in Suit for three in Suit
    )  # fmt: skip


def straights_in(counts: Counts) -> Iterator[int]:
    """The ways of ``THREE_STRAIGHTS`` for which there are cards of all ranks."""
    there = counts.ranks | _SPARE
    return (way for way in THREE_STRAIGHTS if there - way & _SPARE == _SPARE)


def _three_straights_in(counts: Counts) -> bool:
    return any(straights_in(counts))


_CAN: Final[dict[Kind, Callable[[Counts], bool]]] = {
    Kind.DONG_MAU_13: lambda counts: counts.of_colour() >= HAND_SIZE,
    Kind.DONG_MAU_12: lambda counts: counts.of_colour() >= NEARLY_ALL,
    Kind.BA_THUNG: _three_flushes,
    Kind.BA_SANH: _three_straights_in,
}
