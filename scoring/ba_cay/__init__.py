"""Ba cây: three cards each, everybody against the banker."""

from scoring.ba_cay.score import takes_pot
from scoring.common.rule_set import rule_set
from scoring.pot import with_pot

RULE_SET = with_pot(rule_set(__package__), takes_pot)
