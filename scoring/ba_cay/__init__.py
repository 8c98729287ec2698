"""Ba cây: three cards each, everybody against the banker."""

from scoring.common.rule_set import rule_set

RULE_SET = rule_set(__package__)
