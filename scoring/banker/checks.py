"""What cannot have happened in either banker game."""

from collections.abc import Container

from scoring.banker.facts import BankerFacts
from scoring.banker.rules import DRAW, LOST, BankerRules
from scoring.common.errors import Problems, Word
from scoring.common.problem_texts import read_problems

problem = read_problems(__package__)


def somebody_is_banker(facts: BankerFacts, rules: BankerRules) -> Problems:
    """Who the banker was decides everything."""
    if facts.banker is None:
        yield problem("missing.banker", "banker", None, rules.ids.players, banker=rules.banker)


def the_banker_is_no_con(facts: BankerFacts, rules: BankerRules) -> Problems:
    """The banker plays against all others, not against himself."""
    if facts.banker in facts.con:
        yield problem(
            "banker_con", f"con.{facts.banker}", facts.banker, rules.ids.con, banker=rules.banker
        )


def side_bets_are_between_two(facts: BankerFacts, rules: BankerRules) -> Problems:
    """Nobody bets with himself."""
    for at, bet in enumerate(facts.side):
        if bet.winner == bet.loser:
            yield problem("side_alone", f"side[{at}].loser", bet.loser, rules.ids.side)


def every_con_is_told(
    facts: BankerFacts, rules: BankerRules, lost: Container[int | None]
) -> Problems:
    """Each con is told, but who has ``lost`` anyway, or all where the banker's hand decides."""
    if facts.banker is None or facts.banker_kind is not None:
        return
    for seat in facts.cons:
        if seat not in facts.con and seat not in lost:
            yield problem("missing.con", f"con.{seat}", seat, rules.ids.con)


def winners_beat_the_banker(facts: BankerFacts, rules: BankerRules) -> Problems:
    """Against a special hand of the banker only a better one wins."""
    if facts.banker_kind is None:
        return
    enough = rules.beats[facts.banker_kind] | {LOST, DRAW}
    for seat, word in facts.con.items():
        if word not in enough:
            kind = Word(rules.codes.get(facts.banker_kind, facts.banker_kind))
            yield problem(
                "not_above", f"con.{seat}", seat, rules.ids.beats, banker=rules.banker, kind=kind
            )


CHECKS = (
    the_banker_is_no_con,
    side_bets_are_between_two,
    winners_beat_the_banker,
)
