"""Tiến lên by cards left: facts and rules in, who pays whom out."""

from collections.abc import Iterable
from itertools import chain

from scoring.common.cards import HAND_SIZE
from scoring.common.transfers import (
    Outcome,
    Part,
    Reason,
    Transfer,
    Transfers,
    net,
    pay,
    split,
    tell,
)
from scoring.dem_la.facts import DemLaFacts, pays_flat
from scoring.dem_la.rules import DemLaRules
from scoring.thirteen import payments
from scoring.thirteen.cards import BA_BICH, COLOURED_HEO, LONG_RUNS, Kind
from scoring.thirteen.checks import warn_of_the_leader


def settle(facts: DemLaFacts, rules: DemLaRules) -> Outcome:
    """The outcome of facts that were checked."""
    if facts.toi_trang:
        scored: Iterable[Transfer] = _toi_trang(facts, rules)
    elif facts.ve_hai:
        scored = chain(payments.settle_ve_hai(facts, rules), payments.settle_chains(facts, rules))
    else:
        scored = chain(_left_in_hand(facts, rules), payments.settle_chains(facts, rules))
    paid, unpaid = split(scored)
    transfers = payments.with_den_lang(paid, facts, rules)
    winner_leads = rules.next_leader == "winner" and facts.winner is not None
    return Outcome(
        transfers=transfers,
        grain=rules.grain,
        net=net(facts.players, transfers),
        next_leader=facts.winner if winner_leads else None,
        opening=not winner_leads,
        warnings=tuple(warn_of_the_leader(facts, rules, Kind)),
        unpaid=unpaid,
    )


def _left_in_hand(facts: DemLaFacts, rules: DemLaRules) -> Iterable[Transfer]:
    """Losers pay the winner for cards left, and for heo and hàng among them (DL-23)."""
    if pays_flat(facts, rules):
        return _flat(facts, rules)
    dut = facts.dut_ba_bich and rules.dut_ba_bich
    cards, thoi = _cards(facts, rules, dut), _thoi(facts, rules, dut)
    if rules.thoi_beside_cards == "both":
        return chain(cards, thoi)
    return _one_of_both(facts, rules, cards, thoi)


def _flat(facts: DemLaFacts, rules: DemLaRules) -> Transfers:
    """Each loser pays the winner the same for a đút 3 bích, and nothing he holds counts (DL-34)."""
    assert facts.winner is not None
    for seat in facts.losers:
        parts = [Part(Reason.DUT_BA_BICH, rules.dut_flat)]
        yield from pay(seat, facts.winner, Reason.DUT_BA_BICH, "DL-34", parts, rules.grain)
    for seat, holding in facts.thoi.items():
        parts = payments.held_parts(holding, facts.left.get(seat, 0), rules, rules.dut_prices)
        yield from tell(seat, facts.winner, Reason.THOI, "DL-34", parts, rules.grain, False)


COUNTED = {
    (False, False): (Reason.CARDS, "DL-23"),
    (True, False): (Reason.CONG, "DL-10"),
    (False, True): (Reason.DUT_BA_BICH, "DL-20"),
    (True, True): (Reason.CONG, "DL-20"),
}
"""Why cards left are paid, by (cóng, đút 3 bích)."""


def _cards(facts: DemLaFacts, rules: DemLaRules, dut: bool) -> Transfers:
    """Each loser pays the winner for every card left."""
    assert facts.winner is not None
    for seat in facts.losers:
        left = facts.left[seat]
        case = left == HAND_SIZE, dut
        reason, rule = COUNTED[case]
        each = rules.card[case]
        parts = [Part("cards", left * each, number=left, each=each)]
        yield from pay(seat, facts.winner, reason, rule, parts, rules.grain)


def _thoi(facts: DemLaFacts, rules: DemLaRules, dut: bool) -> Transfers:
    """Losers pay the winner for heo and hàng left (DL-23, DL-21), and for the 3♠ (DL-30)."""
    assert facts.winner is not None
    prices = rules.dut_prices if dut else rules.prices
    for seat, holding in facts.thoi.items():
        left = facts.left.get(seat, 0)
        counts = rules.thoi_by == "losers" or left == max(facts.left.values())
        parts = payments.held_parts(holding, left, rules, prices)
        priced = payments.priced_by(parts, rules, _price_rule(parts, dut))
        rule = priced if counts else "DL-16"
        yield from tell(seat, facts.winner, Reason.THOI, rule, parts, rules.grain, counts)


def _price_rule(parts: list[Part], dut: bool) -> str:
    """The sentence with the price of the first item: hàng cost the same in both cases."""
    first = parts[0].what if parts else ""
    if first in COLOURED_HEO:
        return "DL-21" if dut else "DL-17"
    if first in LONG_RUNS:
        return "DL-33"
    return "DL-30" if first == BA_BICH.code else "DL-18"


def _one_of_both(
    facts: DemLaFacts, rules: DemLaRules, cards: Transfers, thoi: Transfers
) -> Transfers:
    """Who owes both and is not cóng pays for heo and hàng alone, or for the dearer (DL-29)."""
    by_payer = {transfer.payer: transfer for transfer in thoi}
    for left in cards:
        paid = by_payer.get(left.payer)
        if paid is None or not paid.units or left.payer in facts.cong:
            yield left
            continue
        left, paid = left._replace(rule="DL-29"), paid._replace(rule="DL-29")
        by_cards = rules.thoi_beside_cards == "dearer" and left.units > paid.units
        yield left if by_cards else left.for_nothing()
        by_payer[left.payer] = paid.for_nothing() if by_cards else paid
    yield from by_payer.values()


def _toi_trang(facts: DemLaFacts, rules: DemLaRules) -> Transfers:
    """Each other pays the winner 13 cards (DL-24) or what his kind costs (DL-27).

    Heo and hàng are counted only with đếm heo (DL-28).
    """
    won, each = facts.toi_trang, rules.toi_trang_card
    what = (won and won.kind) or Reason.TOI_TRANG
    usual = Part(what, HAND_SIZE * each, number=HAND_SIZE, each=each)
    return payments.settle_toi_trang(facts, rules, usual, rules.dem_heo)
