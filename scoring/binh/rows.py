"""How strong a row is: its kind, then the cards of the kind, then the others, by rank.

The stronger of two rows has the higher strength, and rows that draw have equal ones.
"""

from collections import Counter
from collections.abc import Iterable
from enum import IntEnum, StrEnum
from functools import lru_cache

from scoring.common.cards import DECK, Card, Rank


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
KINDS_OF_THREE = (RowKind.RAC, RowKind.DACH, RowKind.XAM_CHI)
NINTH = (RowKind.TU_QUY, RowKind.THUNG_PHA_SANH)
"""The kinds that not every table has (BX-3)."""
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

Strength = tuple[int, ...]
"""The kind, then the ranks of the cards in the order in which they are compared."""

COMPARED = 1 + SIZES[Row.DAU]
"""How far the strength of a 3-card row and that of a 5-card row are compared (BX-4)."""

STRENGTHS = 1 << 15
"""More than there are rows by rank: 7,462 of five cards and 741 of three, in each reading."""


def row_strength(
    cards: Iterable[Card], nine_kinds: bool = True, low_second: bool = False
) -> Strength:
    """How strong three or five cards are as a row.

    Without ``nine_kinds`` a thùng phá sảnh is only a thùng and a tứ quý a xám chi; with
    ``low_second`` A-2-3-4-5 is the second highest straight, else the lowest.

    >>> from scoring.common.cards import CARDS
    >>> row = lambda text: row_strength(CARDS[code] for code in text.split())
    >>> row("KS KD 4C") > row("QS QD AC"), row("5S 6D 7C 8C 9H") > row("AS 2D 3C 4C 5H")
    (True, True)
    """
    row = tuple(cards)
    ranks = tuple(sorted([VALUES[card] for card in row]))
    return strength_of(ranks, len({card.suit for card in row}) == 1, nine_kinds, low_second)


def kind_of(strength: Strength) -> RowKind:
    """The kind of a row of this strength."""
    return KINDS[strength[0]]


def is_above(dau: Strength, five: Strength) -> bool:
    """Whether the 3-card row is stronger than a 5-card row (BX-4): to the end of the shorter."""
    return dau > five[:COMPARED]


@lru_cache(maxsize=STRENGTHS)
def strength_of(
    ranks: tuple[int, ...], of_one_suit: bool, nine_kinds: bool, low_second: bool
) -> Strength:
    """How strong a row with these ranks, lowest first, is."""
    groups = sorted([(n, rank) for rank, n in Counter(ranks).items()], reverse=True)
    by_group = [rank for n, rank in groups for _ in range(n)]
    kind = GROUPS[tuple(n for n, _ in groups)]
    if kind is RowKind.TU_QUY and not nine_kinds:
        kind = RowKind.XAM_CHI
    if len(ranks) == SIZES[Row.DAU] or kind is not RowKind.RAC:
        return (kind, *by_group)
    top = _straight(by_group, low_second)
    if of_one_suit and (not top or not nine_kinds):
        return (RowKind.THUNG, *by_group)
    if top:
        return (RowKind.THUNG_PHA_SANH if of_one_suit else RowKind.SANH, *top)
    return (kind, *by_group)


def _straight(ranks: list[int], low_second: bool) -> list[int]:
    """What five ranks, highest first, are compared by as a straight; nothing if they are none."""
    if ranks == LOW_STRAIGHT:
        return [ACE - 1, 1] if low_second else ranks[1:2]  # just above K high, or 5 high
    return ranks[:1] if ranks[0] - ranks[-1] == len(ranks) - 1 else []
