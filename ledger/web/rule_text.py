"""The sentence behind a rule id, read from the rule set's own RULES.md.

There each sentence is a heading with its id, then a line "vi: …" and a line "en: …".
"""

import re
from dataclasses import dataclass
from functools import cache
from importlib.resources import files

from ledger.web.language import language

SENTENCE = re.compile(
    r"^#+ (?P<id>[A-Z]{2}-\w+)[^\n]*\n+[-* ]*vi: (?P<vi>[^\n]+)\n+[-* ]*en: (?P<en>[^\n]+)$", re.M
)


@dataclass(frozen=True, slots=True)
class RuleText:
    """One sentence of the rules in both languages."""

    id: str
    vi: str
    en: str

    @property
    def sentence(self) -> str:
        """The sentence in the reader's language."""
        return self.en if language() == "en" else self.vi


@cache
def rule_texts(rules: str) -> dict[str, RuleText]:
    """Every sentence of a rule set by its id."""
    text = (files(f"scoring.{rules}") / "RULES.md").read_text(encoding="utf-8")
    return {found["id"]: RuleText(**found.groupdict()) for found in SENTENCE.finditer(text)}


def rule_text(rules: str, rule_id: str) -> RuleText | None:
    return rule_texts(rules).get(rule_id)
