"""Whether the cards of a round, played and held, can come from one deck of 52."""

from collections.abc import Iterator, Sequence
from typing import Final, NamedTuple

from scoring.common.cards import Card, Rank, mask_of
from scoring.common.errors import Problem, Word
from scoring.common.text import Text
from scoring.thirteen.cards import (
    BA_BICH,
    HEO,
    PAIRS_IN_A_RUN,
    RUN_ROW,
    SIZES,
    SUIT_ROW,
    UNSUITED,
    Item,
    Kind,
    shape_of,
)
from scoring.thirteen.deck import RANKS, SUITED, Free, Need, fits, least_dear
from scoring.thirteen.facts import SharedFacts
from scoring.thirteen.rules import SharedRules

Uses = Iterator[tuple[str, int, Item | Card]]

HEO_BITS: Final = {heo: 1 << (13 * at + Rank.TWO) for at, heo in enumerate(HEO)}
BLACK, RED = (1 << 26) - 1, ((1 << 26) - 1) << 26
COLOURS: Final = {Item.HEO_DEN: BLACK, Item.HEO_DO: RED}
ALL_HEO: Final = sum(HEO_BITS.values())
DECK_BITS: Final = BLACK | RED
COLOUR_OF: Final = {
    heo: COLOURS[colour] for colour, suited in UNSUITED.items() for heo in (colour, *suited)
}
PLAYED_AS_HANG: Final = frozenset(item for item, size in SIZES.items() if size > 1)


class NamedCards(NamedTuple):
    """What a round tells of its cards.

    ``named``: every heo and hàng by name, held or played; ``shown``: the cards of hands shown, as
    one mask; ``number``: how many these are, a card shown twice counted twice.
    """

    named: Sequence[Item]
    shown: int
    number: int


def one_deck_has_the_cards(facts: SharedFacts, rules: SharedRules) -> Iterator[Problem]:
    """All heo and hàng, played and held, come from one deck."""
    if not (facts.thoi or facts.chat or facts.toi_trang):
        return
    told, rule = cards_told(facts), rules.ids.cards
    problems = list(_check_cards(facts, told, rule))
    if facts.ba_bich_played:
        problems += _check_ba_bich(facts, rules.ids.ba_bich)
    yield from problems
    if not problems:
        yield from _check_hang(facts, told, rule)
        yield from _check_winner(facts, told, rules)


def cards_told(facts: SharedFacts) -> NamedCards:
    """Every card and item of the round, held or played."""
    named: list[Item] = []
    hands = [facts.toi_trang.hand] if facts.toi_trang and facts.toi_trang.hand else []
    for items, hand in facts.thoi.values():
        named += items
        if hand:
            hands.append(hand)
    for chain in facts.chat:
        for play in chain.plays:
            named += play.items
    shown = number = 0
    for cards in hands:
        shown |= mask_of(cards)
        number += len(cards)
    return NamedCards(named, shown, number)


def _check_cards(facts: SharedFacts, told: NamedCards, rule: str) -> Iterator[Problem]:
    """No card is there twice, and no more heo of a colour than there are."""
    named, mask, number = told
    suited = [HEO_BITS[item] for item in named if item in HEO_BITS]
    for bit in suited:
        mask |= bit
    if mask.bit_count() < number + len(suited):
        yield from _check_repeated(facts, rule)
        return
    for colour, row in COLOURS.items():
        unsuited = named.count(colour)
        if unsuited and (mask & row & ALL_HEO).bit_count() + unsuited > len(UNSUITED[colour]):
            yield from _too_many_heo(facts, colour, rule)


def _check_repeated(facts: SharedFacts, rule: str) -> Iterator[Problem]:
    seen: set[str] = set()
    for field, player, card in _uses(facts):
        code = str(card)
        if code in seen and (isinstance(card, Card) or card in HEO_BITS):
            yield Problem("same_card", field, _SAME_CARD, player, rule, {"card": Word(code)})
        seen.add(code)


