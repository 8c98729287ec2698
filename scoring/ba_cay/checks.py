"""What cannot have happened in a round of ba cây."""

from scoring.ba_cay.facts import BaCayFacts
from scoring.ba_cay.rules import DONG_HOA, SAP_POINTS, BaCayRules
from scoring.banker import checks
from scoring.common.errors import Problems, Word
from scoring.common.problem_texts import read_problems

problem = read_problems(__package__)


def points_or_words_are_told(facts: BaCayFacts, rules: BaCayRules) -> Problems:
    """The points of all players, or a word a con; never some of both."""
    if not facts.points:
        yield from checks.every_con_is_told(facts, rules, ())
        for field in ("above", "dong_hoa"):
            if getattr(facts, field):
                yield problem("without_points", field, what=Word(field))
        return
    for seat in facts.players:
        if seat not in facts.points:
            yield problem("missing.points", f"points.{seat}", seat)
    for field, what in (("con", "results"), ("banker_kind", "chuong_kind")):
        if getattr(facts, field):
            yield problem("beside_points", field, what=Word(what))


def equal_points_are_above_or_below(facts: BaCayFacts, rules: BaCayRules) -> Problems:
    """Who has the better card has as many points as the banker, and is another."""
    for at, seat in enumerate(facts.above):
        if seat == facts.banker:
            yield problem("above.banker", f"above[{at}]", seat)
        elif facts.points and facts.points.get(seat) != facts.points.get(facts.banker or 0):
            yield problem("above", f"above[{at}]", seat)


def dong_hoa_is_played(facts: BaCayFacts, rules: BaCayRules) -> Problems:
    """Three cards of one suit count where the table plays them, and are no three of a kind."""
    for at, seat in enumerate(facts.dong_hoa):
        if facts.points.get(seat) == SAP_POINTS:
            yield problem("dong_hoa_sap", f"dong_hoa[{at}]", seat)
    if rules.dong_hoa:
        return
    if facts.dong_hoa:
        yield problem("dong_hoa_off", "dong_hoa", facts.dong_hoa[0], setting="dong_hoa")
    for seat, word in facts.con.items():
        if word == DONG_HOA:
            yield problem("dong_hoa_off", f"con.{seat}", seat, setting="dong_hoa")
    if facts.banker_kind == DONG_HOA:
        yield problem("dong_hoa_off", "banker_kind", facts.banker, setting="dong_hoa")


CHECKS = (
    *checks.CHECKS,
    points_or_words_are_told,
    equal_points_are_above_or_below,
    dong_hoa_is_played,
)
