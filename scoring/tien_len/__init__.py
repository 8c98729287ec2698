"""Tiến lên by finishing place: nhất, nhì, ba, bét."""

from typing import Final

from scoring.common.rule_set import RuleSet, read_examples
from scoring.common.text import Text, read_words
from scoring.thirteen.cards import WORDS
from scoring.tien_len.checks import CHECKS
from scoring.tien_len.facts import FACTS, read
from scoring.tien_len.rules import SETTINGS, make_rules
from scoring.tien_len.score import settle

RULE_SET: Final = RuleSet(
    name="tien_len",
    title=Text("Tiến lên (nhất nhì ba bét)", "Tiến lên (by place)"),
    order=1,
    settings=SETTINGS,
    words={**WORDS, **read_words(__package__)},
    shape=FACTS.schema,
    make_rules=make_rules,
    read=read,
    checks=CHECKS,
    settle=settle,
    examples=read_examples(__package__),
)
