"""Tiến lên by finishing place: nhất, nhì, ba, bét."""

from scoring.common.rule_set import rule_set

RULE_SET = rule_set(__package__)
