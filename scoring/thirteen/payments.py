"""What both Tiến lên games pay for: chains of chops, tới trắng, heo and hàng held."""

from collections.abc import Iterable, Mapping, Set
from itertools import pairwise

from scoring.common.den_lang import paid_by
from scoring.common.transfers import Part, Reason, Transfer, Transfers, pay, tell
from scoring.thirteen.cards import BA_BICH, IMPLIED, Item, Kind, found_items, kinds_held
from scoring.thirteen.facts import NOTHING, Chain, ChainPlay, Holding, SharedFacts, ToiTrang
from scoring.thirteen.rules import SharedRules

Prices = Mapping[Item, int]


def settle_chains(facts: SharedFacts, rules: SharedRules) -> Transfers:
    """Every chain by itself; none is void after a về hai, which is no win."""
    may_be_void = rules.chat_void_if_out and facts.ve_hai is None
    for chain in facts.chat:
        void = may_be_void and chain.victim_went_out
        yield from (_each if rules.chat_each else _whole)(chain, rules, void)


def _whole(chain: Chain, rules: SharedRules, void: bool) -> Iterable[Transfer]:
    """The last chopped pays the last chopper for the whole chain.

    Where he went out with that play the whole chain is void.
    """
    links = enumerate(pairwise(chain.plays))
    parts = [part for at, link in links for part in _parts(*link, at, chain.victim, rules)]
    doubled = rules.chat_doubling and len(chain.plays) > 2
    rule = rules.ids.pays_double if doubled else rules.ids.pays_chain
    chopped, chopper = chain.plays[-2:]
    return _chop(chopped, chopper, rule, parts, rules, void)


def _each(chain: Chain, rules: SharedRules, void: bool) -> Transfers:
    """Each chopped pays his own chopper; the last chop is void where its victim went out."""
    links = list(pairwise(chain.plays))
    for at, (play, after) in enumerate(links, 1):
        parts = _parts(play, after, at - 1, play.player, rules)
        doubled = rules.chat_doubling and at > 1
        rule = rules.ids.pays_double if doubled else rules.ids.pays_each_chop
        yield from _chop(play, after, rule, parts, rules, void and at == len(links))


def _chop(
    play: ChainPlay, after: ChainPlay, rule: str, parts: list[Part], rules: SharedRules, void: bool
) -> Iterable[Transfer]:
    rule = rules.ids.went_out if void else rule
    return tell(play.player, after.player, Reason.CHAT, rule, parts, rules.grain, not void)


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

    With ``dem_heo`` heo and hàng held are paid too; else they are told and pay nothing.
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
        holding = facts.thoi.get(seat, NOTHING)
        heo = items_priced(holding, rules, rules.prices)
        why = rules.ids.pays_dem_heo if dem_heo else rules.ids.no_dem_heo
        yield from tell(seat, won.player, Reason.THOI, why, heo, rules.grain, dem_heo)


def settle_ve_hai(facts: SharedFacts, rules: SharedRules) -> Transfers:
    """Who ended the round on 2s pays each other for each of them."""
    ended = facts.ve_hai
    assert ended is not None
    units = ended.count * rules.ve_hai_units
    parts = (Part(Reason.VE_HAI, units, number=ended.count, each=rules.ve_hai_units),)
    for seat in facts.players:
        if seat != ended.player:
            payee, rule = seat, rules.ids.ve_hai
            yield from pay(ended.player, payee, Reason.VE_HAI, rule, parts, rules.grain)


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
    holding: Holding, rules: SharedRules, prices: Prices, player: int | None = None
) -> list[Part]:
    """The heo and hàng held, as named or as found in the cards."""
    items = holding.items if holding.hand is None else found_items(holding.hand, rules.group_prices)
    named = [item for item in items if item is not Item.BA_BICH]
    return [Part(item, prices.get(item, 0), player=player) for item in named]


def held_parts(
    holding: Holding, left: int, rules: SharedRules, prices: Prices, player: int | None = None
) -> list[Part]:
    """The heo and hàng held, and the 3♠ where it counts among ``left`` cards."""
    parts = items_priced(holding, rules, prices, player)
    counts = rules.ba_bich_if != "alone" or left == 1
    if rules.ba_bich and (Item.BA_BICH in holding.items or (counts and holding.has_ba_bich)):
        parts.append(Part(BA_BICH.code, rules.ba_bich if counts else 0, player=player))
    return parts


def priced_by(parts: Iterable[Part], rules: SharedRules, usual: str) -> str:
    """The sentence that the price of these comes from, or that đôi thông are no hàng here."""
    no_hang = not rules.doi_thong and not any(part.units for part in parts)
    return rules.ids.doi_thong if no_hang else usual


def with_den_lang(
    transfers: tuple[Transfer, ...], facts: SharedFacts, rules: SharedRules
) -> tuple[Transfer, ...]:
    """What is paid where one pays the winner for everybody, and that is played here."""
    if not rules.den_lang or facts.den is None or facts.first is None:
        return transfers
    return paid_by(facts.den, facts.first, transfers, rules.ids.den_lang)


def takes_pot(facts: SharedFacts, rules: SharedRules) -> int | None:
    """Who won before any play (GA-3)."""
    return facts.toi_trang.player if facts.toi_trang else None
