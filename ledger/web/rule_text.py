"""The sentence behind a rule id, read from the rule set's own RULES.md."""

from dataclasses import dataclass
from functools import cache
from importlib.resources import files


@dataclass(frozen=True, slots=True)
class RuleText:
    """One sentence of the rules in both languages."""

    id: str
    vi: str
    en: str


@cache
def rule_texts(rules: str) -> dict[str, RuleText]:
    """Every sentence of a rule set by its id."""
    text = (files(f"scoring.{rules}") / "RULES.md").read_text(encoding="utf-8")
    return {}


def rule_text(rules: str, rule_id: str) -> RuleText | None:
    return rule_texts(rules).get(rule_id)
