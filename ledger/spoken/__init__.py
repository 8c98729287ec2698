"""A round told in one sentence, typed or dictated: which fields of its form it fills.

A game has its words in `spoken.txt` of its folder in `ledger.web.games`, and gives its form the
vocabulary that is read from there; nothing here knows a game.
"""

from collections.abc import Sequence

from ledger.common.person import Person
from ledger.spoken.parse_result import ParseResult, understand
from ledger.spoken.vocabulary import Vocabulary


def example(vocabulary: Vocabulary, people: Sequence[Person]) -> str:
    """A sentence as these players could say it; empty where too few play."""
    names = [person.name for person in people]
    examples = vocabulary.example
    return examples.get(min(len(names), max(examples)), "").format(*names)


__all__ = ["ParseResult", "Vocabulary", "example", "understand"]
