"""Tiến lên by cards left."""

from typing import Final

from scoring.common.rule_set import RuleSet, read_examples
from scoring.common.text import Text
from scoring.dem_la.checks import CHECKS
from scoring.dem_la.facts import FACTS, read
from scoring.dem_la.rules import SETTINGS, make_rules
from scoring.dem_la.score import settle
from scoring.thirteen.cards import WORDS

RULE_SET: Final = RuleSet(
    name="dem_la",
    title=Text("Tiến lên (đếm lá)", "Tiến lên (by cards left)"),
    order=2,
    settings=SETTINGS,
    words=WORDS,
    shape=FACTS.schema,
    make_rules=make_rules,
    read=read,
    checks=CHECKS,
    settle=settle,
    examples=read_examples(__package__),
)
