"""Whether the cards of a round, played and held, can come from one deck of 52."""

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from scoring.common.cards import Card, mask_of
from scoring.common.errors import Problem, Problems, SeatNumber, Word
from scoring.common.problem_texts import read_problems
from scoring.thirteen.cards import (
    BA_BICH,
    HEO,
    NAMED_CARDS,
    PAIRS_IN_A_RUN,
    RUN_RANKS,
    UNSUITED,
    Item,
    Kind,
)
from scoring.thirteen.deck import Free, Groups, RankGroup, fits, ways, without
from scoring.thirteen.facts import SharedFacts
from scoring.thirteen.rules import SharedRules

problem = read_problems(__package__)

SUITED = 4
COLOURS = {Item.HEO_DEN: (1 << 26) - 1, Item.HEO_DO: (1 << 26) - 1 << 26}
"""The cards of each colour, by its heo."""

OF_ONE_RANK = 1 | 1 << 13 | 1 << 26 | 1 << 39
QUAD = RankGroup(length=1, each=SUITED)
GROUPS: dict[Item, Groups] = {
    Item.TU_QUY: (QUAD,),
    Item.HAI_TU_QUY: (QUAD, QUAD),
    **{item: (RankGroup(length, each=2),) for item, length in PAIRS_IN_A_RUN.items()},
}
PLAYED_AS_HANG = GROUPS.keys()


class NamedCards(NamedTuple):
    """What a round tells of its cards: heo and hàng by name, held or played, and hands shown."""

    named: Sequence[Item]
    cards: Sequence[Card]

    @property
    def groups(self) -> Groups:
        """The ranks that all hàng take."""
        return tuple([group for item in self.named for group in GROUPS.get(item, ())])

    def heo_of(self, colour: Item) -> int:
        """How many heo of a colour are named."""
        return sum([item in (colour, *UNSUITED[colour]) for item in self.named])


def one_deck_has_the_cards(facts: SharedFacts, rules: SharedRules) -> Problems:
    """All heo and hàng, played and held, come from one deck."""
    if not (facts.thoi or facts.chat or facts.toi_trang):
        return
    deal, rule = cards_told(facts), rules.ids.cards
    problems = list(_check_cards(facts, deal, rule))
    if facts.ba_bich_played:
        problems += _check_ba_bich(facts, rules.ids.ba_bich)
    yield from problems
    if not problems:
        shown = mask_of(deal.cards)
        yield from _check_hang(facts, deal, shown, rule)
        yield from _check_winner(facts, deal, shown, rules)


def cards_told(facts: SharedFacts) -> NamedCards:
    """Every card and item of the round, held or played."""
    named = [item for chain in facts.chat for play in chain.plays for item in play.items]
    cards = list(facts.toi_trang.hand or ()) if facts.toi_trang else []
    for items, hand in facts.thoi.values():
        named += [item for item in items if item is not Item.BA_BICH]
        cards += hand or [BA_BICH for item in items if item is Item.BA_BICH]
    return NamedCards(named, cards)


def _check_cards(facts: SharedFacts, deal: NamedCards, rule: str) -> Problems:
    """No card is there twice, and no more heo of a colour than there are."""
    codes = [card.code for card in deal.cards] + [item for item in deal.named if item in HEO]
    if len(set(codes)) < len(codes):
        yield from _check_repeated(facts, rule)
        return
    for colour, suited in UNSUITED.items():
        unsuited = deal.named.count(colour)
        if unsuited and unsuited + sum([heo in codes for heo in suited]) > len(suited):
            yield from _too_many_heo(facts, colour, rule)


def _check_repeated(facts: SharedFacts, rule: str) -> Problems:
    holders: dict[str, int] = {}
    for field, player, card in _uses(facts):
        code = str(card)
        if code in holders and (isinstance(card, Card) or card in NAMED_CARDS):
            first = SeatNumber(holders[code])
            name = "same_card" if first == player else "same_card.of_two"
            yield problem(name, field, player, rule, card=Word(code), first=first)
        holders.setdefault(code, player)


def _too_many_heo(facts: SharedFacts, colour: Item, rule: str) -> Problems:
    of_colour = {colour.value, *(heo.value for heo in UNSUITED[colour])}
    uses = [(field, player) for field, player, card in _uses(facts) if str(card) in of_colour]
    for field, player in uses[len(UNSUITED[colour]) :]:
        yield problem("too_many_heo", field, player, rule, heo=Word(colour), found=len(uses))


def _uses(facts: SharedFacts) -> Iterator[tuple[str, int, Item | Card]]:
    """Every card and item of the round with where it stands and whose it is."""
    won = facts.toi_trang
    for at, card in enumerate((won.hand if won else None) or ()):
        yield f"toi_trang.hand[{at}]", won.player if won else 0, card
    for number, chain in enumerate(facts.chat):
        for at, play in enumerate(chain.plays):
            for item in play.items:
                yield f"chat[{number}].plays[{at}].cards", play.player, item
    for seat, holding in facts.thoi.items():
        yield from ((f"thoi.{seat}[{at}]", seat, item) for at, item in enumerate(holding.items))
        hand = enumerate(holding.hand or ())
        yield from ((f"thoi.{seat}.hand[{at}]", seat, card) for at, card in hand)


