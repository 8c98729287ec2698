"""Mậu binh: what kinds there are, and which of them thirteen cards hold (BX-12)."""

from collections import Counter
from collections.abc import Iterable
from enum import StrEnum
from itertools import combinations_with_replacement

from scoring.binh.rows import ACE, SIZES, VALUES, Row
from scoring.common.cards import HAND_SIZE, Card, Rank, Suit
from scoring.common.transfers import Seats

RANKS = len(Rank)
PAIRS = 6
XAM = 3
SUITED = 4
NEARLY_ALL = HAND_SIZE - 1


class Kind(StrEnum):
    """The kinds, highest first, as the document lists them; house extras among them."""

    RONG_CUON = "rong_cuon"
    SANH_RONG = "sanh_rong"
    DONG_MAU_13 = "dong_mau_13"
    DONG_MAU_12 = "dong_mau_12"
    NAM_DOI_XAM = "nam_doi_xam"
    SAU_DOI = "sau_doi"
    NAM_DOI_THONG = "nam_doi_thong"
    THUNG_PHA_SANH = "thung_pha_sanh"
    TU_QUY = "tu_quy"
    BA_THUNG = "ba_thung"
    BA_SANH = "ba_sanh"


HOUSE_KINDS = (Kind.RONG_CUON, Kind.SANH_RONG, Kind.NAM_DOI_XAM)
"""The kinds that no document has."""


def _straights(length: int) -> list[Seats]:
    """Every straight of this length: A stands below 2 or above K."""
    low = (ACE, *range(length - 1))
    return [low, *[tuple(range(start, start + length)) for start in range(RANKS - length + 1)]]


FIVES = _straights(SIZES[Row.CUOI])
THREES = _straights(SIZES[Row.DAU])


THREE_STRAIGHTS = frozenset(
    tuple(sorted((*first, *second, *three)))
    for first, second in combinations_with_replacement(FIVES, 2)
    for three in THREES
)
"""Every way in which thirteen cards are two straights of five and one of three, by rank."""

THREE_FLUSHES = ([13], [3, 10], [5, 8], [3, 5, 5])
"""How many cards of each suit there are, fewest first, in flushes of three, five and five."""


def kinds_in(cards: Iterable[Card]) -> list[Kind]:
    """Every kind that exactly thirteen cards hold, highest first."""
    hand = list(cards)
    ranks = Counter([VALUES[card] for card in hand])
    suits = Counter([card.suit for card in hand])
    pairs = {rank for rank, number in ranks.items() if number > 1}
    by_suit = [{VALUES[card] for card in hand if card.suit is suit} for suit in suits]
    black = suits[Suit.SPADES] + suits[Suit.CLUBS]
    colour = max(black, HAND_SIZE - black)
    holds = {
        Kind.RONG_CUON: len(suits) == 1,
        Kind.SANH_RONG: len(ranks) == RANKS,
        Kind.DONG_MAU_13: colour == HAND_SIZE,
        Kind.DONG_MAU_12: colour >= NEARLY_ALL,
        Kind.NAM_DOI_XAM: [number for number in ranks.values() if number % 2] == [XAM],
        Kind.SAU_DOI: sum([number // 2 for number in ranks.values()]) >= PAIRS,
        Kind.NAM_DOI_THONG: _has_five_in_a_row(pairs),
        Kind.THUNG_PHA_SANH: any(map(_has_five_in_a_row, by_suit)),
        Kind.TU_QUY: SUITED in ranks.values(),
        Kind.BA_THUNG: sorted(suits.values()) in THREE_FLUSHES,
        Kind.BA_SANH: tuple(sorted(ranks.elements())) in THREE_STRAIGHTS,
    }
    return [kind for kind in Kind if holds[kind]]


def _has_five_in_a_row(ranks: set[int]) -> bool:
    return len(ranks) >= SIZES[Row.CUOI] and any(map(ranks.issuperset, FIVES))
