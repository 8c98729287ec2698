"""Random rounds that can have happened, for both Tiến lên games: hands, chains, what is left.

The cards are really dealt: hàng of a chain are taken out of the deck before the hands are filled,
so whatever is told fits one deck.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from random import Random
from typing import Final

from scoring.common.cards import CARDS, DECK, HAND_SIZE, Card, Rank, Suit
from scoring.thirteen.cards import (
    BA_BICH,
    HEO,
    PAIRS_IN_A_RUN,
    GroupPrices,
    Item,
    Kind,
    Play,
    found_items,
)
from scoring.thirteen.facts import Chain, ChainPlay
from scoring.thirteen.order import can_be_ordered

MOST_PLAYS: Final = 5
MOST_PLAYED: Final = 12
"""A player keeps one card apart from his chains, to go out with or to hold."""

RED: Final = frozenset({Suit.DIAMONDS, Suit.HEARTS})


@dataclass(slots=True)
class Deal:
    """A deck being dealt: what is free, what each player was given, what he surely played."""

    rng: Random
    players: Sequence[int]
    free: list[Card] = field(init=False)
    hands: dict[int, list[Card]] = field(init=False)
    played: dict[int, list[Card]] = field(init=False)

    def __post_init__(self) -> None:
        self.free = self.rng.sample(DECK, len(DECK))
        self.hands = {seat: [] for seat in self.players}
        self.played = {seat: [] for seat in self.players}

    def give(self, seat: int, cards: Iterable[Card]) -> None:
        """Take cards out of the deck into a hand."""
        for card in cards:
            self.free.remove(card)
            self.hands[seat].append(card)

    def fill(self) -> None:
        """Deal until everybody has 13."""
        for hand in self.hands.values():
            while len(hand) < HAND_SIZE:
                hand.append(self.free.pop())

    def room(self, seat: int) -> int:
        """How many cards a player can still be given before the filling."""
        return HAND_SIZE - len(self.hands[seat])

    def find(self, play: Play, above: int = -1) -> list[Card]:
        """Free cards that make a play whose top rank is above a rank, or none."""
        if play in (Play.HEO, Play.DOI_HEO):
            heo = [card for card in self.free if card.rank is Rank.TWO]
            wanted = 1 if play is Play.HEO else 2
            return heo[:wanted] if len(heo) >= wanted else []
        if play is Play.HAI_TU_QUY:
            first = self._group(4, 1, above)
            second = self._group(4, 1, above, first) if first else []
            return first + second if second else []
        if play is Play.TU_QUY:
            return self._group(4, 1, above)
        return self._group(2, PAIRS_IN_A_RUN[Item(play.value)], above)

    def _group(self, each: int, ranks: int, above: int, without: Sequence[Card] = ()) -> list[Card]:
        by_rank: dict[int, list[Card]] = {rank: [] for rank in Rank}
        for card in self.free:
            if card not in without:
                by_rank[card.rank].append(card)
        starts = [
            start
            for start in range(Rank.TWO - ranks + 1)
            if start + ranks - 1 > above
            and all(len(by_rank[start + step]) >= each for step in range(ranks))
        ]
        if not starts:
            return []
        start = self.rng.choice(starts)
        return [card for step in range(ranks) for card in by_rank[start + step][:each]]


def deal_chain(
    deal: Deal, seats: Sequence[int], chops: Mapping[Play, Iterable[Play]]
) -> list[ChainPlay]:
    """A chain of two to five plays among ``seats``, its cards taken out of the deck."""
    firsts = (Play.HEO,) * 5 + (Play.DOI_HEO,) * 2 + (Play.BA_DOI_THONG, Play.TU_QUY)
    play: Play | None = deal.rng.choice(firsts)
    plays: list[ChainPlay] = []
    above = -1
    while play is not None and len(plays) < MOST_PLAYS:
        last = plays[-1].player if plays else None
        cards = deal.find(play, above)
        able = [
            seat
            for seat in seats
            if seat != last
            and len(deal.played[seat]) + len(cards) <= MOST_PLAYED
            and deal.room(seat) > len(cards)
        ]
        if not cards or not able:
            break
        seat = deal.rng.choice(able)
        plays.append(ChainPlay(seat, _items(deal.rng, play, cards), play))
        deal.give(seat, cards)
        deal.played[seat] += cards
        chopper = _chopper(deal.rng, play, chops, len(plays))
        above = max(card.rank for card in cards) if chopper is play else -1
        play = chopper
    return plays if len(plays) > 1 else []


def _chopper(
    rng: Random, play: Play, chops: Mapping[Play, Iterable[Play]], so_far: int
) -> Play | None:
    if so_far > 1 and rng.random() < 0.4:
        return None
    able = [chopper for chopper, chopped in chops.items() if play in chopped]
    return rng.choice(able) if able else None


def _items(rng: Random, play: Play, cards: Sequence[Card]) -> tuple[Item, ...]:
    if play in (Play.HEO, Play.DOI_HEO):
        return tuple([_named(rng, card) for card in cards])
    return (Item(play.value),)


def _named(rng: Random, card: Card) -> Item:
    """A heo by its suit, or sometimes only by its colour."""
    if rng.random() < 0.8:
        return Item(card.code)
    return Item.HEO_DO if card.suit in RED else Item.HEO_DEN


def deal_chains(
    deal: Deal, seats: Sequence[int], out: tuple[int, ...], chops: Mapping[Play, Iterable[Play]]
) -> list[Chain]:
    """None to three chains that fit who went out when."""
    chains: list[Chain] = []
    if len(seats) < 2:
        return chains
    for _ in range(deal.rng.choice((0, 0, 0, 0, 0, 1, 1, 1, 2, 3))):
        plays = tuple(deal_chain(deal, seats, chops))
        if not plays:
            continue
        last_out = Chain(plays, True)
        may_be = last_out.victim in out and can_be_ordered([*chains, last_out], out, frozenset())
        chains.append(Chain(plays, may_be and deal.rng.random() < 0.3))
        if not can_be_ordered(chains, out, frozenset()):
            chains.pop()
    return chains


def chat_told(chains: Iterable[Chain]) -> list[dict[str, object]]:
    """The chains as facts tell them."""
    return [
        {
            "plays": [
                {"player": play.player, "cards": [str(item) for item in play.items]}
                for play in chain.plays
            ],
            "victim_went_out": chain.victim_went_out,
        }
        for chain in chains
    ]


def keep_something(deal: Deal, seat: int) -> None:
    """Perhaps give a player a heo or a hàng that he will be left with."""
    play = deal.rng.choice((Play.HEO, Play.DOI_HEO, Play.BA_DOI_THONG, Play.TU_QUY, None, None))
    if deal.rng.random() < 0.1:
        play = Play.BON_DOI_THONG
    cards = deal.find(play) if play else []
    if len(cards) < deal.room(seat):
        deal.give(seat, cards)


def holding(deal: Deal, seat: int, most: int) -> list[Card]:
    """What a player is left with: one card at least of those that he did not play."""
    rest = [card for card in deal.hands[seat] if card not in deal.played[seat]]
    return rest[: deal.rng.randint(1, min(most, len(rest)))]


def thoi_told(
    rng: Random, left: Mapping[int, Sequence[Card]], prices: GroupPrices, *, suits_count: bool
) -> dict[str, object]:
    """What players hold as facts tell it: by name where there is something, or all the cards."""
    thoi: dict[str, object] = {}
    for seat, cards in left.items():
        if rng.random() < 0.25:
            thoi[str(seat)] = {"hand": [card.code for card in cards]}
        elif items := found_items(cards, prices):
            thoi[str(seat)] = [
                str(item if suits_count or item not in HEO else _named(rng, CARDS[item.value]))
                for item in items
            ]
    return thoi


def _pairs_from(start: int, number: int) -> list[tuple[int, int]]:
    return [(rank, 2) for rank in range(start, start + number)]


def winning_cards(rng: Random, kind: Kind) -> list[Card]:
    """Cards that make a kind of tới trắng; the rest of the 13 is dealt."""
    if kind is Kind.DONG_MAU:
        red = rng.random() < 0.5
        colour = [card for card in DECK if (card.suit in RED) == red]
        return rng.sample(colour, rng.choice((12, 13)))
    counts: Mapping[Kind, list[tuple[int, int]]] = {
        Kind.TU_QUY_3: [(0, 4)],
        Kind.BA_DOI_THONG_3_BICH: _pairs_from(0, 3),
        Kind.SANH_RONG: [(rank, 1) for rank in range(Rank.TWO)],
        Kind.SAU_DOI: [(rank, 2) for rank in rng.sample(range(13), 6)],
        Kind.SAU_DOI_THONG: _pairs_from(rng.randint(0, 6), 6),
        Kind.NAM_DOI_THONG: _pairs_from(rng.randint(0, 7), 5),
        Kind.BON_SAM: [(rank, 3) for rank in rng.sample(range(13), 4)],
        Kind.HAI_TU_QUY: [(rank, 4) for rank in rng.sample(range(13), 2)],
        Kind.TU_QUY_HEO: [(Rank.TWO, 4)],
    }
    cards = [card for rank, number in counts[kind] for card in _of_rank(rng, rank, number)]
    if kind is Kind.BA_DOI_THONG_3_BICH and BA_BICH not in cards:
        cards[0] = BA_BICH
    return cards


def _of_rank(rng: Random, rank: int, number: int) -> list[Card]:
    return rng.sample([card for card in DECK if card.rank == rank], number)
