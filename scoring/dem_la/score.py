"""Tiến lên by cards left: facts and rules in, who pays whom out."""

from collections.abc import Iterator
from functools import lru_cache

from scoring.cards import HAND_SIZE
from scoring.dem_la.facts import DemLaFacts
from scoring.dem_la.rules import DemLaRules
from scoring.tien_len_cards import COLOURED_HEO, Item, found_items
from scoring.tien_len_facts import NOTHING, Chain
from scoring.transfers import Outcome, Part, Reason, Transfer, net, pay


def settle(facts: DemLaFacts, rules: DemLaRules) -> Outcome:
    """The outcome of facts that were checked."""
    steps = (_toi_trang,) if facts.toi_trang else (_cards, _thoi, _chat)
    transfers = tuple([transfer for step in steps for transfer in step(facts, rules)])
    winner_leads = rules.winner_leads and facts.toi_trang is None
    return Outcome(
        transfers=transfers,
        grain=rules.grain,
        net=net(facts.players, transfers),
        next_leader=facts.winner if winner_leads else None,
        opening=not winner_leads,
    )


COUNTED = {
    (False, False): (Reason.CARDS, "DL-23"),
    (True, False): (Reason.CONG, "DL-10"),
    (False, True): (Reason.DUT_BA_BICH, "DL-20"),
    (True, True): (Reason.CONG, "DL-20"),
}
"""Why cards left are paid, by (cóng, đút 3 bích)."""


def _cards(facts: DemLaFacts, rules: DemLaRules) -> Iterator[Transfer]:
    """Each loser pays the winner for every card left."""
    assert facts.winner is not None
    for seat in facts.losers:
        left = facts.left[seat]
        case = left == HAND_SIZE, facts.dut_ba_bich
        reason, rule = COUNTED[case]
        parts = _counted(left, rules.card[case])
        yield from pay(seat, facts.winner, reason, rule, parts, rules.grain)


@lru_cache(maxsize=1024)
def _counted(left: int, each: int) -> tuple[Part]:
    return (Part("cards", left * each, number=left, each=each),)


def _thoi(facts: DemLaFacts, rules: DemLaRules) -> Iterator[Transfer]:
    """Losers pay the winner for heo and hàng left, on top of the cards (DL-23, DL-21)."""
    assert facts.winner is not None
    prices = rules.dut_prices if facts.dut_ba_bich else rules.prices
    for seat in facts.thoi:
        if rules.thoi_by_most_cards and not _has_most_cards(facts, seat):
            continue
        parts = [Part(item, prices[item]) for item in _held(facts, rules, seat)]
        rule = _price_rule(parts, facts.dut_ba_bich)
        yield from pay(seat, facts.winner, Reason.THOI, rule, parts, rules.grain)


def _price_rule(parts: list[Part], dut_ba_bich: bool) -> str:
    """The sentence with the price of the first item: hàng cost the same in both cases."""
    if not parts or parts[0].what not in COLOURED_HEO:
        return "DL-18"
    return "DL-21" if dut_ba_bich else "DL-17"


def _has_most_cards(facts: DemLaFacts, seat: int) -> bool:
    return facts.left.get(seat) == max(facts.left.values())


def _held(facts: DemLaFacts, rules: DemLaRules, seat: int) -> tuple[Item, ...]:
    held = facts.thoi.get(seat, NOTHING)
    return held.items if held.hand is None else found_items(held.hand, rules.group_prices)


def _chat(facts: DemLaFacts, rules: DemLaRules) -> Iterator[Transfer]:
    """The last chopped pays the last chopper for the whole chain (DL-19)."""
    for chain in facts.chat:
        if chain.victim_went_out and rules.chat_void_if_out:
            continue
        parts = _chain_parts(chain, rules)
        yield from pay(chain.victim, chain.chopper, Reason.CHAT, "DL-19", parts, rules.grain)


def _chain_parts(chain: Chain, rules: DemLaRules) -> list[Part]:
    parts = []
    for play, after in zip(chain.plays, chain.plays[1:], strict=False):
        what = play.items[0] if len(play.items) == 1 else play.play
        player = None if play.player == chain.victim else play.player
        price = rules.chops[after.play, play.play]
        parts.append(Part(what, price, player=player, by=after.play))
    return parts


def _toi_trang(facts: DemLaFacts, rules: DemLaRules) -> Iterator[Transfer]:
    """Each other pays the winner 13 cards, heo and hàng never counted (DL-24)."""
    won = facts.toi_trang
    assert won is not None
    each = rules.toi_trang_card
    parts = (Part(won.kind or Reason.TOI_TRANG, HAND_SIZE * each, number=HAND_SIZE, each=each),)
    for seat in facts.players:
        if seat != won.player:
            yield from pay(seat, won.player, Reason.TOI_TRANG, "DL-24", parts, rules.grain)
