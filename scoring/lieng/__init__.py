"""Liêng: the winner is paid what each of the others put in."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from math import lcm
from typing import Final

from scoring.common.errors import Amount, Problems
from scoring.common.exact_numbers import ExactNumber
from scoring.common.problem_texts import read_problems
from scoring.common.reading import SEAT, by_seat, facts, read_facts
from scoring.common.rule_set import RuleSet, read_examples
from scoring.common.settings import MOST_UNITS, Values, read_settings
from scoring.common.text import Text
from scoring.common.transfers import (
    Outcome,
    Part,
    Reason,
    Seats,
    Transfer,
    in_largest_units,
    net,
    pay,
)

HUNDREDTHS: Final = 100
"""What is put in has at most two decimals, so all of it is whole hundredths."""

PLAYERS: Final = range(2, 9)
PAID: Final = ExactNumber(places=2, least=0, most=MOST_UNITS)
problem = read_problems(__package__)


@dataclass(frozen=True, slots=True)
class LiengRules:
    """``least`` is the ante, in 1/``grain`` cược."""

    grain: int
    least: int


@dataclass(frozen=True, slots=True, kw_only=True)
class LiengFacts:
    """One round; ``paid`` as told, in hundredths, by seat."""

    players: Seats
    winner: int | None = None
    paid: Mapping[int, int] = field(default_factory=dict)


FACTS = facts(
    "A round of Liêng",
    PLAYERS,
    winner=SEAT.described("who takes all"),
    paid=by_seat(
        PAID.counting(Text("số cược", "an amount")),
        "what was put in, at most two decimals; the ante where it is left out",
    ),
)


def make_rules(values: Values) -> LiengRules:
    """The rules of these values."""
    return LiengRules(**values.named_as(LiengRules))


def read(raw: Mapping[str, object], rules: LiengRules) -> LiengFacts:
    """The facts as typed values; raises FactsError with all that cannot be read."""
    return LiengFacts(**read_facts(FACTS, raw))


def check(facts: LiengFacts, rules: LiengRules) -> Problems:
    """Somebody won, and nobody put in less than the ante."""
    if facts.winner is None:
        yield problem("missing.winner", "winner")
    for seat, paid in facts.paid.items():
        if paid * rules.grain < rules.least * HUNDREDTHS:
            yield problem(
                "paid",
                f"paid.{seat}",
                seat,
                found=Amount(paid, HUNDREDTHS),
                least=Amount(rules.least, rules.grain),
            )


def settle(facts: LiengFacts, rules: LiengRules) -> Outcome:
    """The outcome of facts that were checked; a cược is divided as far as the amounts need."""
    assert facts.winner is not None
    fine = lcm(rules.grain, HUNDREDTHS)
    ante = rules.least * fine // rules.grain
    paid = {seat: ante for seat in facts.players if seat != facts.winner}
    paid |= {s: each * fine // HUNDREDTHS for s, each in facts.paid.items() if s in paid}
    exact: list[Transfer] = []
    for seat, units in paid.items():
        rule, parts = "LI-3" if seat in facts.paid else "LI-2", [Part(Reason.POINTS, units)]
        exact += pay(seat, facts.winner, Reason.POINTS, rule, parts, fine)
    transfers, grain = in_largest_units(exact, fine)
    return Outcome(transfers, grain, net(facts.players, transfers))


RULE_SET = RuleSet(
    name="lieng",
    title=Text("Liêng", "Liêng"),
    order=8,
    players=PLAYERS,
    settings=read_settings(__package__),
    shape=FACTS.schema,
    make_rules=make_rules,
    read=read,
    settle=settle,
    checks=(check,),
    examples=read_examples(__package__),
)
