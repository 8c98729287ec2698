"""What both Tiến lên games pay for: chains of chops, tới trắng, heo and hàng held."""

from collections.abc import Iterable, Mapping, Set
from itertools import pairwise

from scoring.common.den_lang import paid_by
from scoring.common.transfers import Part, Reason, Transfer, Transfers, pay
from scoring.thirteen.cards import BA_BICH, IMPLIED, Item, Kind, found_items, kinds_held
from scoring.thirteen.facts import NOTHING, Chain, ChainPlay, Held, SharedFacts, ToiTrang
from scoring.thirteen.rules import SharedRules

Prices = Mapping[Item, int]


def settle_chains(facts: SharedFacts, rules: SharedRules) -> Transfers:
    """Every chain by itself."""
    for chain in facts.chat:
        yield from (_each if rules.chat_each else _whole)(chain, rules)


def _whole(chain: Chain, rules: SharedRules) -> Iterable[Transfer]:
    """The last chopped pays the last chopper for the whole chain.

    Where he went out with that play the whole chain is void.
    """
    if chain.victim_went_out and rules.chat_void_if_out:
        return ()
    links = enumerate(pairwise(chain.plays))
    parts = [part for at, link in links for part in _parts(*link, at, chain.victim, rules)]
    doubled = rules.chat_doubling and len(chain.plays) > 2
    rule = rules.ids.pays_double if doubled else rules.ids.pays_chain
    return pay(chain.victim, chain.chopper, Reason.CHAT, rule, parts, rules.grain)


def _each(chain: Chain, rules: SharedRules) -> Transfers:
    """Each chopped pays his own chopper; the last chop is void where its victim went out."""
    links = list(pairwise(chain.plays))
    if chain.victim_went_out and rules.chat_void_if_out:
        links.pop()
    for at, (play, after) in enumerate(links):
        parts = _parts(play, after, at, play.player, rules)
        rule = rules.ids.pays_double if rules.chat_doubling and at else rules.ids.pays_each_chop
        yield from pay(play.player, after.player, Reason.CHAT, rule, parts, rules.grain)


def _parts(
    play: ChainPlay, after: ChainPlay, at: int, payer: int, rules: SharedRules
) -> list[Part]:
    """What ``after`` costs for chopping ``play`` as the chop number ``at`` of its chain."""
    player = None if play.player == payer else play.player
    times = 2**at if rules.chat_doubling and at else None
    return [
        Part(what, units * (times or 1), player=player, by=after.play, times=times)
        for what, units in rules.chop_prices(play, after.play)
    ]


def settle_toi_trang(
    facts: SharedFacts, rules: SharedRules, usual: Part, dem_heo: bool
) -> Transfers:
    """Each other pays the winner what is ``usual`` or what his kind costs.

    With ``dem_heo`` heo and hàng held are paid too.
    """
    won = facts.toi_trang
    assert won is not None
    kind = priced_kind(won, rules, usual.units)
    parts = (usual if kind is None else Part(kind, rules.kind_prices[kind]),)
    rule = rules.ids.pays_toi_trang if kind is None else rules.ids.pays_kind
    for seat in facts.players:
        if seat == won.player:
            continue
        yield from pay(seat, won.player, Reason.TOI_TRANG, rule, parts, rules.grain)
        if dem_heo:
            heo = items_priced(facts.thoi.get(seat, NOTHING), rules, rules.prices)
            yield from pay(seat, won.player, Reason.THOI, rules.ids.pays_dem_heo, heo, rules.grain)


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


def items_priced(
    held: Held, rules: SharedRules, prices: Prices, player: int | None = None
) -> list[Part]:
    """The heo and hàng held, as named or as found in the cards."""
    items = held.items if held.hand is None else found_items(held.hand, rules.group_prices)
    return [Part(item, prices[item], player=player) for item in items if item in prices]


def held_parts(
    held: Held, left: int, rules: SharedRules, prices: Prices, player: int | None = None
) -> list[Part]:
    """The heo and hàng held, and the 3♠ where it counts among ``left`` cards."""
    parts = items_priced(held, rules, prices, player)
    if rules.ba_bich and held.has_ba_bich and (rules.ba_bich_if != "alone" or left == 1):
        parts.append(Part(BA_BICH.code, rules.ba_bich, player=player))
    return parts


def with_den_lang(
    transfers: tuple[Transfer, ...], facts: SharedFacts, rules: SharedRules
) -> tuple[Transfer, ...]:
    """What is paid where one pays the winner for everybody, and that is played here."""
    if not rules.den_lang or facts.den is None or facts.first is None:
        return transfers
    return paid_by(facts.den, facts.first, transfers, rules.ids.den_lang)
