"""What a game's sentences are made of: its tables of words, and its clauses."""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from ledger.spoken.patterns import Slot, literals, pattern
from ledger.spoken.statements import Clause, Context, Tell
from ledger.spoken.words import key, plain

Phrases = Mapping[str, Any]
Finish = Callable[[Sequence[Tell], Sequence[int]], Sequence[Tell] | None]
"""What all tells together say; None where they cannot be meant together."""


@dataclass(frozen=True)
class Grammar:
    """The sentences of one game.

    `tables` are slots that hold one of a table's phrases, `slots` all others. `slips` are
    wrong spellings a phone or a hurried thumb makes, each with the word it stands for.
    """

    clauses: Sequence[Clause]
    tables: Mapping[str, Phrases]
    slots: Mapping[str, Slot]
    fillers: Iterable[str]
    slips: Mapping[str, str]
    finish: Finish
    example: Mapping[int, str]
    """A sentence for so many players, with {0} and so on for their names."""

    @cached_property
    def all_slots(self) -> dict[str, Slot]:
        return {name: _slot(phrases) for name, phrases in self.tables.items()} | dict(self.slots)

    @cached_property
    def filling(self) -> list[tuple[str, ...]]:
        return [spelt(phrase) for phrase in self.fillers]

    @cached_property
    def known(self) -> frozenset[str]:
        """Every word that means something here, rightly spelt or not."""
        asked = (word for clause in self.clauses for text in clause.says for word in _words(text))
        told = (word for table in self.tables.values() for text in table for word in spelt(text))
        filling = (word for phrase in self.filling for word in phrase)
        return frozenset([*asked, *told, *filling, *map(key, self.slips)])

    @cached_property
    def by_plain(self) -> dict[str, frozenset[str]]:
        """What a word without diacritics can stand for."""
        found: dict[str, set[str]] = {}
        for word in self.known:
            found.setdefault(plain(word), set()).update((word, self.right.get(word, word)))
        return {bare: frozenset(words) for bare, words in found.items()}

    @cached_property
    def right(self) -> dict[str, str]:
        return {key(slip): key(word) for slip, word in self.slips.items()}


def spelt(phrase: str) -> tuple[str, ...]:
    return tuple(key(word) for word in phrase.split())


def _words(text: str) -> Iterator[str]:
    return literals(pattern(text))


def _slot(phrases: Phrases) -> Slot:
    """A slot that holds one of these phrases."""
    by_first: dict[str, list[tuple[tuple[str, ...], Any]]] = {}
    for phrase, value in phrases.items():
        words = spelt(phrase)
        by_first.setdefault(words[0], []).append((words, value))

    def here(heard: Any, at: int, context: Context) -> Iterator[tuple[Any, int]]:
        for start in heard.starts(at):
            for first in heard.readings(start):
                for words, value in by_first.get(first, ()):
                    if heard.says_all(start, words):
                        yield value, start + len(words)

    return here
