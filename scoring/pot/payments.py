"""The pot beside what a game pays: who takes it, and what is in it for the next round."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import replace
from math import lcm
from typing import Any

from scoring.common.errors import Problems
from scoring.common.rule_set import RuleSet
from scoring.common.settings import Values, read_settings
from scoring.common.text import read_words
from scoring.common.transfers import (
    JSONObject,
    Outcome,
    Part,
    Reason,
    Transfer,
    in_largest_units,
    net,
    pay,
)
from scoring.pot import checks
from scoring.pot.facts import PotFacts, pot_as_told, start
from scoring.pot.rules import GRAIN, PotRules, pot_rules

Shares = Mapping[int, Sequence[Part]]
"""What each has in the pot, in 1/10,000 cược."""

Event = Callable[[Any, Any], int | None]
"""Who takes the pot by what happened in a round, of its facts and the rules in force."""

PutIn = Callable[[Any, Any], Iterable[tuple[int, Part]]]
"""Who else puts in what by what happened in a round, in 1/10,000 cược."""


def nothing(facts: PotFacts, rules: PotRules) -> Iterable[tuple[int, Part]]:
    """A game in which nothing else goes into the pot."""
    return ()


def with_pot(game: RuleSet, event: Event, put_in: PutIn = nothing) -> RuleSet:
    """The game with a pot that the ``event`` takes, and its settings, checks and words."""

    def settle(facts: Any, rules: Any) -> Outcome:
        outcome: Outcome = game.settle(facts, rules)
        if not rules.ga:
            return outcome
        shares = _shares(facts, rules, put_in(facts, rules))
        taker = facts.pot_winner if facts.pot_winner is not None else event(facts, rules)
        return _stays(outcome, shares) if taker is None else _taken(outcome, shares, taker)

    def check(facts: Any, rules: Any) -> Problems:
        yield from checks.the_table_plays_with_a_pot(facts, rules)
        if rules.ga and facts.pot_winner is not None:
            yield from checks.the_event_says_who_takes_it(facts, event(facts, rules))

    def began(facts: Any) -> JSONObject:
        return (game.start(facts) if game.start else {}) | start(facts)

    def make_rules(values: Values) -> Any:
        return replace(game.make_rules(values), **pot_rules(values))

    return replace(
        game,
        make_rules=make_rules,
        settings=(*game.settings, *read_settings(__package__)),
        words={**game.words, **read_words(__package__)},
        checks=(*game.checks, check),
        settle=settle,
        start=began,
        remembers=lambda rules: bool(rules.ga),
        summed=("pot",),
        parts=(*game.parts, __package__),
    )


def _shares(facts: PotFacts, rules: PotRules, more: Iterable[tuple[int, Part]]) -> Shares:
    """What each has in the pot with this round's share, line by line (GA-1, GA-2)."""
    before = [(seat, Part("trong_ga", units)) for seat, units in sorted(facts.pot.items())]
    each_round = [(seat, Part("ga_moi_van", rules.ga_moi_van)) for seat in facts.players]
    shares: dict[int, list[Part]] = {seat: [] for seat in facts.players}
    for seat, part in (*before, *each_round, *more):
        if part.units:
            shares.setdefault(seat, []).append(part)
    return {seat: parts for seat, parts in shares.items() if parts}


def _stays(outcome: Outcome, shares: Shares) -> Outcome:
    """Nobody took it: the next round starts with all that is in it (GA-5)."""
    pot = {seat: sum([part.units for part in parts]) for seat, parts in shares.items()}
    return outcome._replace(next={**outcome.next, "pot": pot_as_told(pot)} if pot else outcome.next)


def _taken(outcome: Outcome, shares: Shares, taker: int) -> Outcome:
    """Each other pays the taker what he has in (GA-4)."""
    paid: list[Transfer] = []
    for seat, parts in shares.items():
        if seat != taker:
            paid += pay(seat, taker, Reason.GA, "GA-4", parts, GRAIN)
    divided, grain = in_largest_units(paid, GRAIN)
    common = lcm(outcome.grain, grain)
    own = {seat: units * (common // outcome.grain) for seat, units in outcome.net.items()}
    sums = net({**own, **dict.fromkeys(each.payer for each in divided)}, divided)
    total = {seat: own.get(seat, 0) + units * (common // grain) for seat, units in sums.items()}
    # Parts may need a finer grain than their sum: ½ cược and ½ cược are 1.
    return outcome._replace(transfers=(*outcome.transfers, *paid), grain=common, net=total)
