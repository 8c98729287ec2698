"""The rounds that a rule card shows are cases that a player can check."""

import re
from importlib.resources import files
from typing import Any

import pytest

from scoring import RULE_SETS, Example
from tests.scoring.cases import all_cases

EXAMPLES = [(name, each) for name, game in RULE_SETS.items() for each in game.examples]
CASES = [(case.rules, case.facts) for case in all_cases() if case.units and not case.settings]


def plain(facts: Any) -> Any:
    """The facts without what is said to be not so."""
    if isinstance(facts, dict):
        return {key: plain(value) for key, value in facts.items() if value is not False}
    return [plain(each) for each in facts] if isinstance(facts, list) else facts


@pytest.mark.parametrize(("rules", "example"), EXAMPLES)
def test_an_example_is_a_case_too(rules: str, example: Example) -> None:
    checked = [plain(facts) for game, facts in CASES if game == rules]
    assert plain(example.facts) in checked, (
        f"tests/cases/{rules}/ has no case that tells what this example pays: {example.title.vi}"
    )


@pytest.mark.parametrize(("rules", "example"), EXAMPLES)
def test_an_example_is_told_in_both_languages(rules: str, example: Example) -> None:
    title = example.title
    assert title.vi
    assert title.en
    assert title.vi != title.en


@pytest.mark.parametrize("rules", RULE_SETS)
def test_every_rule_stands_under_a_heading_in_both_languages(rules: str) -> None:
    text = (files(f"scoring.{rules}") / "RULES.md").read_text(encoding="utf-8")
    headings = re.findall(r"^## (.+) · (.+)$", text, re.MULTILINE)
    assert headings, f"scoring/{rules}/RULES.md needs a heading: ## Vietnamese · English"
    assert len(headings) == text.count("\n## ")
    assert text.index("\n## ") < text.index("\n### ")


def test_what_no_document_has_is_off_until_a_table_wants_it() -> None:
    extras = [each for game in RULE_SETS.values() for each in game.settings if each.is_house_extra]
    assert extras
    assert [each.name for each in extras if each.default is True] == []
    assert all(each.is_default_decision for each in extras)
    house_rules = [
        each for game in RULE_SETS.values() for each in game.settings if "luật nhà" in each.source
    ]
    assert house_rules
    assert all(each.is_house_extra for each in house_rules)
