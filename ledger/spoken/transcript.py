"""The words of a sentence: which word each can be read as, and which players they name."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property

from ledger.common.person import Person
from ledger.spoken.names import HONORIFICS, Alias, aliases_of, is_called
from ledger.spoken.statements import ClauseMatch, Context
from ledger.spoken.vocabulary import Vocabulary
from ledger.spoken.words import NUMERALS, SpokenWord, key, plain

MOST_TITLES = 2
UNITS = frozenset({key("lá")})
"""Passed over, they leave the number before them what it was."""


@dataclass
class Transcript:
    """The words of one sentence, the players they can name and the words of the game.

    With `lenient` a word that nobody knows is passed over, as one that means nothing.
    """

    words: Sequence[SpokenWord]
    people: Sequence[Person]
    vocabulary: Vocabulary
    lenient: bool = False

    def __post_init__(self) -> None:
        self.aliases = aliases_of(self.people)
        self.accented = any(not word.is_bare for word in self.words)
        called = {word.key for alias in self.aliases for word in alias.words}
        self.known = self.vocabulary.known | called
        self._readings = [self._read(word) for word in self.words]
        self._starts: dict[int, list[int]] = {}
        self.clauses: dict[tuple[int, Context], tuple[ClauseMatch, ...]] = {}
        self._players: dict[int, list[tuple[int, int]]] = {}

    def readings(self, at: int) -> frozenset[str]:
        """The known words that the one here can stand for."""
        return self._readings[at]

    def _read(self, word: SpokenWord) -> frozenset[str]:
        own = {word.key, self.vocabulary.right.get(word.key, word.key)}
        own |= {key(said) for said in NUMERALS.get(word.text, ())}
        if word.is_bare and not (self.accented and word.key in self.known):
            own |= self.vocabulary.by_plain.get(word.plain, frozenset())
        return frozenset(own & self.vocabulary.known)

    def says_all(self, at: int, words: Sequence[str]) -> bool:
        """Whether these words follow each other from here."""
        here = self._readings[at : at + len(words)]
        return len(here) == len(words) and all(
            word in readings for word, readings in zip(words, here, strict=True)
        )

    def starts(self, at: int) -> list[int]:
        """Where the next word may stand: here, or behind words that mean nothing."""
        if at not in self._starts:
            self._starts[at] = [start for start in self.rests(at) if start < len(self.words)]
        return self._starts[at]

    def rests(self, at: int) -> list[int]:
        """Here and every place that only words that mean nothing lie before."""
        found, open_ = {at}, [at]
        while open_:
            here = open_.pop()
            further = {here + length for length in self._idle(here)} - found
            found |= further
            open_ += further
        return sorted(found)

    def _idle(self, at: int) -> Iterator[int]:
        """How many words from here on can mean nothing."""
        if at >= len(self.words):
            return
        if self.words[at].is_pause or (self.lenient and self.is_unknown(at)):
            yield 1
        for words, _end in self.vocabulary.filling(self, at, Context()):
            if self._fills(at, words):
                yield len(words)

    def _fills(self, at: int, words: Sequence[str]) -> bool:
        """Without diacritics a filler counts only where nothing else is spelt so.

        Of a long one it is enough that one word can be nothing else.
        """
        sure = [
            word.key == filler or len(self.vocabulary.by_plain[word.plain] - UNITS) == 1
            for word, filler in zip(self.words[at:], words, strict=False)
        ]
        return any(sure) if len(words) > 2 else all(sure)

    def is_unknown(self, at: int) -> bool:
        """Whether the word here can be nothing that is known, and part of no name."""
        word = self.words[at]
        if word.is_pause or (word.text.isascii() and word.text.isdigit()):
            return False
        return not (self._readings[at] or word.key in HONORIFICS or self.names_somebody(at))

    def unknown(self, start: int, end: int) -> tuple[int, ...]:
        return tuple(at for at in range(start, end) if self.is_unknown(at))

    def pauses(self, start: int, end: int) -> int:
        return sum(word.is_pause for word in self.words[start:end])

    def names_somebody(self, at: int) -> bool:
        return any(self._is(at, name) for alias in self.aliases for name in alias.words)

    def _is(self, at: int, name: SpokenWord) -> bool:
        return is_called(self.words[at], name, self.known, self.accented)

    def players(self, at: int) -> list[tuple[int, int]]:
        """Who can be named from here on: each seat with where the name ends."""
        if at not in self._players:
            self._players[at] = list(self._named(at))
        return self._players[at]

    def _named(self, at: int) -> Iterator[tuple[int, int]]:
        """Of several ways to read the same words, those with most of them in the name itself."""
        best: dict[int, int] = {}
        found: dict[tuple[int, int], int] = {}
        for titles in range(MOST_TITLES + 1):
            start = at + titles
            for alias in self.aliases:
                if self._calls(start, alias):
                    end, own = start + len(alias.words), len(alias.words)
                    best[end] = max(best.get(end, 0), own)
                    found[alias.seat, end] = max(found.get((alias.seat, end), 0), own)
            if start >= len(self.words) or not self._is_title(start):
                break
        yield from ((seat, end) for (seat, end), own in found.items() if own == best[end])

    def _calls(self, at: int, alias: Alias) -> bool:
        here = range(at, at + len(alias.words))
        return here.stop <= len(self.words) and all(
            self._is(spot, name) for spot, name in zip(here, alias.words, strict=True)
        )

    def _is_title(self, at: int) -> bool:
        word = self.words[at]
        return word.key in HONORIFICS or (not self.accented and word.plain in self._plain_titles)

    @cached_property
    def _plain_titles(self) -> frozenset[str]:
        return frozenset(map(plain, HONORIFICS)) - self.vocabulary.by_plain.keys()
