"""The words of a game: what `spoken.txt` of its folder says, beside those it builds on.

A line that begins at the margin begins a block: `table NAME …` has a phrase a line and what it
means ("bét = 0", "đầu và giữa = dau, giua"), `say FUNCTION [keeps rows]` the ways to say one thing,
`slips` wrong spellings, `fillers` words without meaning, `example` a sentence for so many players,
`short` what stands for {NAME} in the lines below; a name that is there again goes on.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from importlib.resources import files
from typing import Any

from ledger.common.spelling import key, plain
from ledger.spoken.names import HONORIFICS
from ledger.spoken.pattern_syntax import Phrases, Slot, Way, in_table, phrases, signs, spelt, ways
from ledger.spoken.statements import Clause, Statement

Finish = Callable[[Sequence[Statement], Sequence[int]], Sequence[Statement] | None]
"""What all statements together say; None where they cannot be meant together."""


def together(statements: Sequence[Statement], seats: Sequence[int]) -> Sequence[Statement]:
    """What is said is all there is to say."""
    return statements


@dataclass(frozen=True)
class Vocabulary:
    """The words of one game.

    `example` is a sentence for so many players, with {0} and so on for their names. `tables` are
    slots that hold one of a table's phrases, `slots` all others. `slips` are wrong spellings, each
    with the right one.
    """

    clauses: Sequence[Clause] = ()
    tables: Mapping[str, Phrases] = field(default_factory=dict)
    slots: Mapping[str, Slot] = field(default_factory=dict)
    fillers: Sequence[str] = ()
    slips: Mapping[str, str] = field(default_factory=dict)
    short: Mapping[str, str] = field(default_factory=dict)
    example: Mapping[int, str] = field(default_factory=dict)
    finish: Finish = together

    @cached_property
    def patterns(self) -> list[tuple[Clause, list[Way]]]:
        return [(clause, ways(text)) for clause in self.clauses for text in clause.says]

    @cached_property
    def all_slots(self) -> dict[str, Slot]:
        """The slots by their names as patterns write them."""
        tables = {name: in_table(table) for name, table in self.tables.items()}
        return {f"<{name}>": slot for name, slot in (tables | dict(self.slots)).items()}

    @cached_property
    def filling(self) -> list[tuple[str, ...]]:
        """The words of each filler."""
        return [spelt(phrase) for pattern in self.fillers for phrase in phrases(pattern)]

    @cached_property
    def known(self) -> frozenset[str]:
        """Every word that means something here, rightly spelt or not."""
        clauses = (text for clause in self.clauses for text in clause.says)
        tables = (text for table in self.tables.values() for text in table)
        every = (sign for text in (*clauses, *tables, *self.fillers) for sign in signs(text))
        return frozenset([*(key(sign) for sign in every if sign[0] not in "<[]()|"), *self.right])

    @cached_property
    def by_plain(self) -> dict[str, set[str]]:
        """What a word without diacritics can stand for."""
        words: dict[str, set[str]] = {}
        for word in self.known:
            words.setdefault(plain(word), set()).update((word, self.right.get(word, word)))
        return words

    @cached_property
    def titles(self) -> frozenset[str]:
        """What may stand before a name, with diacritics or without."""
        return HONORIFICS.union(set(map(plain, HONORIFICS)) - self.by_plain.keys())

    @cached_property
    def right(self) -> dict[str, str]:
        """The right spelling of each slip."""
        slips = self.slips.items()
        return {key(slip): key(word) for text, word in slips for slip in phrases(text)}


def read_vocabulary(
    package: str,
    functions: Mapping[str, Any],
    *base: Vocabulary,
    file: str = "spoken.txt",
    finish: Finish = together,
    **slots: Slot,
) -> Vocabulary:
    """What the file of a package says, beside what it builds on.

    `functions` are those that "say" blocks name, and others.
    """

    def merged(name: str) -> dict[str, Any]:
        return {key: value for each in base for key, value in getattr(each, name).items()}

    clauses = [clause for each in base for clause in each.clauses]
    tables, fillers = merged("tables"), [text for each in base for text in each.fillers]
    slips, short = merged("slips"), merged("short")
    example: dict[int, str] = {}
    for head, block in _blocks((files(package) / file).read_text(encoding="utf-8")):
        lines = [_spelt_out(line, short) for line in block]
        match head:
            case ["short"]:
                for line in block:
                    name, _is, text = _spelt_out(line, short).partition(" = ")
                    short[name] = short.get(name, "") + text
            case ["say", function, *more]:
                clauses.append(Clause(tuple(lines), functions[function], keeps_rows=bool(more)))
            case ["table", *names]:
                tables |= {name: dict(map(_row, lines)) for name in names}
            case ["slips"]:
                slips |= dict(line.split(" = ") for line in lines)
            case ["fillers"]:
                fillers += lines
            case ["example"]:
                players = (line.split(" = ", 1) for line in lines)
                example |= {int(number): text for number, text in players}
    slots = merged("slots") | slots
    return Vocabulary(clauses, tables, slots, fillers, slips, short, example, finish)


def _blocks(text: str) -> list[tuple[list[str], list[str]]]:
    """The words of the first line of each block, and its other lines."""
    blocks: list[tuple[list[str], list[str]]] = []
    for line in text.splitlines():
        if line.startswith(" "):
            blocks[-1][1].append(line.strip())
        elif line and line[0] != "#":
            blocks.append((line.split(), []))
    return blocks


def _spelt_out(line: str, short: Mapping[str, str]) -> str:
    """The line with what its names stand for."""
    for name, text in short.items():
        line = line.replace(f"{{{name}}}", text)
    return line


def _row(line: str) -> tuple[str, object]:
    phrase, says, value = line.partition(" = ")
    return phrase, _value(value) if says else True


def _value(text: str) -> object:
    if "," in text:
        return tuple(_value(each.strip()) for each in text.split(",") if each)
    return int(text) if text.isdigit() else text
