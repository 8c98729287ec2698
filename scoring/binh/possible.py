"""Whether the cards that lie nowhere else can be the hands of players who declared a mậu binh.

Each kind is made by a few cards, the rest of the hand is any; so hands can be dealt where such
cards can be found for all of them at once. Hands of one colour only need enough of it.
"""

from collections.abc import Iterable, Iterator, Sequence
from functools import cache
from itertools import combinations, combinations_with_replacement, product

from scoring.binh.mau_binh import FIVES, NEARLY_ALL, PAIRS, SUITED, THREE_STRAIGHTS, XAM, Kind
from scoring.binh.rows import ACE, SIZES, VALUES
from scoring.common.cards import DECK, HAND_SIZE, Card, Suit, mask_of

TRIES = 600
"""What is not shown to be impossible by then counts as possible."""

COLOURS = {Kind.DONG_MAU_13: HAND_SIZE, Kind.DONG_MAU_12: NEARLY_ALL}
"""How many cards of one colour these kinds need."""

FEWEST_WAYS_FIRST = (
    *(Kind.RONG_CUON, Kind.SANH_RONG, Kind.TU_QUY, Kind.THUNG_PHA_SANH),
    *(Kind.NAM_DOI_THONG, Kind.NAM_DOI_XAM, Kind.SAU_DOI, Kind.BA_THUNG, Kind.BA_SANH),
)

OF_RANK = [mask_of(card for card in DECK if VALUES[card] == rank) for rank in range(ACE + 1)]
OF_SUIT = [mask_of(card for card in DECK if card.suit is suit) for suit in Suit]

Way = Sequence[tuple[int, int]]
"""Groups of cards as masks, and how many cards of each make a kind."""


def can_be_dealt(cards: Iterable[Card], kinds: Sequence[Kind]) -> bool:
    """Whether the free cards can be dealt so that one player holds each of the kinds.

    >>> can_be_dealt(DECK, [Kind.DONG_MAU_13] * 4)
    True
    >>> can_be_dealt(DECK, [*[Kind.DONG_MAU_13] * 3, Kind.TU_QUY])
    False
    """
    free = mask_of(cards)
    able = all(_some_hold(free, kind) for kind in kinds)
    if not able or len(kinds) == 1:
        return able
    others = sorted((kind for kind in kinds if kind not in COLOURS), key=FEWEST_WAYS_FIRST.index)
    return _Search().fits(free, others, [COLOURS[kind] for kind in kinds if kind in COLOURS])


class _Search:
    """Tries cards for one kind after the other, and gives up in favour of the table."""

    def __init__(self) -> None:
        self.left = TRIES

    def fits(self, free: int, kinds: Sequence[Kind], colours: Sequence[int]) -> bool:
        """Whether cards are found for all kinds, and enough of a colour for the rest."""
        if not kinds:
            return _colours_fit(free, colours)
        for core in _cores(free, kinds[0]):
            self.left -= 1
            if self.left < 0:
                return True
            rest = free & ~core
            able = all(_some_hold(rest, kind) for kind in kinds[1:])
            if able and self.fits(rest, kinds[1:], colours):
                return True
        return False


def _colours_fit(free: int, needs: Sequence[int]) -> bool:
    red = (free & (OF_SUIT[Suit.DIAMONDS] | OF_SUIT[Suit.HEARTS])).bit_count()
    for picked in product((True, False), repeat=len(needs)):
        reds = sum(need for need, is_red in zip(needs, picked, strict=True) if is_red)
        if reds <= red and sum(needs) - reds <= free.bit_count() - red:
            return True
    return False


def _some_hold(free: int, kind: Kind) -> bool:
    """Whether some thirteen of the cards hold the kind."""
    if kind in COLOURS:
        return _colours_fit(free, [COLOURS[kind]])
    if kind not in (Kind.SAU_DOI, Kind.NAM_DOI_XAM):
        return any(True for _ in _fitting_ways(free, kind))
    left = [(free & rank).bit_count() for rank in OF_RANK]
    pairs = sum([number // 2 for number in left])
    if kind is Kind.SAU_DOI:
        return pairs >= PAIRS
    return any(number >= XAM and pairs - number // 2 >= PAIRS - 1 for number in left)


def _fitting_ways(free: int, kind: Kind) -> Iterator[Way]:
    for way in _ways(kind):
        if all((free & group).bit_count() >= number for group, number in way):
            yield way


def _cores(free: int, kind: Kind) -> Iterator[int]:
    """Every choice of the cards that make the kind."""
    for way in _fitting_ways(free, kind):
        choices = [_some_of(free & group, number) for group, number in way]
        yield from map(sum, product(*choices))


@cache
def _ways(kind: Kind) -> Sequence[Way]:
    rows, suits = tuple(SIZES.values()), range(len(OF_SUIT))
    ways: dict[Kind, Iterable[Way]] = {
        Kind.RONG_CUON: ([(suit, HAND_SIZE)] for suit in OF_SUIT),
        Kind.SANH_RONG: ([[(rank, 1) for rank in OF_RANK]]),
        Kind.TU_QUY: ([(rank, SUITED)] for rank in OF_RANK),
        Kind.THUNG_PHA_SANH: (
            [(suit & OF_RANK[rank], 1) for rank in five] for suit in OF_SUIT for five in FIVES
        ),
        Kind.SAU_DOI: _pairs(PAIRS),
        Kind.NAM_DOI_XAM: (
            [*pairs, (rank, XAM)]
            for pairs in _pairs(PAIRS - 1)
            for rank in {*OF_RANK}.difference(group for group, _number in pairs)
        ),
        Kind.NAM_DOI_THONG: ([(OF_RANK[rank], 2) for rank in five] for five in FIVES),
        Kind.BA_THUNG: (
            [
                (OF_SUIT[suit], sum(n for n, of in zip(rows, picked, strict=True) if of == suit))
                for suit in set(picked)
            ]
            for picked in product(suits, repeat=len(rows))
        ),
        Kind.BA_SANH: (
            [(cards, way.count(rank)) for rank, cards in enumerate(OF_RANK)]
            for way in THREE_STRAIGHTS
        ),
    }
    return tuple(ways[kind])


def _pairs(number: int) -> Iterator[Way]:
    """Every choice of so many pairs; four of a kind are two."""
    for pairs in combinations_with_replacement(OF_RANK, number):
        if max(map(pairs.count, pairs)) * 2 <= SUITED:
            yield [(rank, 2 * pairs.count(rank)) for rank in set(pairs)]


def _some_of(cards: int, number: int) -> list[int]:
    """Every choice of so many of these cards."""
    bits = [card.bit for card in DECK if card.bit & cards]
    return [sum(picked) for picked in combinations(bits, number)]
