"""Whether the cards that lie nowhere else can be the hands of players who declared a mậu binh.

Each kind is made by a few cards, the rest of the hand is any; so hands can be dealt where such
cards can be found for all of them at once. Hands of one colour only need enough of it.
"""

from collections.abc import Callable, Iterator, Sequence
from itertools import combinations, product
from typing import Final

from scoring.binh.mau_binh import (
    FIVES,
    NEARLY_ALL,
    PAIRS,
    RANKS,
    SUITED,
    Kind,
    straights_in,
)
from scoring.binh.rows import VALUES, Counts, Row
from scoring.common.cards import HAND_SIZE, Card, Suit

TRIES: Final = 600
"""What is not shown to be impossible by then counts as possible."""

COLOURS: Final = {Kind.DONG_MAU_13: HAND_SIZE, Kind.DONG_MAU_12: NEARLY_ALL}
"""How many cards of one colour these kinds need."""

Cards = Sequence[Card]


def can_be_dealt(free: Cards, kinds: Sequence[Kind]) -> bool:
    """Whether the free cards can be dealt so that one player holds each of the kinds.

    >>> from scoring.common.cards import DECK
    >>> can_be_dealt(DECK, [Kind.DONG_MAU_13] * 4)
    True
    >>> can_be_dealt(DECK, [*[Kind.DONG_MAU_13] * 3, Kind.TU_QUY])
    False
    """
    able = all(_some_hold(free, kind) for kind in kinds)
    if not able or len(kinds) == 1:
        return able
    others = sorted((kind for kind in kinds if kind not in COLOURS), key=_CORES_FIRST.index)
    return _Search().fits(free, others, [COLOURS[kind] for kind in kinds if kind in COLOURS])


class _Search:
    """Tries cards for one kind after the other, and gives up in favour of the table."""

    def __init__(self) -> None:
        self.left = TRIES

    def fits(self, free: Cards, kinds: Sequence[Kind], colours: Sequence[int]) -> bool:
        """Whether cards are found for all kinds, and enough of a colour for the rest."""
        if not kinds:
            return _colours_fit(free, colours)
        for core in _CORES[kinds[0]](free):
            self.left -= 1
            if self.left < 0:
                return True
            taken = set(core)
            rest = [card for card in free if card not in taken]
            able = all(_some_hold(rest, kind) for kind in kinds[1:])
            if able and self.fits(rest, kinds[1:], colours):
                return True
        return False


def _colours_fit(free: Cards, needs: Sequence[int]) -> bool:
    red = sum(card.suit >= Suit.DIAMONDS for card in free)
    for picked in product((True, False), repeat=len(needs)):
        reds = sum(need for need, is_red in zip(needs, picked, strict=True) if is_red)
        if reds <= red and sum(needs) - reds <= len(free) - red:
            return True
    return False


def _some_hold(free: Cards, kind: Kind) -> bool:
    """Whether some thirteen of the cards hold the kind."""
    if kind in COLOURS:
        return _colours_fit(free, [COLOURS[kind]])
    return any(_CORES[kind](free))


def _of_rank(free: Cards) -> list[list[Card]]:
    found: list[list[Card]] = [[] for _ in range(RANKS)]
    for card in free:
        found[VALUES[card]].append(card)
    return found


def _of_suit(free: Cards) -> list[list[Card]]:
    return [[card for card in free if card.suit is suit] for suit in Suit]


def _tu_quy(free: Cards) -> Iterator[Cards]:
    return (cards for cards in _of_rank(free) if len(cards) == SUITED)


def _thung_pha_sanh(free: Cards) -> Iterator[Cards]:
    for cards in _of_suit(free):
        for five in FIVES:
            core = [card for card in cards if VALUES[card] in five]
            if len(core) == len(five):
                yield core


def _nam_doi_thong(free: Cards) -> Iterator[Cards]:
    ranks = _of_rank(free)
    for five in FIVES:
        yield from _picks([ranks[rank] for rank in five], [2] * len(five))


def _picks(groups: Sequence[Cards], needs: Sequence[int]) -> Iterator[Cards]:
    """Every way to take so many cards of each group."""
    if not groups:
        yield ()
    elif all(len(cards) >= need for cards, need in zip(groups, needs, strict=True)):
        for picked in combinations(groups[0], needs[0]):
            for more in _picks(groups[1:], needs[1:]):
                yield (*picked, *more)


def _sau_doi(free: Cards) -> Iterator[Cards]:
    return _pairs([cards for cards in _of_rank(free) if len(cards) > 1], PAIRS)


def _pairs(ranks: Sequence[Cards], number: int) -> Iterator[Cards]:
    """Every way to take so many pairs, two of the same rank where all four are free."""
    if not number:
        yield ()
    elif sum([len(cards) // 2 for cards in ranks]) >= number:
        for pair in combinations(ranks[0], 2):
            for more in _pairs(ranks[1:], number - 1):
                yield (*pair, *more)
        if len(ranks[0]) == SUITED and number > 1:
            for more in _pairs(ranks[1:], number - 2):
                yield (*ranks[0], *more)
        yield from _pairs(ranks[1:], number)


def _ba_thung(free: Cards) -> Iterator[Cards]:
    suits = _of_suit(free)
    for rows in product(Suit, repeat=len(Row)):
        sizes = list(zip(rows, (5, 5, 3), strict=True))
        needs = [sum([size for of, size in sizes if of is suit]) for suit in Suit]
        yield from _picks(suits, needs)


def _ba_sanh(free: Cards) -> Iterator[Cards]:
    ranks = _of_rank(free)
    for way in straights_in(Counts(free)):
        yield from _picks(ranks, [way >> (4 * rank) & 7 for rank in range(RANKS)])


_CORES: Final[dict[Kind, Callable[[Cards], Iterator[Cards]]]] = {
    Kind.TU_QUY: _tu_quy,
    Kind.THUNG_PHA_SANH: _thung_pha_sanh,
    Kind.NAM_DOI_THONG: _nam_doi_thong,
    Kind.SAU_DOI: _sau_doi,
    Kind.BA_THUNG: _ba_thung,
    Kind.BA_SANH: _ba_sanh,
}
_CORES_FIRST: Final = tuple(_CORES)
"""The kinds with the fewest ways are tried first."""
