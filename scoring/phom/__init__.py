"""Phỏm (tá lả): eaten cards at once, then by rank of points, or an ù."""

from typing import Final

from scoring.common.rule_set import RuleSet, read_examples
from scoring.common.text import Text
from scoring.phom.checks import CHECKS
from scoring.phom.facts import FACTS, read
from scoring.phom.rules import SETTINGS, WORDS, make_rules
from scoring.phom.score import settle

RULE_SET: Final = RuleSet(
    name="phom",
    title=Text("Phỏm (tá lả)", "Phỏm (by points)"),
    order=3,
    settings=SETTINGS,
    words=WORDS,
    shape=FACTS.schema,
    make_rules=make_rules,
    read=read,
    checks=CHECKS,
    settle=settle,
    examples=read_examples(__package__),
)
