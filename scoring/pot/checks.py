"""What cannot have happened to a pot."""

from scoring.common.errors import Problems, SeatNumber
from scoring.common.problem_texts import read_problems
from scoring.pot.facts import PotFacts
from scoring.pot.rules import PotRules

problem = read_problems(__package__)


def the_table_plays_with_a_pot(facts: PotFacts, rules: PotRules) -> Problems:
    """Without the pot nothing is in it and nobody takes it."""
    if rules.ga:
        return
    if any(facts.pot.values()):
        yield problem("pot_off", "pot", setting="ga")
    if facts.pot_winner is not None:
        yield problem("pot_off", "pot_winner", setting="ga")


def the_event_says_who_takes_it(facts: PotFacts, event: int | None) -> Problems:
    """Where the round itself says who takes the pot nobody else does."""
    if event is not None and facts.pot_winner not in (None, event):
        yield problem("pot_winner", "pot_winner", facts.pot_winner, event=SeatNumber(event))
