"""Patterns of words, written as they are said.

In "<who> [bị] (cóng|cháy)" a word stands for itself, `<slot>` for a phrase of a table or a player,
`[ ]` may be left out, `( | )` is one of several. Fillers may stand between any two words.
"""

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from itertools import product
from typing import TYPE_CHECKING, Any, Final

from ledger.spoken.statements import Values
from ledger.spoken.words import key

if TYPE_CHECKING:
    from ledger.spoken.transcript import Transcript

Phrases = Mapping[str, Any]
"""Patterns without slots, each with what it means."""

Slot = Callable[["Transcript", int], Iterable[tuple[Any, int]]]
"""The values that can stand at a place of a transcript, each with the place behind it."""

Matcher = Callable[["Transcript", int], Iterable[tuple[int, Values]]]
"""The ways a transcript says a pattern from a place on: the place behind it, its slots' values."""

VALUE_NAMES: Final = {"who": "seats", "he": "seats", "group": "seats", "every": "rows"}
"""The name of a slot's value where it is not the slot's own."""


def spelt(phrase: str) -> tuple[str, ...]:
    return tuple(key(word) for word in phrase.split())


def in_table(table: Phrases, *, skip: bool = True) -> Slot:
    """A slot that holds one of these phrases, behind fillers where `skip` allows them."""
    by_first: dict[str, list[tuple[tuple[str, ...], Any]]] = {}
    for pattern, value in table.items():
        for words in map(spelt, phrases(pattern)):
            by_first.setdefault(words[0], []).append((words, value))

    def here(transcript: "Transcript", at: int) -> Iterator[tuple[Any, int]]:
        for start in transcript.starts[at] if skip else (at,):
            for first in transcript.readings[start]:
                for words, value in by_first.get(first, ()):
                    if transcript.says_all(start, words):
                        yield value, start + len(words)

    return here


Way = list["str | list[Way]"]
"""Words, slots and groups of ways one after the other."""


def signs(text: str) -> list[str]:
    return re.findall(r"<\w+>|[\[\]()|]|[^\s\[\]()|]+", text)


def _ways(left: list[str]) -> list[Way]:
    """The alternatives that signs write, last first; what may be left out has an empty one."""
    ways: list[Way] = [[]]
    while left and (sign := left.pop()) not in ("]", ")"):
        if sign == "|":
            ways.append([])
        elif sign in ("[", "("):
            ways[-1].append(_ways(left) + ([[]] if sign == "[" else []))
        else:
            ways[-1].append(sign)
    return ways


def phrases(text: str) -> list[str]:
    """Every phrase that a pattern without slots writes.

    >>> phrases("thứ (hai|nhì)|bét [bảng]")
    ['thứ hai', 'thứ nhì', 'bét bảng', 'bét']
    """
    return _phrases(_ways(signs(text)[::-1]))


def _phrases(ways: list[Way]) -> list[str]:
    inner = ([[part] if isinstance(part, str) else _phrases(part) for part in w] for w in ways)
    return [" ".join(filter(None, words)) for choices in inner for words in product(*choices)]


def matcher(text: str, slots: Mapping[str, Slot]) -> Matcher:
    """Matches what a pattern writes."""
    return _one_of(_ways(signs(text)[::-1]), slots)


def _one_of(ways: list[Way], slots: Mapping[str, Slot]) -> Matcher:
    options = [[_part(part, slots) for part in way] for way in ways]

    def match(transcript: "Transcript", at: int) -> list[tuple[int, Values]]:
        return [found for parts in options for found in _in_order(parts, transcript, at)]

    return match


def _in_order(
    parts: Sequence[Matcher], transcript: "Transcript", at: int
) -> list[tuple[int, Values]]:
    found: list[tuple[int, Values]] = [(at, {})]
    for part in parts:
        found = [
            (end, values | more)
            for middle, values in found
            for end, more in part(transcript, middle)
        ]
    return found


def _part(part: str | list[Way], slots: Mapping[str, Slot]) -> Matcher:
    if not isinstance(part, str):
        return _one_of(part, slots)
    return _value(part[1:-1], slots) if part[0] == "<" else _word(key(part))


def _word(word: str) -> Matcher:
    def match(transcript: "Transcript", at: int) -> Iterable[tuple[int, Values]]:
        starts = transcript.starts[at]
        return [(start + 1, {}) for start in starts if word in transcript.readings[start]]

    return match


def _value(name: str, slots: Mapping[str, Slot]) -> Matcher:
    slot, called = slots[name], VALUE_NAMES.get(name, name)

    def match(transcript: "Transcript", at: int) -> Iterable[tuple[int, Values]]:
        return [(end, {called: value}) for value, end in slot(transcript, at)]

    return match
