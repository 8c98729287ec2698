"""What both Tiến lên games call things: heo, hàng, plays of a chain, tới trắng hands.

A hand is looked at as four rows of 13 bits, one a suit, so that pairs, triples and quads of all
ranks come out at once.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from enum import StrEnum
from functools import lru_cache
from typing import NamedTuple

from scoring.common.cards import CARDS, Card, Rank, mask_of
from scoring.common.text import read_words


class Item(StrEnum):
    """A heo or a hàng, as facts name it."""

    HEO_BICH = "2S"
    HEO_TEP = "2C"
    HEO_RO = "2D"
    HEO_CO = "2H"
    BA_BICH = "3S"
    HEO_DEN = "heo_den"
    HEO_DO = "heo_do"
    BA_DOI_THONG = "ba_doi_thong"
    TU_QUY = "tu_quy"
    BON_DOI_THONG = "bon_doi_thong"
    HAI_TU_QUY = "hai_tu_quy"
    NAM_DOI_THONG = "nam_doi_thong"
    SAU_DOI_THONG = "sau_doi_thong"


HEO = (Item.HEO_BICH, Item.HEO_TEP, Item.HEO_RO, Item.HEO_CO)
HEO_BITS = {heo: CARDS[heo].bit for heo in HEO}
UNSUITED: Mapping[Item, tuple[Item, Item]] = {
    Item.HEO_DEN: (Item.HEO_BICH, Item.HEO_TEP),
    Item.HEO_DO: (Item.HEO_RO, Item.HEO_CO),
}
COLOURED_HEO = frozenset((*HEO, *UNSUITED))
HANG = (Item.BA_DOI_THONG, Item.TU_QUY, Item.BON_DOI_THONG)
LONG_RUNS = (Item.NAM_DOI_THONG, Item.SAU_DOI_THONG)
"""Hàng that cost something held where the house has a price for them, and are never played."""
HELD_HANG = (*HANG, *LONG_RUNS)
HOLDABLE = (*HEO, *UNSUITED, *HELD_HANG)
NAMED_CARDS = frozenset((*HEO, Item.BA_BICH))
"""The items that are one card of the deck."""

SIZES: Mapping[Item, int] = {
    **dict.fromkeys((*HEO, *UNSUITED, Item.BA_BICH), 1),
    Item.BA_DOI_THONG: 6,
    Item.TU_QUY: 4,
    Item.BON_DOI_THONG: 8,
    Item.HAI_TU_QUY: 8,
    Item.NAM_DOI_THONG: 10,
    Item.SAU_DOI_THONG: 12,
}
"""How many cards each is."""

PAIRS_IN_A_RUN = {
    Item.BA_DOI_THONG: 3,
    Item.BON_DOI_THONG: 4,
    Item.NAM_DOI_THONG: 5,
    Item.SAU_DOI_THONG: 6,
}
RUN_RANKS = 12
"""3 to A: a 2 stands in no sảnh and no đôi thông."""

ITEMS: Mapping[str, Item] = {
    **{item.value: item for item in Item},
    **{
        spelling: Item(card.code)
        for spelling, card in CARDS.items()
        if card.code in (*HEO, Item.BA_BICH)
    },
}
"""Every accepted spelling of every item."""


class Play(StrEnum):
    """What one play of a chain is."""

    HEO = "heo"
    DOI_HEO = "doi_heo"
    BA_DOI_THONG = "ba_doi_thong"
    TU_QUY = "tu_quy"
    BON_DOI_THONG = "bon_doi_thong"
    HAI_TU_QUY = "hai_tu_quy"


PLAYS: Mapping[tuple[Item, ...], Play] = {
    **{(heo,): Play.HEO for heo in (*HEO, *UNSUITED)},
    **{(a, b): Play.DOI_HEO for a in (*HEO, *UNSUITED) for b in (*HEO, *UNSUITED)},
    **{(hang,): Play(hang.value) for hang in (*HANG, Item.HAI_TU_QUY)},
}
"""What the items of a play make together."""

PLAY_SIZES: Mapping[Play, int] = {
    play: sum(SIZES[item] for item in items) for items, play in PLAYS.items()
}
"""How many cards each play is."""

SUIT_ROW = (1 << 13) - 1
RUN_ROW = (1 << RUN_RANKS) - 1
HEO_BIT = 1 << Rank.TWO


class Shape(NamedTuple):
    """A hand by ranks: a bit for each rank held at least once, twice, three and four times."""

    once: int
    pairs: int
    triples: int
    quads: int
    black: int
    red: int
    mask: int


def shape_of(mask: int) -> Shape:
    """The cards of a mask by ranks and colours."""
    s, c = mask & SUIT_ROW, mask >> 13 & SUIT_ROW
    d, h = mask >> 26 & SUIT_ROW, mask >> 39
    either_black, either_red, both_black, both_red = s | c, d | h, s & c, d & h
    return Shape(
        once=either_black | either_red,
        pairs=both_black | both_red | (either_black & either_red),
        triples=(both_black & either_red) | (both_red & either_black),
        quads=both_black & both_red,
        black=(mask & (1 << 26) - 1).bit_count(),
        red=(mask >> 26).bit_count(),
        mask=mask,
    )


def _has_run(pairs: int, length: int) -> bool:
    run = pairs & RUN_ROW
    for _ in range(length - 1):
        run &= run >> 1
    return bool(run)


class Kind(StrEnum):
    """The hands that win before any play (tới trắng)."""

    TU_QUY_3 = "tu_quy_3"
    BA_DOI_THONG_3_BICH = "ba_doi_thong_3_bich"
    SANH_RONG = "sanh_rong"
    SAU_DOI = "sau_doi"
    SAU_DOI_THONG = "sau_doi_thong"
    NAM_DOI_THONG = "nam_doi_thong"
    BON_SAM = "bon_sam"
    HAI_TU_QUY = "hai_tu_quy"
    TU_QUY_HEO = "tu_quy_heo"
    DONG_MAU = "dong_mau"


BA_BICH = CARDS["3S"]
_THREES_TO_FIVES = 0b111

HOLDS: Mapping[Kind, Callable[[Shape, int], bool]] = {
    Kind.TU_QUY_3: lambda hand, _: bool(hand.quads & 1),
    Kind.BA_DOI_THONG_3_BICH: lambda hand, _: (
        hand.pairs & _THREES_TO_FIVES == _THREES_TO_FIVES and bool(hand.mask & BA_BICH.bit)
    ),
    Kind.SANH_RONG: lambda hand, _: hand.once & RUN_ROW == RUN_ROW,
    Kind.SAU_DOI: lambda hand, _: hand.pairs.bit_count() + hand.quads.bit_count() >= 6,
    Kind.SAU_DOI_THONG: lambda hand, _: _has_run(hand.pairs, 6),
    Kind.NAM_DOI_THONG: lambda hand, _: _has_run(hand.pairs, 5),
    Kind.BON_SAM: lambda hand, _: hand.triples.bit_count() >= 4,
    Kind.HAI_TU_QUY: lambda hand, _: hand.quads.bit_count() >= 2,
    Kind.TU_QUY_HEO: lambda hand, _: bool(hand.quads & HEO_BIT),
    Kind.DONG_MAU: lambda hand, alike: max(hand.black, hand.red) >= alike,
}
"""Whether 13 cards hold a kind; the number is how many of one colour are đồng màu."""

IMPLIED: Mapping[Kind, tuple[Kind, ...]] = {Kind.SAU_DOI_THONG: (Kind.SAU_DOI, Kind.NAM_DOI_THONG)}
"""What a named kind surely holds besides."""


def kinds_held(cards: Sequence[Card], alike: int) -> frozenset[Kind]:
    """Every tới trắng kind that 13 cards hold."""
    shape = shape_of(mask_of(cards))
    return frozenset(kind for kind, holds in HOLDS.items() if holds(shape, alike))


GroupPrices = tuple[int, ...]
"""What each of ``HELD_HANG`` costs, in that order; what costs nothing is no group of cards."""


def found_items(cards: Sequence[Card], prices: GroupPrices) -> tuple[Item, ...]:
    """The heo and hàng among cards, grouped so that they are worth most.

    Every heo counts alone.

    >>> cards = [CARDS[code] for code in "3S 3C 3D 3H 4S 4C 5S 5C 6S 6C 2S".split()]
    >>> [str(item) for item in found_items(cards, (2, 3, 4, 0, 0))]
    ['2S', 'tu_quy', 'ba_doi_thong']
    >>> [str(item) for item in found_items(cards, (5, 6, 12, 0, 0))]
    ['2S', 'bon_doi_thong']
    """
    shape = shape_of(mask_of(cards))
    heo = [heo for heo, bit in HEO_BITS.items() if bit & shape.mask]
    pairs, quads = shape.pairs & RUN_ROW, shape.quads & RUN_ROW
    if pairs & pairs >> 1 & pairs >> 2:
        return (*heo, *_dearest_groups(pairs, quads, prices)[1])
    return (*heo, *[Item.TU_QUY] * quads.bit_count())


_QUADS = HELD_HANG.index(Item.TU_QUY)
_RUNS = tuple(
    (at, hang, (1 << PAIRS_IN_A_RUN[hang]) - 1)
    for at, hang in enumerate(HELD_HANG)
    if hang in PAIRS_IN_A_RUN
)
"""The place of each run of pairs among the prices, and its ranks from the lowest on."""


@lru_cache(maxsize=1 << 12)
def _dearest_groups(pairs: int, quads: int, prices: GroupPrices) -> tuple[int, tuple[Item, ...]]:
    """The dearest disjoint hàng in ranks held twice (``pairs``) and four times (``quads``).

    Looks at the lowest rank: its first pair is left, or begins a đôi thông, or the rank is a
    tứ quý; what remains is a smaller hand of the same sort.
    """
    if not pairs:
        return 0, ()
    lowest = pairs & -pairs
    best = _dearest_groups(pairs & ~lowest, quads & ~lowest, prices)
    for hang, price, left_pairs, left_quads in _begun_at(pairs, quads, lowest, prices):
        rest = _dearest_groups(left_pairs, left_quads, prices)
        if rest[0] + price > best[0]:
            best = rest[0] + price, (hang, *rest[1])
    return best


def _begun_at(
    pairs: int, quads: int, lowest: int, prices: GroupPrices
) -> Iterator[tuple[Item, int, int, int]]:
    """Each hàng that begins at the lowest rank, its price, and the pairs and quads it leaves."""
    if quads & lowest:
        yield Item.TU_QUY, prices[_QUADS], pairs & ~lowest, quads & ~lowest
    for at, hang, ranks in _RUNS:
        run = lowest * ranks
        if pairs & run == run:
            # a rank held four times keeps its second pair, one held twice is used up
            yield hang, prices[at], pairs & ~(run & ~quads), quads & ~run


WORDS = read_words(__package__)
