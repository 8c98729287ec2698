"""What both banker games pay: cái and con, either way, and side bets."""

from collections.abc import Iterable

from scoring.banker.facts import HUNDREDTHS, BankerFacts, handed_on
from scoring.banker.rules import FACTOR_PLACES, WON, BankerRules
from scoring.common.transfers import (
    Outcome,
    Part,
    Reason,
    Transfer,
    Transfers,
    in_largest_units,
    net,
    pay,
)

FACTOR = 10**FACTOR_PLACES
GRAIN = HUNDREDTHS * FACTOR
"""Any stake with any factor is a whole number of these; a round is told in larger ones."""


def pay_stake(
    payer: int, payee: int, stake: int, reason: Reason, rule: str, what: str, factor: int = FACTOR
) -> Iterable[Transfer]:
    """One stake, multiplied by the factor of the hand."""
    times = factor // FACTOR if factor % FACTOR == 0 and factor != FACTOR else None
    return pay(payer, payee, reason, rule, (Part(what, stake * factor, times=times),), GRAIN)


def pay_con(
    facts: BankerFacts, rules: BankerRules, con: int, won: bool, hand: str, payer: int | None = None
) -> Iterable[Transfer]:
    """The banker pays the con who won, or the other way round, by the winner's hand.

    A ``payer`` pays him in the banker's place.
    """
    banker, reason = facts.banker, Reason.CON if payer is None else Reason.DEN
    assert banker is not None
    loser, winner = (payer or banker, con) if won else (con, banker)
    what = Reason.CON if hand == WON else rules.codes.get(hand, hand)
    rule = rules.ids.pays[hand]
    return pay_stake(loser, winner, facts.stake(con), reason, rule, what, rules.factors[hand])


def outcome(
    facts: BankerFacts, rules: BankerRules, own: Iterable[Transfer], taken_over: int | None
) -> Outcome:
    """The outcome of the game's own transfers; ``taken_over`` by whom, where the table plays so."""
    order = facts.players.index
    own = sorted(own, key=lambda each: (order(each.payer), order(each.payee)))
    transfers, grain = in_largest_units((*own, *_side(facts, rules)), GRAIN)
    return Outcome(
        transfers=transfers,
        grain=grain,
        net=net(facts.players, transfers),
        next=handed_on(facts, _next_banker(facts, rules, taken_over)),
    )


def _side(facts: BankerFacts, rules: BankerRules) -> Transfers:
    """Side bets are paid whatever else happens."""
    for winner, loser, units in facts.side:
        assert winner is not None
        assert loser is not None
        yield from pay_stake(loser, winner, units, Reason.SIDE, rules.ids.side, Reason.SIDE)


def _next_banker(facts: BankerFacts, rules: BankerRules, taken_over: int | None) -> int | None:
    """Who is the banker of the next round, as the table plays it."""
    if rules.doi_cai == "rotate" and facts.banker is not None:
        after = facts.players.index(facts.banker) + 1
        return facts.players[after % len(facts.players)]
    return facts.banker if rules.doi_cai == "stays" or taken_over is None else taken_over
