"""What both Tiến lên games pay for: chains of chops, tới trắng, the 3♠ held."""

from collections.abc import Callable, Iterable, Iterator, Sequence, Set
from dataclasses import dataclass
from itertools import pairwise

from scoring.common.transfers import Part, Reason, Transfer, pay
from scoring.thirteen.cards import BA_BICH, IMPLIED, Item, Kind, found_items, kinds_held
from scoring.thirteen.facts import Chain, ChainPlay, Held, ToiTrang
from scoring.thirteen.rules import SharedRules

Prices = Callable[[ChainPlay, ChainPlay], Sequence[tuple[str, int]]]
"""What one chop costs: each thing that was chopped with its price."""


@dataclass(frozen=True, slots=True)
class ChainIds:
    """The sentences of a game: the last pays for all, each pays for himself, doubling."""

    whole: str
    each: str
    doubling: str


def settle_chain(
    chain: Chain, rules: SharedRules, prices: Prices, ids: ChainIds
) -> Iterable[Transfer]:
    """The last chopped pays the last chopper for the whole chain, or each chopped his own chopper.

    Where the last chopped went out with that play the whole chain is void, or that last chop.
    """
    if rules.chat_each:
        return _each(chain, rules, prices, ids)
    if chain.victim_went_out and rules.chat_void_if_out:
        return ()
    parts = [
        part
        for at, (play, after) in enumerate(pairwise(chain.plays))
        for part in _parts(play, after, at, chain.victim, rules, prices)
    ]
    rule = ids.doubling if rules.chat_doubling and len(chain.plays) > 2 else ids.whole
    return pay(chain.victim, chain.chopper, Reason.CHAT, rule, parts, rules.grain)


def _each(chain: Chain, rules: SharedRules, prices: Prices, ids: ChainIds) -> Iterator[Transfer]:
    links = list(pairwise(chain.plays))
    if chain.victim_went_out and rules.chat_void_if_out:
        links.pop()
    for at, (play, after) in enumerate(links):
        parts = _parts(play, after, at, play.player, rules, prices)
        rule = ids.doubling if rules.chat_doubling and at else ids.each
        yield from pay(play.player, after.player, Reason.CHAT, rule, parts, rules.grain)


def _parts(
    play: ChainPlay, after: ChainPlay, at: int, payer: int, rules: SharedRules, prices: Prices
) -> list[Part]:
    """What ``after`` costs for chopping ``play`` as the chop number ``at`` of its chain."""
    player = None if play.player == payer else play.player
    if not rules.chat_doubling or not at:
        return [Part(w, units, player=player, by=after.play) for w, units in prices(play, after)]
    times = 2**at
    return [
        Part(what, units * times, player=player, by=after.play, times=times)
        for what, units in prices(play, after)
    ]


def kinds_shown(won: ToiTrang, alike: int) -> Set[Kind]:
    """Every kind that the winner surely holds, by his cards or by the kind he named."""
    if won.hand is not None:
        return kinds_held(won.hand, alike)
    return frozenset((won.kind, *IMPLIED.get(won.kind, ()))) if won.kind else frozenset()


def priced_kind(won: ToiTrang, rules: SharedRules, usual: int) -> Kind | None:
    """The kind whose own amount is paid: of all that the winner shows, the dearest counts.

    None where that one pays what is ``usual``. Of equal amounts the kind he named counts.
    """
    if not rules.kind_prices:
        return None
    shown = kinds_shown(won, rules.dong_mau_cards) & rules.kinds
    dearest = max(
        [kind for kind in Kind if kind in shown],
        key=lambda kind: (rules.kind_prices.get(kind, usual), kind is won.kind),
        default=None,
    )
    return dearest if dearest in rules.kind_prices else None


def items_held(held: Held, rules: SharedRules) -> tuple[Item, ...]:
    """The heo and hàng held, as named or as found in the cards."""
    return held.items if held.hand is None else found_items(held.hand, rules.group_prices)


def ba_bich_parts(held: Held, rules: SharedRules, player: int | None = None) -> tuple[Part, ...]:
    """The 3♠ as one more thing held, where it counts; only cards that were shown can have it."""
    hand = held.hand
    if not rules.ba_bich or not hand or BA_BICH not in hand:
        return ()
    if rules.ba_bich_alone and len(hand) > 1:
        return ()
    return (Part(BA_BICH.code, rules.ba_bich, player=player),)
