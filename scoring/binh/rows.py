"""How strong a row is: its kind, then the cards of the kind, then the others, by rank.

A strength is one number, so that the stronger of two rows has the higher one and rows that draw
are equal: first the kind, then the ranks of the cards in the order in which they are compared.
"""

from collections.abc import Iterable
from enum import IntEnum, StrEnum
from functools import lru_cache

from scoring.common.cards import DECK, Card, Rank, Suit


class Row(StrEnum):
    """The three rows, in the order in which they are compared (BX-7)."""

    DAU = "dau"
    GIUA = "giua"
    CUOI = "cuoi"


SIZES = {Row.DAU: 3, Row.GIUA: 5, Row.CUOI: 5}
"""How many cards a row has (BX-1)."""


class RowKind(IntEnum):
    """What a row can be, weakest first (BX-2, BX-3)."""

    RAC, DACH, THU, XAM_CHI, SANH, THUNG, CU_LU, TU_QUY, THUNG_PHA_SANH = range(9)


KINDS = tuple(RowKind)
CODES = tuple(kind.name.lower() for kind in RowKind)
"""The kinds and what they are called outside (``thung_pha_sanh``), by number."""

GROUPS = {
    (1, 1, 1): RowKind.RAC,
    (2, 1): RowKind.DACH,
    (3,): RowKind.XAM_CHI,
    (1, 1, 1, 1, 1): RowKind.RAC,
    (2, 1, 1, 1): RowKind.DACH,
    (2, 2, 1): RowKind.THU,
    (3, 1, 1): RowKind.XAM_CHI,
    (3, 2): RowKind.CU_LU,
    (4, 1): RowKind.TU_QUY,
}
"""What cards of equal ranks make, by how many there are of each."""

VALUES = {card: (card.rank + 1) % len(Rank) for card in DECK}
"""The rank of a card in this game: 2 is 0, A is 12 (BX-8)."""

ACE = max(VALUES.values())
LOW_STRAIGHT = [ACE, 3, 2, 1, 0]
"""A-2-3-4-5, highest first."""

BITS = 4
PLACES = 5
KIND_SHIFT = BITS * PLACES
THREE_SHIFT = BITS * (PLACES - SIZES[Row.DAU])
STRENGTHS = 1 << 15
"""More than there are rows by rank: 7,462 of five cards and 741 of three, in each reading."""


def key_of(ranks: Iterable[int]) -> int:
    """How often each rank is there, as one number: four bits a rank, the highest free."""
    return sum([1 << (BITS * rank) for rank in ranks])


_SUITS = BITS * len(Rank)
_CARDS = _SUITS + BITS * len(Suit)
CODE_OF = {
    card: key_of([value])
    | 1 << _SUITS + BITS * card.suit
    | 1 << _CARDS + len(Rank) * card.suit + value
    for card, value in VALUES.items()
}
"""One of its rank, one of its suit above the ranks, and above these a bit of its own."""

RANKS_ONLY = (1 << _SUITS) - 1
_SUIT_ONLY = (1 << len(Rank)) - 1
_SUIT_SHIFTS = [_CARDS + len(Rank) * suit for suit in Suit]
_COUNT_SHIFTS = [_SUITS + BITS * suit for suit in Suit]
_SUITS_ONLY = (1 << BITS * len(Suit)) - 1
_FLUSHES = frozenset(size << BITS * suit for size in SIZES.values() for suit in Suit)
"""The suits of a row of one suit."""


def code_of(cards: Iterable[Card]) -> int:
    """How many cards of each rank and of each suit there are, as one number."""
    return sum(map(CODE_OF.__getitem__, cards))


def suit_counts(code: int) -> list[int]:
    """How many cards of each suit there are."""
    return [code >> shift & 15 for shift in _COUNT_SHIFTS]


def suits_of(code: int) -> list[int]:
    """The ranks of each suit, a bit each."""
    return [code >> shift & _SUIT_ONLY for shift in _SUIT_SHIFTS]


def row_strength(cards: Iterable[Card], nine_kinds: bool = True, low_second: bool = False) -> int:
    """How strong three or five cards are as a row.

    Without ``nine_kinds`` a thùng phá sảnh is only a thùng and a tứ quý a xám chi; with
    ``low_second`` A-2-3-4-5 is the second highest straight, else the lowest.

    >>> from scoring.common.cards import CARDS
    >>> row = lambda text: row_strength(CARDS[code] for code in text.split())
    >>> row("KS KD 4C") > row("QS QD AC"), row("5S 6D 7C 8C 9H") > row("AS 2D 3C 4C 5H")
    (True, True)
    """
    return strength_of_code(code_of(cards), nine_kinds, low_second)


def strength_of_code(code: int, nine_kinds: bool, low_second: bool) -> int:
    """How strong the row of these cards, as ``code_of`` has them, is."""
    of_one_suit = code >> _SUITS & _SUITS_ONLY in _FLUSHES
    return strength_of(code & RANKS_ONLY, of_one_suit, nine_kinds, low_second)


def kind_of(strength: int) -> RowKind:
    """The kind of a row of this strength."""
    return KINDS[strength >> KIND_SHIFT]


def is_above(dau: int, five: int) -> bool:
    """Whether the 3-card row is stronger than a 5-card row (BX-4): to the end of the shorter."""
    return dau >> THREE_SHIFT > five >> THREE_SHIFT


def is_equal(dau: int, five: int) -> bool:
    """Whether neither is stronger."""
    return dau >> THREE_SHIFT == five >> THREE_SHIFT


@lru_cache(maxsize=STRENGTHS)
def strength_of(key: int, of_one_suit: bool, nine_kinds: bool, low_second: bool) -> int:
    """How strong a row with these ranks is."""
    times = {rank: key >> BITS * rank & 7 for rank in range(len(Rank))}
    groups = sorted([(n, rank) for rank, n in times.items() if n], reverse=True)
    by_group = [rank for n, rank in groups for _ in range(n)]
    kind = GROUPS[tuple(n for n, _ in groups)]
    if kind is RowKind.TU_QUY and not nine_kinds:
        kind = RowKind.XAM_CHI
    if len(by_group) == SIZES[Row.DAU] or kind is not RowKind.RAC:
        return _number(kind, by_group)
    top = _straight(by_group, low_second)
    if of_one_suit and (not top or not nine_kinds):
        return _number(RowKind.THUNG, by_group)
    if top:
        return _number(RowKind.THUNG_PHA_SANH if of_one_suit else RowKind.SANH, top)
    return _number(kind, by_group)


def _straight(ranks: list[int], low_second: bool) -> list[int]:
    """What five ranks, highest first, are compared by as a straight; nothing if they are none."""
    if ranks == LOW_STRAIGHT:
        return [ACE - 1, 1] if low_second else ranks[1:2]  # just above K high, or 5 high
    return ranks[:1] if ranks[0] - ranks[-1] == PLACES - 1 else []


def _number(kind: RowKind, ranks: list[int]) -> int:
    number = int(kind)
    for rank in (ranks + [0] * PLACES)[:PLACES]:
        number = number << BITS | rank
    return number
