"""What cannot have happened in a round of xì dách."""

from scoring.banker import checks
from scoring.banker.rules import DRAW, LOST
from scoring.common.errors import Problems, Word
from scoring.common.problem_texts import read_problems
from scoring.xi_dach.facts import XiDachFacts
from scoring.xi_dach.rules import ACES, XiDachRules

problem = read_problems(__package__)

BESIDE_DEN = {"con": "results", "banker_kind": "banker_kind", "non": "non"}
"""What nobody tells where one pays all, and what it is called."""


def pays_all(facts: XiDachFacts, rules: XiDachRules) -> bool:
    """Whether one player pays each other, and nobody else anything."""
    return facts.den is not None and (rules.den_tra == "each" or facts.den == facts.banker)


def every_con_is_told(facts: XiDachFacts, rules: XiDachRules) -> Problems:
    """Each con has a word, but who has lost anyway; none where one pays all."""
    if not pays_all(facts, rules):
        yield from checks.every_con_is_told(facts, rules, (*facts.non, facts.den))
        return
    for field, what in BESIDE_DEN.items():
        if getattr(facts, field):
            rule = "XD-9" if facts.den == facts.banker else "XD-8"
            yield problem("beside_den", field, facts.den, rule, what=Word(what))


def there_are_four_aces(facts: XiDachFacts, rules: XiDachRules) -> Problems:
    """Two aces a xì bàng and one a xì dách, the banker's and those that draw with it too."""
    his, words = facts.banker_kind or DRAW, facts.con.values()
    aces = sum([ACES.get(his if word == DRAW else word, 0) for word in (his, *words)])
    if aces > 4:
        yield problem("aces", "con", found=aces)


def who_is_non_has_lost(facts: XiDachFacts, rules: XiDachRules) -> Problems:
    """Who stood too low neither won nor drew, and is no banker."""
    for at, seat in enumerate(facts.non):
        if seat == facts.banker:
            yield problem("banker_non", f"non[{at}]", seat)
        elif facts.con.get(seat, LOST) != LOST:
            yield problem("non_won", f"non[{at}]", seat)


def who_pays_for_all_has_lost(facts: XiDachFacts, rules: XiDachRules) -> Problems:
    """Who drew too much neither won nor drew, and did not stand."""
    if facts.den is None or pays_all(facts, rules):
        return
    if facts.con.get(facts.den, LOST) != LOST:
        yield problem("den_won", "den", facts.den)
    if facts.den in facts.non:
        yield problem("den_non", "den", facts.den)


CHECKS = (
    checks.somebody_is_banker,
    *checks.CHECKS,
    every_con_is_told,
    there_are_four_aces,
    who_is_non_has_lost,
    who_pays_for_all_has_lost,
)
