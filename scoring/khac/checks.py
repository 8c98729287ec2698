"""What cannot have happened in a round of any other game."""

from scoring.common.errors import Amount, Problems
from scoring.common.problem_texts import read_problems
from scoring.khac.facts import HUNDREDTHS, KhacFacts
from scoring.khac.rules import KhacRules

problem = read_problems(__package__)


def points_add_up(facts: KhacFacts, rules: KhacRules) -> Problems:
    """The points of all players add up to nothing; one may be left out."""
    untold, total = facts.untold, sum(facts.points.values())
    if facts.winner is not None or rules.points_are == "difference":
        return
    if len(untold) > 1:
        for seat in untold:
            yield problem("missing.points", f"points.{seat}", seat)
    elif not untold and total:
        last = facts.players[-1]
        fits = Amount(facts.points[last] - total, HUNDREDTHS)
        yield problem("sum", "points", last, sum=Amount(total, HUNDREDTHS), fits=fits)


def the_others_pay_the_winner(facts: KhacFacts, rules: KhacRules) -> Problems:
    """Where a winner is told, each of the others pays him something or nothing."""
    if facts.winner is None or rules.points_are == "difference":
        return
    for seat in facts.players:
        field = f"points.{seat}"
        if seat == facts.winner:
            if seat in facts.points:
                yield problem("points.winner", field, seat)
        elif seat not in facts.points:
            yield problem("missing.points", field, seat, "KH-2")
        elif facts.points[seat] < 0:
            yield problem("points.paid", field, seat)


def differences_need_all_points(facts: KhacFacts, rules: KhacRules) -> Problems:
    """Where the differences are paid everybody's points are told, and nobody else wins."""
    if rules.points_are != "difference":
        return
    if facts.winner is not None:
        yield problem("winner_off", "winner", facts.winner)
    for seat in facts.untold:
        yield problem("missing.points", f"points.{seat}", seat, "KH-5")


CHECKS = (points_add_up, the_others_pay_the_winner, differences_need_all_points)
