"""Sâm lốc: who is out first is paid for the cards that the others have left."""

from scoring.common.rule_set import rule_set
from scoring.pot import with_pot
from scoring.sam_loc.score import takes_pot

RULE_SET = with_pot(rule_set(__package__), takes_pot)