def _too_many_heo(facts: SharedFacts, colour: Item, rule: str) -> Iterator[Problem]:
    of_colour = {colour.value, *(heo.value for heo in UNSUITED[colour])}
    uses = [(field, player) for field, player, card in _uses(facts) if str(card) in of_colour]
    for field, player in uses[len(UNSUITED[colour]) :]:
        args = {"heo": Word(colour), "found": len(uses)}
        yield Problem("too_many_heo", field, _TOO_MANY_HEO, player, rule, args)


def _uses(facts: SharedFacts) -> Uses:
    """Every card and item of the round with where it stands and whose it is."""
    won = facts.toi_trang
    for at, card in enumerate((won.hand if won else None) or ()):
        yield f"toi_trang.hand[{at}]", won.player if won else 0, card
    for number, chain in enumerate(facts.chat):
        for at, play in enumerate(chain.plays):
            for item in play.items:
                yield f"chat[{number}].plays[{at}].cards", play.player, item
    for seat, held in facts.thoi.items():
        yield from ((f"thoi.{seat}[{at}]", seat, item) for at, item in enumerate(held.items))
        hand = enumerate(held.hand or ())
        yield from ((f"thoi.{seat}.hand[{at}]", seat, card) for at, card in hand)


def _check_ba_bich(facts: SharedFacts, rule: str) -> Iterator[Problem]:
    """The 3♠ was played, so nobody holds it."""
    for seat, held in facts.thoi.items():
        if held.hand and BA_BICH in held.hand:
            field = f"thoi.{seat}.hand[{held.hand.index(BA_BICH)}]"
            yield Problem("ba_bich_held", field, _BA_BICH_HELD, seat, rule)


def _check_hang(facts: SharedFacts, told: NamedCards, rule: str) -> Iterator[Problem]:
    """There are ranks for all hàng named, beside the cards shown.

    A 3♠ that was played apart from all of them is gone; in a ván khởi đầu it may have been
    played in the first hàng of a chain.
    """
    named, shown, _ = told
    if PLAYED_AS_HANG.isdisjoint(named):
        return
    quads = named.count(Item.TU_QUY) + 2 * named.count(Item.HAI_TU_QUY)
    runs = tuple(sorted([PAIRS_IN_A_RUN[item] for item in named if item in PAIRS_IN_A_RUN]))
    need = Need(quads=quads, runs=runs)
    gone = shown | BA_BICH.bit if facts.ba_bich_played else shown
    if _fits_at_once(gone, need) or fits(_free_ranks(gone), need):
        return
    led = {chain.plays[0].items[0] for chain in facts.chat} & PLAYED_AS_HANG
    if not facts.opening or not any(_fits_led(_free_ranks(shown), need, hang) for hang in led):
        yield _no_ranks(facts, rule)


def _fits_at_once(shown: int, need: Need) -> bool:
    """Whether the hàng fit when each is simply put in the lowest place: most often they do."""
    shape = shape_of(shown)
    pairs, quads = RUN_ROW & ~shape.triples, RUN_ROW & ~shape.once
    for length in need.runs:
        starts = pairs
        for step in range(1, length):
            starts &= pairs >> step
        if not starts:
            return False
        run = (starts & -starts) * ((1 << length) - 1)
        pairs &= ~(run & ~quads)
        quads &= ~run
    return quads.bit_count() >= need.quads


def _fits_led(free: Free, need: Need, hang: Item) -> bool:
    """Whether all fit where ``hang`` holds the 3♠."""
    if hang is Item.TU_QUY:
        left = need._replace(quads=need.quads - 1)
        return free[0] == SUITED and fits((0, *free[1:]), left)
    length = PAIRS_IN_A_RUN.get(hang, 0)
    if not length or min(free[:length]) < 2:
        return False
    runs = list(need.runs)
    runs.remove(length)
    taken = tuple(number - 2 if at < length else number for at, number in enumerate(free))
    return fits(taken, need._replace(runs=tuple(runs)))


def _free_ranks(shown: int) -> Free:
    """How many cards of each rank from 3 to A are not among those shown."""
    rows = [shown >> 13 * suit & SUIT_ROW for suit in range(SUITED)]
    return tuple([SUITED - sum([row >> rank & 1 for row in rows]) for rank in range(RANKS)])


def _no_ranks(facts: SharedFacts, rule: str) -> Problem:
    hang = [(field, player) for field, player, use in _uses(facts) if use in PLAYED_AS_HANG]
    field, player = hang[-1]
    return Problem("hang_ranks", field, _NO_RANKS, player, rule)


