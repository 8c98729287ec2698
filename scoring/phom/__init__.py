"""Phỏm (tá lả): eaten cards at once, then by rank of points, or an ù."""

from scoring.common.rule_set import rule_set

RULE_SET = rule_set(__package__)