def _check_ba_bich(facts: SharedFacts, rule: str) -> Problems:
    """The 3♠ was played, so nobody holds it."""
    for seat, holding in facts.thoi.items():
        if holding.has_ba_bich:
            items, hand = holding
            at = f".hand[{hand.index(BA_BICH)}]" if hand else f"[{items.index(Item.BA_BICH)}]"
            field = f"thoi.{seat}{at}"
            yield problem("ba_bich_held", field, seat, rule)


def _check_hang(facts: SharedFacts, deal: NamedCards, shown: int, rule: str) -> Problems:
    """There are ranks for all hàng named, beside the cards shown.

    A 3♠ that was played apart from all of them is gone; in a ván khởi đầu it may have been
    played in the first hàng of a chain.
    """
    groups = deal.groups
    gone = shown | BA_BICH.bit if facts.ba_bich_played else shown
    if not groups or fits(_free_ranks(gone), groups):
        return
    led = {chain.plays[0].items[0] for chain in facts.chat} & PLAYED_AS_HANG
    if not facts.opening or not any(_fits_led(_free_ranks(shown), groups, hang) for hang in led):
        yield _no_ranks(facts, rule)


def _fits_led(free: Free, groups: Groups, hang: Item) -> bool:
    """Whether all fit where ``hang`` holds the 3♠."""
    first, others = GROUPS[hang][0], list(groups)
    others.remove(first)
    left = without(free, first, 0)
    return min(left) >= 0 and fits(left, tuple(others))


def _free_ranks(shown: int) -> Free:
    """How many cards of each rank from 3 to A are not among those shown."""
    ranks = range(RUN_RANKS)
    return tuple([SUITED - (shown >> rank & OF_ONE_RANK).bit_count() for rank in ranks])


def _no_ranks(facts: SharedFacts, rule: str) -> Problem:
    hang = [each for each in _uses(facts) if each[2] in PLAYED_AS_HANG]
    field, player, last = hang[-1]
    return problem("hang_ranks", field, player, rule, hang=Word(last), number=len(hang))


def _check_winner(facts: SharedFacts, deal: NamedCards, shown: int, rules: SharedRules) -> Problems:
    """A winner who only named his kind can hold it beside what the others hold."""
    won = facts.toi_trang
    if won is None or won.kind is None or won.hand is not None or not facts.thoi:
        return
    if not _can_hold(deal, shown, won.kind, rules.dong_mau_cards):
        player, rule = won.player, rules.ids.cards
        yield problem("kind_impossible", "toi_trang.kind", player, rule, kind=Word(won.kind))


FROM_THREES = {Kind.TU_QUY_3: QUAD, Kind.BA_DOI_THONG_3_BICH: RankGroup(length=3, each=2)}
"""What begins at the 3s."""


def _can_hold(deal: NamedCards, shown: int, kind: Kind, alike: int) -> bool:
    free = _free_ranks(shown)
    heo = SUITED - sum(map(deal.heo_of, COLOURS)) - (shown >> RUN_RANKS & OF_ONE_RANK).bit_count()
    if kind is Kind.TU_QUY_HEO and heo < SUITED:
        return False
    if kind is Kind.BA_DOI_THONG_3_BICH and shown & BA_BICH.bit:
        return False
    if kind in FROM_THREES:
        free = without(free, FROM_THREES[kind], 0)
    groups = tuple(sorted((*deal.groups, *_groups_of(kind, heo)), reverse=True))
    if kind is Kind.DONG_MAU:
        return any(_room_in(deal, shown, colour, groups) >= alike for colour in COLOURS)
    return min(free) >= 0 and fits(free, groups)


def _groups_of(kind: Kind, heo: int) -> Groups:
    """What the winner's kind needs of other ranks, as far as so many 2s do not make it."""
    groups = {
        Kind.SANH_RONG: (RankGroup(length=RUN_RANKS, each=1),),
        Kind.NAM_DOI_THONG: (RankGroup(length=5, each=2),),
        Kind.SAU_DOI_THONG: (RankGroup(length=6, each=2),),
        Kind.SAU_DOI: (RankGroup(length=1, each=2),) * (6 - heo // 2),
        Kind.BON_SAM: (RankGroup(length=1, each=3),) * (4 - heo // 3),
        Kind.HAI_TU_QUY: (QUAD,) * (2 - heo // 4),
    }
    return groups.get(kind, ())


def _room_in(deal: NamedCards, shown: int, colour: Item, groups: Groups) -> int:
    """How many cards of a colour are left for the winner at most.

    The hàng of the others take as many cards of the other colour as they can.
    """
    free, of_others = _free_ranks(shown), _free_ranks(shown | COLOURS[colour])
    room = (COLOURS[colour] & ~shown).bit_count() - deal.heo_of(colour)
    taken = [
        sum([max(0, n - m - other) for n, m, other in zip(free, left, of_others, strict=True)])
        for left in ways(free, groups)
    ]
    return room - min(taken) if taken else -1
