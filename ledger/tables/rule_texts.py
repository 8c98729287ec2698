"""The sentence behind a rule id, read from the rule set's own RULES.md.

There each sentence is a heading with its id, then a line "vi: …" and a line "en: …"; sentences
stand in sections, each under a heading in both languages.
"""

import re
from functools import cache
from importlib.resources import files

from ledger.common.language import language
from scoring import Text

SENTENCE = re.compile(
    r"^#+ (?P<id>[A-Z]{2}-\w+)[^\n]*\n+[-* ]*vi: (?P<vi>[^\n]+)\n+[-* ]*en: (?P<en>[^\n]+)$", re.M
)

SECTION = re.compile(r"^## (?P<vi>.+) · (?P<en>.+)$", re.M)


@cache
def sections(rules: str) -> list[tuple[Text, list[str]]]:
    """The parts of a rule set's text: each heading with the ids of its sentences."""
    text = _text(rules)
    found = list(SECTION.finditer(text))
    ends = [*(heading.start() for heading in found[1:]), len(text)]
    return [
        (
            Text(heading["vi"], heading["en"]),
            [each["id"] for each in SENTENCE.finditer(text, heading.end(), end)],
        )
        for heading, end in zip(found, ends, strict=True)
    ]


@cache
def rule_texts(rules: str) -> dict[str, Text]:
    """Every sentence of a rule set by its id."""
    found = SENTENCE.finditer(_text(rules))
    return {each["id"]: Text(each["vi"], each["en"]) for each in found}


def rule_text(rules: str, rule_id: str) -> dict[str, str] | None:
    """A sentence in the reader's language, with its id."""
    text = rule_texts(rules).get(rule_id)
    return {"id": rule_id, "sentence": text.say(language())} if text else None


def _text(rules: str) -> str:
    return (files(f"scoring.{rules}") / "RULES.md").read_text(encoding="utf-8")
