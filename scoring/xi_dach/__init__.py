"""Xì dách: each player against the banker, for a stake of his own."""

from scoring.common.rule_set import rule_set

RULE_SET = rule_set(__package__)
