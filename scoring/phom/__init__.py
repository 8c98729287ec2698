"""Phỏm (tá lả): eaten cards at once, then by rank of points, or an ù."""

from scoring.common.rule_set import rule_set
from scoring.phom.score import puts_in, takes_pot
from scoring.pot import with_pot

RULE_SET = with_pot(rule_set(__package__), takes_pot, puts_in)
