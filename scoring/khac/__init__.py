"""Any other game: what each player won or lost is told, not computed."""

from scoring.common.rule_set import rule_set

RULE_SET = rule_set(__package__)
