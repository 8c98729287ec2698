"""The sentence behind a rule id, read from the RULES.md of the game and of what it shares.

There each sentence is a heading with its id, then a line "vi: …" and a line "en: …"; sentences
stand in sections, each under a heading in both languages.
"""

import re
from collections.abc import Iterator
from functools import cache
from importlib.resources import files

from ledger.common.language import language
from scoring import RULE_SETS, Text

SENTENCE = re.compile(r"^#+ ([A-Z]{2}-\w+)[^\n]*\n+[-* ]*vi: ([^\n]+)\n+[-* ]*en: ([^\n]+)$", re.M)

SECTION = re.compile(r"^## (.+) · (.+)$", re.M)


@cache
def sections(rules: str) -> list[tuple[Text, dict[str, Text]]]:
    """The parts of a rule set's text: each heading with its sentences by their ids."""
    packages = (f"scoring.{rules}", *RULE_SETS[rules].parts)
    return [section for package in packages for section in _sections(package)]


def _sections(package: str) -> Iterator[tuple[Text, dict[str, Text]]]:
    text = (files(package) / "RULES.md").read_text(encoding="utf-8")
    _preface, *parts = SECTION.split(text)
    headings, bodies = map(Text, parts[::3], parts[1::3]), parts[2::3]
    return zip(headings, map(_sentences, bodies), strict=True)


def _sentences(text: str) -> dict[str, Text]:
    return {id: Text(vi, en) for id, vi, en in SENTENCE.findall(text)}


def rule_text(rules: str, rule_id: str) -> dict[str, str] | None:
    """A sentence in the reader's language, with its id."""
    for _heading, sentences in sections(rules):
        if text := sentences.get(rule_id):
            return {"id": rule_id, "sentence": text.say(language())}
    return None
