"""Ways to say something, written as they are said: "<who> [bị] (cóng|cóng bài)".

A word stands for itself, `<slot>` for what a table of the grammar knows, `[ ]` may be left out,
`( | )` is one of several. Words that mean nothing may stand between any two.
"""

import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from functools import lru_cache
from typing import Any, Protocol

from ledger.spoken.words import key

Found = dict[str, Any]


class Heard(Protocol):
    """What a pattern asks of the sentence."""

    def starts(self, at: int) -> list[int]:
        """Where the next word may stand, words that mean nothing left out."""

    def says(self, at: int, word: str) -> bool:
        """Whether the word here can be read so."""


Slot = Callable[[Any, int, Any], Iterator[tuple[Any, int]]]
"""What a slot can be here: each value with where it ends."""


@dataclass(frozen=True, slots=True)
class Literal:
    word: str


@dataclass(frozen=True, slots=True)
class Hole:
    name: str


@dataclass(frozen=True, slots=True)
class Sequence:
    parts: "tuple[Node, ...]"


@dataclass(frozen=True, slots=True)
class OneOf:
    options: "tuple[Node, ...]"


Node = Literal | Hole | Sequence | OneOf


@lru_cache(maxsize=512)
def pattern(text: str) -> Node:
    """The pattern that a text writes."""
    signs = re.findall(r"<\w+>|[\[\]()|]|[^\s\[\]()|<>]+", text)
    node, rest = _one_of(signs)
    assert not rest, text
    return node


def _one_of(signs: list[str]) -> tuple[Node, list[str]]:
    options, rest = [], signs
    while True:
        node, rest = _sequence(rest)
        options.append(node)
        if not rest or rest[0] != "|":
            return (OneOf(tuple(options)) if len(options) > 1 else node), rest
        rest = rest[1:]


def _sequence(signs: list[str]) -> tuple[Node, list[str]]:
    parts: list[Node] = []
    while signs and signs[0] not in "|])":
        sign, signs = signs[0], signs[1:]
        if sign in "[(":
            node, signs = _one_of(signs)
            signs = signs[1:]
            parts.append(OneOf((node, Sequence(()))) if sign == "[" else node)
        else:
            parts.append(Hole(sign[1:-1]) if sign.startswith("<") else Literal(key(sign)))
    return Sequence(tuple(parts)), signs


def literals(node: Node) -> Iterator[str]:
    """Every word that a pattern can ask for."""
    if isinstance(node, Literal):
        yield node.word
    for part in _inside(node):
        yield from literals(part)


def _inside(node: Node) -> "tuple[Node, ...]":
    if isinstance(node, Sequence):
        return node.parts
    return node.options if isinstance(node, OneOf) else ()


def matches(
    node: Node, heard: Heard, at: int, context: Any, slots: Mapping[str, Slot]
) -> Iterator[tuple[int, Found]]:
    """Each way the words from `at` on say the pattern: where it ends, what is in its slots."""
    if isinstance(node, Literal):
        yield from ((s + 1, {}) for s in heard.starts(at) if heard.says(s, node.word))
    elif isinstance(node, Hole):
        for value, end in slots[node.name](heard, at, context):
            yield end, {node.name: value}
    elif isinstance(node, OneOf):
        for option in node.options:
            yield from matches(option, heard, at, context, slots)
    else:
        yield from _in_order(node.parts, heard, at, context, slots)


def _in_order(
    parts: "tuple[Node, ...]", heard: Heard, at: int, context: Any, slots: Mapping[str, Slot]
) -> Iterator[tuple[int, Found]]:
    if not parts:
        yield at, {}
        return
    for middle, first in matches(parts[0], heard, at, context, slots):
        for end, rest in _in_order(parts[1:], heard, middle, context, slots):
            yield end, first | rest
