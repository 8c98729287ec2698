"""Binh xập xám: every pair of players compares three rows."""

from scoring.binh.score import takes_pot
from scoring.common.rule_set import rule_set
from scoring.pot import with_pot

RULE_SET = with_pot(rule_set(__package__), takes_pot)
