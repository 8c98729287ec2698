"""Sâm lốc: who is out first is paid for the cards that the others have left."""

from scoring.common.rule_set import rule_set

RULE_SET = rule_set(__package__)
