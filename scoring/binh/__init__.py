"""Binh xập xám: every pair of players compares three rows."""

from typing import Final

from scoring.binh.checks import CHECKS
from scoring.binh.facts import FACTS, read
from scoring.binh.rules import SETTINGS, WORDS, make_rules
from scoring.binh.score import settle
from scoring.common.rule_set import RuleSet, read_examples
from scoring.common.text import Text

RULE_SET: Final = RuleSet(
    name="binh",
    title=Text("Binh xập xám", "Binh (three rows)"),
    order=4,
    settings=SETTINGS,
    words=WORDS,
    shape=FACTS.schema,
    make_rules=make_rules,
    read=read,
    checks=CHECKS,
    settle=settle,
    examples=read_examples(__package__),
)
