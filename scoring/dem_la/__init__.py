"""Tiến lên by cards left."""

from scoring.common.rule_set import rule_set

RULE_SET = rule_set(__package__)
