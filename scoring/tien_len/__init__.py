"""Tiến lên by finishing place: nhất, nhì, ba, bét."""

from scoring.common.rule_set import rule_set
from scoring.pot import with_pot
from scoring.thirteen.payments import takes_pot

RULE_SET = with_pot(rule_set(__package__), takes_pot)
