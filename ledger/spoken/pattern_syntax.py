"""Patterns of words, written as they are said.

In "<who> [bị] (cóng|cháy)" a word stands for itself, `<slot>` for a phrase of a table or a player,
`[ ]` may be left out, `( | )` is one of several. Fillers may stand between any two words.
"""

import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from itertools import product
from typing import TYPE_CHECKING, Any

from ledger.common.spelling import key

if TYPE_CHECKING:
    from ledger.spoken.transcript import Transcript

Phrases = Mapping[str, Any]
"""Patterns without slots, each with what it means."""

Slot = Callable[["Transcript", int], Iterable[tuple[Any, int]]]
"""The values that can stand at a place of a transcript, each with the place behind it."""

Way = list["str | list[Way]"]
"""Words, slots and groups of ways one after the other."""


def spelt(phrase: str) -> tuple[str, ...]:
    return tuple(map(key, phrase.split()))


def in_table(table: Phrases) -> Slot:
    """A slot that holds one of these phrases."""
    known = [(spelt(words), value) for text, value in table.items() for words in phrases(text)]

    def here(transcript: "Transcript", at: int) -> Iterator[tuple[Any, int]]:
        for start in transcript.starts[at]:
            for words, value in known:
                if words[0] in transcript.readings[start] and transcript.says_all(start, words):
                    yield value, start + len(words)

    return here


def signs(text: str) -> list[str]:
    return re.findall(r"<\w+>|[\[\]()|]|[^\s\[\]()|]+", text)


def ways(text: str) -> list[Way]:
    """The alternatives that a pattern writes; what may be left out has an empty one."""
    return _ways(signs(text)[::-1])


def _ways(left: list[str]) -> list[Way]:
    """The alternatives that signs write, last first."""
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
    return _phrases(ways(text))


def _phrases(ways: list[Way]) -> list[str]:
    inner = ([[part] if isinstance(part, str) else _phrases(part) for part in w] for w in ways)
    return [" ".join(filter(None, words)) for choices in inner for words in product(*choices)]
