"""What a game's sentences are made of: tables of words, and clauses written as they are said.

All are patterns: in "<who> [bị] (cóng|cháy)" a word stands for itself, `<slot>` for a phrase of a
table or a player, `[ ]` may be left out, `( | )` is one of several. Fillers may stand between any
two words of a clause.
"""

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import product
from typing import Any, Final

from ledger.spoken.statements import Clause, Context, Statement, Values
from ledger.spoken.words import key, plain

Phrases = Mapping[str, Any]
"""Patterns without slots, each with what it means."""

Slot = Callable[[Any, int, Context], Iterable[tuple[Any, int]]]
"""The values that can stand at a place of a transcript, each with the place behind it."""

Matcher = Callable[[Any, int, Context], Iterable[tuple[int, Values]]]
"""The ways a transcript says a pattern from a place on: the place behind it, its slots' values."""

Finish = Callable[[Sequence[Statement], Sequence[int]], Sequence[Statement] | None]
"""What all statements together say; None where they cannot be meant together."""

VALUE_NAMES: Final = {"who": "seats", "he": "seats", "group": "seats", "every": "rows"}
"""The name of a slot's value where it is not the slot's own."""


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
    fillers: Sequence[str]
    slips: Mapping[str, str]
    finish: Finish
    example: Mapping[int, str]

    @cached_property
    def matchers(self) -> list[tuple[Clause, Matcher]]:
        slots = {name: in_table(table) for name, table in self.tables.items()} | dict(self.slots)
        return [
            (clause, _one_of(_ways(text), slots)) for clause in self.clauses for text in clause.says
        ]

    @cached_property
    def filling(self) -> Slot:
        words = (phrase for pattern in self.fillers for phrase in phrases(pattern))
        return in_table({phrase: spelt(phrase) for phrase in words}, skip=False)

    @cached_property
    def known(self) -> frozenset[str]:
        """Every word that means something here, rightly spelt or not."""
        clauses = (text for clause in self.clauses for text in clause.says)
        tables = (text for table in self.tables.values() for text in table)
        signs = (sign for text in (*clauses, *tables, *self.fillers) for sign in _signs(text))
        return frozenset([*(key(sign) for sign in signs if sign[0] not in "<[]()|"), *self.right])

    @cached_property
    def by_plain(self) -> dict[str, frozenset[str]]:
        """What a word without diacritics can stand for."""
        found: dict[str, set[str]] = {}
        for word in self.known:
            found.setdefault(plain(word), set()).update((word, self.right.get(word, word)))
        return {bare: frozenset(words) for bare, words in found.items()}

    @cached_property
    def right(self) -> dict[str, str]:
        slips = ((slip, word) for text, word in self.slips.items() for slip in phrases(text))
        return {key(slip): key(word) for slip, word in slips}


def spelt(phrase: str) -> tuple[str, ...]:
    return tuple(key(word) for word in phrase.split())


def in_table(table: Phrases, *, skip: bool = True) -> Slot:
    """A slot that holds one of these phrases, behind fillers where `skip` allows them."""
    by_first: dict[str, list[tuple[tuple[str, ...], Any]]] = {}
    for pattern, value in table.items():
        for words in map(spelt, phrases(pattern)):
            by_first.setdefault(words[0], []).append((words, value))

    def here(transcript: Any, at: int, context: Context) -> Iterator[tuple[Any, int]]:
        for start in transcript.starts[at] if skip else (at,):
            for first in transcript.readings[start]:
                for words, value in by_first.get(first, ()):
                    if transcript.says_all(start, words):
                        yield value, start + len(words)

    return here


Way = list["str | list[Way]"]
"""Words, slots and groups of ways one after the other."""


def _signs(text: str) -> list[str]:
    return re.findall(r"<\w+>|[\[\]()|]|[^\s\[\]()|]+", text)


def _ways(text: str) -> list[Way]:
    """The alternatives that a pattern writes; what may be left out has an empty one."""
    return _read(_signs(text)[::-1])


def _read(signs: list[str]) -> list[Way]:
    ways: list[Way] = [[]]
    while signs and (sign := signs.pop()) not in ("]", ")"):
        if sign == "|":
            ways.append([])
        elif sign in ("[", "("):
            ways[-1].append(_read(signs) + ([[]] if sign == "[" else []))
        else:
            ways[-1].append(sign)
    return ways


def phrases(text: str) -> list[str]:
    """Every phrase that a pattern without slots writes.

    >>> phrases("thứ (hai|nhì)|bét [bảng]")
    ['thứ hai', 'thứ nhì', 'bét bảng', 'bét']
    """
    return _phrases(_ways(text))


def _phrases(ways: list[Way]) -> list[str]:
    inner = ([[part] if isinstance(part, str) else _phrases(part) for part in w] for w in ways)
    return [" ".join(filter(None, words)) for choices in inner for words in product(*choices)]


def _one_of(ways: list[Way], slots: Mapping[str, Slot]) -> Matcher:
    options = [[_part(part, slots) for part in way] for way in ways]

    def match(transcript: Any, at: int, context: Context) -> list[tuple[int, Values]]:
        return [found for parts in options for found in _in_order(parts, transcript, at, context)]

    return match


def _in_order(
    parts: Sequence[Matcher], transcript: Any, at: int, context: Context
) -> list[tuple[int, Values]]:
    found: list[tuple[int, Values]] = [(at, {})]
    for part in parts:
        found = [
            (end, values | more)
            for middle, values in found
            for end, more in part(transcript, middle, context)
        ]
    return found


def _part(part: str | list[Way], slots: Mapping[str, Slot]) -> Matcher:
    if not isinstance(part, str):
        return _one_of(part, slots)
    return _value(part[1:-1], slots) if part[0] == "<" else _word(key(part))


def _word(word: str) -> Matcher:
    def match(transcript: Any, at: int, context: Context) -> Iterable[tuple[int, Values]]:
        starts = transcript.starts[at]
        return [(start + 1, {}) for start in starts if word in transcript.readings[start]]

    return match


def _value(name: str, slots: Mapping[str, Slot]) -> Matcher:
    slot, called = slots[name], VALUE_NAMES.get(name, name)

    def match(transcript: Any, at: int, context: Context) -> Iterable[tuple[int, Values]]:
        return [(end, {called: value}) for value, end in slot(transcript, at, context)]

    return match
