"""What a game's sentences are made of: tables of words, and clauses written as they are said.

In "<who> [bị] (cóng|cháy)" a word stands for itself, `<slot>` for a phrase of a table or a
player, `[ ]` may be left out, `( | )` is one of several. Fillers may stand between any two.
"""

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from ledger.spoken.statements import Clause, Context, Statement, Values
from ledger.spoken.words import key, plain

Phrases = Mapping[str, Any]
Slot = Callable[[Any, int, Context], Iterator[tuple[Any, int]]]
"""The values that can stand at a place of a transcript, each with the place behind it."""

Matcher = Callable[[Any, int, Context], Iterable[tuple[int, Values]]]
"""The ways a transcript says a pattern from a place on: the place behind it, its slots' values."""

Finish = Callable[[Sequence[Statement], Sequence[int]], Sequence[Statement] | None]
"""What all statements together say; None where they cannot be meant together."""

PLAYER_SLOTS = ("who", "he", "group")
"""Slots that hold the players a clause speaks of: each gives `seats`."""


@dataclass(frozen=True)
class Vocabulary:
    """The words of one game.

    `tables` are slots that hold one of a table's phrases, `slots` all others. `slips` are wrong
    spellings, each with the right one. `example` is a sentence for so many players, with {0} and
    so on for their names.
    """

    clauses: Sequence[Clause]
    tables: Mapping[str, Phrases]
    slots: Mapping[str, Slot]
    fillers: Iterable[str]
    slips: Mapping[str, str]
    finish: Finish
    example: Mapping[int, str]

    @cached_property
    def matchers(self) -> list[tuple[Clause, Matcher]]:
        slots = {name: in_table(phrases) for name, phrases in self.tables.items()} | dict(
            self.slots
        )
        return [(clause, matcher(text, slots)) for clause in self.clauses for text in clause.says]

    @cached_property
    def filling(self) -> Slot:
        return in_table({phrase: spelt(phrase) for phrase in self.fillers}, skip=False)

    @cached_property
    def known(self) -> frozenset[str]:
        """Every word that means something here, rightly spelt or not."""
        asked = (word for clause in self.clauses for text in clause.says for word in _signs(text))
        tables = (phrase for table in self.tables.values() for phrase in table)
        phrases = (word for text in (*tables, *self.fillers) for word in spelt(text))
        literal = (key(sign) for sign in asked if sign[0] not in "<[]()|")
        return frozenset([*literal, *phrases, *map(key, self.slips)])

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


def in_table(phrases: Phrases, *, skip: bool = True) -> Slot:
    """A slot that holds one of these phrases, behind fillers where `skip` allows them."""
    by_first: dict[str, list[tuple[tuple[str, ...], Any]]] = {}
    for phrase, value in phrases.items():
        by_first.setdefault(spelt(phrase)[0], []).append((spelt(phrase), value))

    def here(transcript: Any, at: int, context: Context) -> Iterator[tuple[Any, int]]:
        for start in transcript.starts(at) if skip else (at,):
            for first in transcript.readings(start):
                for words, value in by_first.get(first, ()):
                    if transcript.says_all(start, words):
                        yield value, start + len(words)

    return here


def _signs(text: str) -> list[str]:
    return re.findall(r"<\w+>|[\[\]()|]|[^\s\[\]()|<>]+", text)


def matcher(text: str, slots: Mapping[str, Slot]) -> Matcher:
    """Matches what a pattern writes."""
    return _alternatives(_signs(text)[::-1], slots)


def _alternatives(signs: list[str], slots: Mapping[str, Slot]) -> Matcher:
    options = [_sequence(signs, slots)]
    while signs and signs[-1] == "|":
        signs.pop()
        options.append(_sequence(signs, slots))
    return _one_of(options)


def _sequence(signs: list[str], slots: Mapping[str, Slot]) -> Matcher:
    parts = []
    while signs and signs[-1] not in "|])":
        parts.append(_part(signs, slots))
    return _in_order(parts)


def _part(signs: list[str], slots: Mapping[str, Slot]) -> Matcher:
    sign = signs.pop()
    if sign.startswith("<"):
        return _value(sign[1:-1], slots[sign[1:-1]])
    if sign not in "[(":
        return _word(key(sign))
    inside = _alternatives(signs, slots)
    signs.pop()
    return _one_of([inside, _in_order([])]) if sign == "[" else inside


def _word(word: str) -> Matcher:
    def match(transcript: Any, at: int, context: Context) -> Iterable[tuple[int, Values]]:
        starts = transcript.starts(at)
        return [(s + 1, {}) for s in starts if word in transcript.readings(s)]

    return match


def _value(name: str, slot: Slot) -> Matcher:
    name = "seats" if name in PLAYER_SLOTS else name

    def match(transcript: Any, at: int, context: Context) -> Iterable[tuple[int, Values]]:
        return [(end, {name: value}) for value, end in slot(transcript, at, context)]

    return match


def _one_of(options: Sequence[Matcher]) -> Matcher:
    def match(transcript: Any, at: int, context: Context) -> Iterable[tuple[int, Values]]:
        return [found for option in options for found in option(transcript, at, context)]

    return match if len(options) > 1 else options[0]


def _in_order(parts: Sequence[Matcher]) -> Matcher:
    def match(transcript: Any, at: int, context: Context) -> Iterable[tuple[int, Values]]:
        found: list[tuple[int, Values]] = [(at, {})]
        for part in parts:
            found = [
                (end, values | more)
                for middle, values in found
                for end, more in part(transcript, middle, context)
            ]
        return found

    return match
