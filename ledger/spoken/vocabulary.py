"""The words of one game: those of all games, and its own."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from importlib import import_module

from ledger.spoken import shared_words
from ledger.spoken.names import HONORIFICS
from ledger.spoken.patterns import Phrases, Slot, Way, in_table, phrases, signs, spelt, ways
from ledger.spoken.statements import Clause, Statement
from ledger.spoken.words import key, plain

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

    clauses: Sequence[Clause]
    example: Mapping[int, str]
    finish: Finish = together
    tables: Mapping[str, Phrases] = field(default_factory=dict)
    slots: Mapping[str, Slot] = field(default_factory=dict)
    fillers: Sequence[str] = ()
    slips: Mapping[str, str] = field(default_factory=dict)

    @cached_property
    def _tables(self) -> Mapping[str, Phrases]:
        return {**shared_words.TABLES, **self.tables}

    @cached_property
    def patterns(self) -> list[tuple[Clause, list[Way]]]:
        return [(clause, ways(text)) for clause in self.clauses for text in clause.says]

    @cached_property
    def all_slots(self) -> dict[str, Slot]:
        """The slots by their names as patterns write them."""
        tables = {name: in_table(table) for name, table in self._tables.items()}
        slots = {**tables, **shared_words.SLOTS, **self.slots}
        return {f"<{name}>": slot for name, slot in slots.items()}

    @cached_property
    def filling(self) -> list[tuple[str, ...]]:
        """The words of each filler."""
        patterns = (*shared_words.FILLERS, *self.fillers)
        return [spelt(phrase) for pattern in patterns for phrase in phrases(pattern)]

    @cached_property
    def known(self) -> frozenset[str]:
        """Every word that means something here, rightly spelt or not."""
        clauses = (text for clause in self.clauses for text in clause.says)
        tables = (text for table in self._tables.values() for text in table)
        patterns = (*clauses, *tables, *shared_words.FILLERS, *self.fillers)
        found = (sign for pattern in patterns for sign in signs(pattern))
        return frozenset([*(key(sign) for sign in found if sign[0] not in "<[]()|"), *self.right])

    @cached_property
    def by_plain(self) -> dict[str, set[str]]:
        """What a word without diacritics can stand for."""
        found: dict[str, set[str]] = {}
        for word in self.known:
            found.setdefault(plain(word), set()).update((word, self.right.get(word, word)))
        return found

    @cached_property
    def titles(self) -> frozenset[str]:
        """What may stand before a name, with diacritics or without."""
        return HONORIFICS.union(set(map(plain, HONORIFICS)) - self.by_plain.keys())

    @cached_property
    def right(self) -> dict[str, str]:
        """The right spelling of each slip."""
        slips = {**shared_words.SLIPS, **self.slips}
        return {key(slip): key(word) for text, word in slips.items() for slip in phrases(text)}


def vocabulary_for(rules: str) -> Vocabulary:
    """The words of a rule set."""
    found: Vocabulary = import_module(f"ledger.web.games.{rules}.words").VOCABULARY
    return found
