"""How strong a row is: its kind, then the cards of the kind, then the others, by rank.

A strength is one number, so that the stronger of two rows has the higher one and rows that draw
are equal: first the kind, then the ranks of the cards in the order in which they are compared.
"""

from collections.abc import Iterable
from enum import IntEnum, StrEnum
from functools import lru_cache
from typing import Final

from scoring.common.cards import DECK, Card, Rank


class Row(StrEnum):
    """The three rows, in the order in which they are compared (BX-7)."""

    DAU = "dau"
    GIUA = "giua"
    CUOI = "cuoi"


SIZES: Final = {Row.DAU: 3, Row.GIUA: 5, Row.CUOI: 5}
"""How many cards a row has (BX-1)."""


class RowKind(IntEnum):
    """What a row can be, weakest first (BX-2, BX-3)."""

    RAC, DACH, THU, XAM_CHI, SANH, THUNG, CU_LU, TU_QUY, THUNG_PHA_SANH = range(9)


KINDS: Final = tuple(RowKind)
CODES: Final = tuple(kind.name.lower() for kind in RowKind)
"""The kinds and what they are called outside (``thung_pha_sanh``), by number."""

GROUPS: Final = {
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

VALUES: Final = {card: (card.rank + 1) % len(Rank) for card in DECK}
"""The rank of a card in this game: 2 is 0, A is 12 (BX-8)."""

ACE: Final = max(VALUES.values())
LOW_STRAIGHT: Final = (0, 1, 2, 3, ACE)
"""A-2-3-4-5, as sorted ranks."""

BITS: Final = 4
PLACES: Final = 5
KIND_SHIFT: Final = BITS * PLACES
THREE_SHIFT: Final = BITS * (PLACES - SIZES[Row.DAU])
STRENGTHS: Final = 1 << 15
"""More than there are rows by rank: 7,462 of five cards and 741 of three, in each reading."""


def row_strength(cards: Iterable[Card], nine_kinds: bool = True, low_second: bool = False) -> int:
    """How strong three or five cards are as a row.

    Without ``nine_kinds`` a thùng phá sảnh is only a thùng and a tứ quý a xám chi; with
    ``low_second`` A-2-3-4-5 is the second highest straight, else the lowest.

    >>> from scoring.common.cards import CARDS
    >>> row = lambda text: row_strength(CARDS[code] for code in text.split())
    >>> row("KS KD 4C") > row("QS QD AC"), row("5S 6D 7C 8C 9H") > row("AS 2D 3C 4C 5H")
    (True, True)
    """
    cards = tuple(cards)
    values = VALUES
    ranks = sorted([values[card] for card in cards])
    suit = cards[0].suit
    of_one_suit = len([card for card in cards if card.suit is suit]) == len(cards)
    return strength_of(tuple(ranks), of_one_suit, nine_kinds, low_second)


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
def strength_of(
    ranks: tuple[int, ...], of_one_suit: bool, nine_kinds: bool, low_second: bool
) -> int:
    by_group = sorted(ranks, key=lambda rank: (ranks.count(rank), rank), reverse=True)
    kind = GROUPS[_group_sizes(by_group)]
    if kind is RowKind.TU_QUY and not nine_kinds:
        kind = RowKind.XAM_CHI
    if len(ranks) == SIZES[Row.DAU] or kind is not RowKind.RAC:
        return _number(kind, by_group)
    top = _straight(ranks, low_second)
    if of_one_suit and (not top or not nine_kinds):
        return _number(RowKind.THUNG, by_group)
    if top:
        return _number(RowKind.THUNG_PHA_SANH if of_one_suit else RowKind.SANH, top)
    return _number(kind, by_group)


def _group_sizes(by_group: list[int]) -> tuple[int, ...]:
    return tuple([by_group.count(rank) for rank in dict.fromkeys(by_group)])


def _straight(ranks: tuple[int, ...], low_second: bool) -> list[int]:
    """What a straight is compared by, or nothing where there is none."""
    if ranks == LOW_STRAIGHT:
        return [ACE - 1, 1] if low_second else [ranks[-2]]  # just above K high, or 5 high
    return [ranks[-1]] if ranks[-1] - ranks[0] == PLACES - 1 else []


def _number(kind: RowKind, ranks: list[int]) -> int:
    number = int(kind)
    for place in range(PLACES):
        number = number << BITS | (ranks[place] if place < len(ranks) else 0)
    return number
