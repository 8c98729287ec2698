"""A round told in one sentence, typed or dictated: which fields of its form it fills.

A game has its words in `spoken.txt` of its folder in `ledger.web.games`, and gives its form the
vocabulary that is read from there; nothing here knows a game.
"""

from collections.abc import Sequence
from dataclasses import dataclass

from ledger.common.person import Person
from ledger.spoken.parse_result import ParseResult, understand
from ledger.spoken.vocabulary import Vocabulary
from ledger.spoken.words import MOST_LETTERS


@dataclass(frozen=True, slots=True)
class Sentence:
    """A sentence typed, and how it was understood."""

    text: str
    heard: ParseResult


def example(vocabulary: Vocabulary, people: Sequence[Person]) -> str:
    """A sentence as these players could say it; empty where too few play."""
    names = [person.name for person in people]
    examples = vocabulary.example
    return examples.get(min(len(names), max(examples)), "").format(*names)


__all__ = ["MOST_LETTERS", "ParseResult", "Sentence", "Vocabulary", "example", "understand"]
