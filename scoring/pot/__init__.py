"""Gà, the pot: what each put in stays in the middle until somebody takes it."""

from scoring.pot.facts import POT, PotFacts
from scoring.pot.payments import with_pot
from scoring.pot.rules import PotRules

__all__ = ["POT", "PotFacts", "PotRules", "with_pot"]
