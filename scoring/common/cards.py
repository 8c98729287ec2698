"""The 52 cards: reads and prints ``3S``, ``10s``, ``3♠``.

A card is one object that exists once, so cards are compared and hashed by identity. Ranks stand in
the order of the Tiến lên games (3 lowest, 2 highest), suits bích < tép < rô < cơ.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from enum import IntEnum

HAND_SIZE = 13

RANK_CODES = "3456789TJQKA2"
SUIT_CODES = "SCDH"
SUIT_SIGNS = "♠♣♦♥"
VARIATIONS = ("", "\ufe0e", "\ufe0f")
"""A suit sign as it is, asked for as text, asked for as an emoji."""


class Rank(IntEnum):
    """The thirteen ranks, weakest first."""

    THREE, FOUR, FIVE, SIX, SEVEN, EIGHT, NINE, TEN, JACK, QUEEN, KING, ACE, TWO = range(13)


class Suit(IntEnum):
    """The four suits, weakest first."""

    SPADES, CLUBS, DIAMONDS, HEARTS = range(4)


@dataclass(frozen=True, slots=True, eq=False)
class Card:
    """One card; ``bit`` is its place in a mask of 52 bits, 13 for each suit.

    >>> str(CARDS["10♥"]), CARDS["ts"].pretty
    ('TH', '10♠')
    """

    rank: Rank
    suit: Suit
    code: str
    bit: int

    @property
    def pretty(self) -> str:
        """As players write it: ``10♠``."""
        return self.code[0].replace("T", "10") + SUIT_SIGNS[self.suit]

    def __str__(self) -> str:
        return self.code

    def __repr__(self) -> str:
        return f"<{self.code}>"


DECK = tuple(
    Card(rank, suit, RANK_CODES[rank] + SUIT_CODES[suit], 1 << (len(Rank) * suit + rank))
    for rank in Rank
    for suit in Suit
)


def _spellings(card: Card) -> Iterable[str]:
    rank, suit = card.code[0], card.code[1]
    sign = SUIT_SIGNS[card.suit]
    for r in {rank, rank.lower(), rank.replace("T", "10")}:
        yield from (r + s for s in (suit, suit.lower(), *(sign + v for v in VARIATIONS)))


CARDS = {spelling: card for card in DECK for spelling in _spellings(card)}
"""Every accepted spelling of every card."""


def mask_of(cards: Iterable[Card]) -> int:
    """The cards as one number, a bit for each."""
    mask = 0
    for card in cards:
        mask |= card.bit
    return mask
