"""Mậu binh: what kinds there are, and which of them thirteen cards hold (BX-12)."""

from collections.abc import Iterable, Iterator
from enum import StrEnum
from itertools import combinations_with_replacement

from scoring.binh.rows import ACE, RANKS_ONLY, SIZES, Row, code_of, key_of, suit_counts, suits_of
from scoring.common.cards import HAND_SIZE, Card, Rank, Suit
from scoring.common.transfers import Seats

RANKS = len(Rank)
PAIRS = 6
RUN_OF_PAIRS = 5
SUITED = 4
NEARLY_ALL = HAND_SIZE - 1


class Kind(StrEnum):
    """The kinds, highest first: house extras, then as the document lists them."""

    RONG_CUON = "rong_cuon"
    SANH_RONG = "sanh_rong"
    DONG_MAU_13 = "dong_mau_13"
    DONG_MAU_12 = "dong_mau_12"
    SAU_DOI = "sau_doi"
    NAM_DOI_THONG = "nam_doi_thong"
    THUNG_PHA_SANH = "thung_pha_sanh"
    TU_QUY = "tu_quy"
    BA_THUNG = "ba_thung"
    BA_SANH = "ba_sanh"


HOUSE_KINDS = (Kind.RONG_CUON, Kind.SANH_RONG)
"""The kinds that no document has."""


def _straights(length: int) -> list[Seats]:
    """Every straight of this length: A stands below 2 or above K."""
    low = (ACE, *range(length - 1))
    return [low, *[tuple(range(start, start + length)) for start in range(RANKS - length + 1)]]


FIVES = _straights(SIZES[Row.CUOI])
THREES = _straights(SIZES[Row.DAU])


def _three_straights() -> Iterator[int]:
    for first, second in combinations_with_replacement(FIVES, 2):
        for three in THREES:
            ranks = (*first, *second, *three)
            if all(ranks.count(rank) <= SUITED for rank in ranks):
                yield key_of(ranks)


THREE_STRAIGHTS = frozenset(_three_straights())
"""Every way in which thirteen cards are two straights of five and one of three, by rank."""

_ONES = key_of(range(RANKS))
_SPARE = 8 * _ONES
"""The free bit of each rank: it is gone from a difference where a rank has too few cards."""

THREE_FLUSHES = frozenset({(0, 0, 0, 13), (0, 0, 3, 10), (0, 0, 5, 8), (0, 3, 5, 5)})
"""How many cards of each suit, fewest first, are flushes of three, five and five."""

_RUNS_OF_PAIRS = tuple(8 * key_of(five) for five in FIVES)


def _with_at_least(number: int, ranks: int) -> int:
    """The ranks with so many cards or more, the highest of their four bits."""
    return ranks + (8 - number) * _ONES & _SPARE


def found(cards: Iterable[Card]) -> list[Kind]:
    """Every kind that exactly thirteen cards hold, highest first."""
    return found_in(code_of(cards))


def found_in(code: int) -> list[Kind]:
    """The same of cards as ``code_of`` has them."""
    ranks, of_suit = code & RANKS_ONLY, suit_counts(code)
    pairs, fours = _with_at_least(2, ranks), _with_at_least(SUITED, ranks)
    black = of_suit[Suit.SPADES] + of_suit[Suit.CLUBS]
    colour = max(black, HAND_SIZE - black)
    kinds = [*HOUSE_KINDS[HAND_SIZE not in of_suit :]] if ranks == _ONES else []
    if colour == HAND_SIZE:
        kinds.append(Kind.DONG_MAU_13)
    if colour >= NEARLY_ALL:
        kinds.append(Kind.DONG_MAU_12)
    if pairs.bit_count() + fours.bit_count() >= PAIRS:
        kinds.append(Kind.SAU_DOI)
    if pairs.bit_count() >= RUN_OF_PAIRS and any(pairs & run == run for run in _RUNS_OF_PAIRS):
        kinds.append(Kind.NAM_DOI_THONG)
    long_suit = max(of_suit) > SUITED
    if long_suit and any(map(_has_straight, suits_of(code))):
        kinds.append(Kind.THUNG_PHA_SANH)
    if fours:
        kinds.append(Kind.TU_QUY)
    if long_suit and tuple(sorted(of_suit)) in THREE_FLUSHES:
        kinds.append(Kind.BA_THUNG)
    if ranks in THREE_STRAIGHTS:
        kinds.append(Kind.BA_SANH)
    return kinds


def _has_straight(suit: int) -> bool:
    """Five bits in a row, the A below the 2 as well as above the K."""
    both_aces = suit << 1 | suit >> ACE
    return bool(both_aces & both_aces >> 1 & both_aces >> 2 & both_aces >> 3 & both_aces >> 4)
