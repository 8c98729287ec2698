"""A round told in one sentence, typed or dictated: which fields of its form it fills.

A game has its `GRAMMAR` in `words.py` of its folder in
`ledger.web.games`; nothing else here knows a game.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from importlib import import_module

from ledger.common.person import Person
from ledger.spoken.grammar import Grammar
from ledger.spoken.parse_result import Heard, hear
from ledger.spoken.words import MOST_LETTERS


def grammar_for(rules: str) -> Grammar:
    """The sentences of a rule set."""
    found: Grammar = import_module(f"ledger.web.games.{rules}.words").GRAMMAR
    return found


@dataclass(frozen=True, slots=True)
class Sentence:
    """What was said of the round, what was heard of it, and the form as it was before."""

    text: str
    heard: Heard | None = None
    before: str = ""


def understand(text: str, rules: str, people: Sequence[Person]) -> Heard:
    """What a sentence tells of a round by these rules between these players, in playing order."""
    return hear(text, grammar_for(rules), people)


def example(rules: str, people: Sequence[Person]) -> str:
    """A sentence as these players could say it; empty where too few play."""
    names = [person.name for person in people]
    examples = grammar_for(rules).example
    return examples.get(min(len(names), max(examples)), "").format(*names)


__all__ = ["MOST_LETTERS", "Heard", "Sentence", "example", "grammar_for", "understand"]
