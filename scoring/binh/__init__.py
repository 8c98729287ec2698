"""Binh xập xám: every pair of players compares three rows."""

from scoring.common.rule_set import rule_set

RULE_SET = rule_set(__package__)
