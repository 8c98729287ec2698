"""What cannot have happened in a round of ba cây."""

from scoring.ba_cay.facts import BaCayFacts
from scoring.ba_cay.rules import DONG_HOA, SAP_POINTS, BaCayRules
from scoring.banker import checks
from scoring.common.errors import Problems, SeatNumber, Word
from scoring.common.problem_texts import read_problems

problem = read_problems(__package__)

AGAINST_A_BANKER = {
    "con": "results",
    "banker_kind": "chuong_kind",
    "above": "above",
    "dong_hoa": "dong_hoa",
}
"""What is told only of a round with a banker, by the code of its name."""


def points_or_words_are_told(facts: BaCayFacts, rules: BaCayRules) -> Problems:
    """The points of all players, or a word a con; never some of both."""
    if facts.banker is None:
        return
    if not facts.points:
        yield from checks.every_con_is_told(facts, rules, ())
        for field in ("above", "dong_hoa"):
            if getattr(facts, field):
                yield problem("without_points", field, what=Word(field))
        return
    yield from _of_all_players(facts)
    for field, what in (("con", "results"), ("banker_kind", "chuong_kind")):
        if getattr(facts, field):
            yield problem("beside_points", field, what=Word(what))


def _of_all_players(facts: BaCayFacts) -> Problems:
    for seat in facts.players:
        if seat not in facts.points:
            yield problem("missing.points", f"points.{seat}", seat)


def without_a_banker_only_the_pot_is_played_for(facts: BaCayFacts, rules: BaCayRules) -> Problems:
    """Bài cào: at a table with a pot, by points or by who takes it."""
    if facts.banker is not None:
        return
    if not rules.ga or not (facts.points or facts.pot_winner):
        yield from checks.somebody_is_banker(facts, rules)
        return
    for field, what in AGAINST_A_BANKER.items():
        if getattr(facts, field):
            yield problem("without_banker", field, what=Word(what))
    if facts.points:
        yield from _of_all_players(facts)


def who_takes_the_pot_has_a_share(facts: BaCayFacts, rules: BaCayRules) -> Problems:
    """The pot goes to nobody without a share, and to nobody below another who has one."""
    taker = facts.pot_winner
    if taker is None or not rules.ga:
        return
    if not facts.has_share(taker, rules):
        yield problem("pot_winner.no_share", "pot_winner", taker)
    for seat, points in facts.points.items():
        if facts.has_share(seat, rules) and points > facts.points.get(taker, points):
            yield problem("pot_winner.below", "pot_winner", taker, better=SeatNumber(seat))


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
    without_a_banker_only_the_pot_is_played_for,
    who_takes_the_pot_has_a_share,
    points_or_words_are_told,
    equal_points_are_above_or_below,
    dong_hoa_is_played,
)