TAKEN: Final[dict[Kind, Free]] = {
    Kind.SANH_RONG: (1,) * RANKS,
    Kind.TU_QUY_3: (4,) + (0,) * 11,
    Kind.BA_DOI_THONG_3_BICH: (2,) * 3 + (0,) * 9,
}
"""The cards of each rank that a kind surely takes."""


def _check_winner(facts: SharedFacts, told: NamedCards, rules: SharedRules) -> Iterator[Problem]:
    """A winner who only named his kind can hold it beside what the others hold."""
    won = facts.toi_trang
    if won is None or won.kind is None or won.hand is not None or not facts.thoi:
        return
    if not _can_hold(told, won.kind, rules.dong_mau_cards):
        field, args = "toi_trang.kind", {"kind": Word(won.kind)}
        yield Problem("kind_impossible", field, _KIND_IMPOSSIBLE, won.player, rules.ids.cards, args)


def _can_hold(told: NamedCards, kind: Kind, alike: int) -> bool:
    named, shown, _ = told
    free = tuple(
        number - taken
        for number, taken in zip(_free_ranks(shown), TAKEN.get(kind, (0,) * RANKS), strict=True)
    )
    heo_named = sum(item not in PLAYED_AS_HANG for item in named)
    heo = SUITED - heo_named - (shown & ALL_HEO).bit_count()
    if min(free) < 0 or (kind is Kind.TU_QUY_HEO and heo < SUITED):
        return False
    if kind is Kind.BA_DOI_THONG_3_BICH and shown & BA_BICH.bit:
        return False
    need = _with_winner(kind, heo, named)
    if kind is Kind.DONG_MAU:
        return any(_room_in(told, colour, free, need) >= alike for colour in (BLACK, RED))
    return fits(free, need)


def _with_winner(kind: Kind, heo: int, named: Sequence[Item]) -> Need:
    """What the others named and the winner's kind need, as far as his 2s do not make it."""
    runs = [PAIRS_IN_A_RUN[item] for item in named if item in PAIRS_IN_A_RUN]
    runs += {Kind.NAM_DOI_THONG: [5], Kind.SAU_DOI_THONG: [6]}.get(kind, [])
    quads = 2 - heo // 4 if kind is Kind.HAI_TU_QUY else 0
    return Need(
        quads=named.count(Item.TU_QUY) + quads,
        triples=4 - (heo > 2) if kind is Kind.BON_SAM else 0,
        pairs=6 - heo // 2 if kind is Kind.SAU_DOI else 0,
        runs=tuple(sorted(runs)),
    )


def _room_in(told: NamedCards, colour: int, free: Free, need: Need) -> int:
    """How many cards of a colour are left for the winner at most."""
    others = DECK_BITS & ~colour
    shown = told.shown
    rows = [(others & ~shown) >> 13 * suit & SUIT_ROW for suit in range(SUITED)]
    cheap = tuple([sum([row >> rank & 1 for row in rows]) for rank in range(RANKS)])
    taken = least_dear(free, cheap, need)
    heo = [COLOUR_OF[item] for item in told.named if item in COLOUR_OF]
    left = (colour & ~shown).bit_count() - heo.count(colour)
    return -1 if taken is None else left - taken


_SAME_CARD = Text(
    "Lá {card} xuất hiện hai lần trong ván này.", "The {card} appears twice in this round."
)
_TOO_MANY_HEO = Text(
    "Cả bộ bài chỉ có hai {heo}, ván này ghi {found}.",
    "A deck has only two of {heo}, this round has {found}.",
)
_BA_BICH_HELD = Text(
    "Lá 3♠ đã được đánh ra, {player} không thể còn cầm.",
    "The 3♠ has been played, so {player} cannot still hold it.",
)
_NO_RANKS = Text(
    "Một bộ bài không đủ lá cho chừng này hàng.", "One deck has not the ranks for so many hàng."
)
_KIND_IMPOSSIBLE = Text(
    "{player} không thể có {kind} khi những người khác cầm các lá đã ghi.",
    "{player} cannot hold {kind} beside what the others hold.",
)
