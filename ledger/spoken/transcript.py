"""The words of a sentence: which word each can be read as, and which players they name."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

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

    By place: `readings` are the known words that the one there can stand for, `players` who can
    be named from there on with where the name ends, `rests` the place itself and every place that
    only words without meaning lie before, `starts` those of them where a word stands. With
    `lenient` a word that nobody knows is passed over, as one without meaning.
    """

    words: Sequence[SpokenWord]
    people: Sequence[Person]
    vocabulary: Vocabulary
    lenient: bool = False

    def __post_init__(self) -> None:
        self.clauses: dict[tuple[int, Context], tuple[ClauseMatch, ...]] = {}
        self.accented = any(not word.is_bare for word in self.words)
        self.aliases = aliases_of(self.people)
        called = {word.key for alias in self.aliases for word in alias.words}
        self.known = self.vocabulary.known | called
        self.titles = HONORIFICS | (frozenset() if self.accented else self._plain_titles())
        self.readings = [self._read(word) for word in self.words]
        self.players = [list(self._named(at)) for at in range(len(self.words) + 1)]
        self.rests = [[len(self.words)]]
        for at in reversed(range(len(self.words))):
            ends = (self.rests[length - 1] for length in self._idle(at))
            self.rests.insert(0, sorted({at}.union(*ends)))
        self.starts = [[at for at in rests if at < len(self.words)] for rests in self.rests]

    def _plain_titles(self) -> frozenset[str]:
        return frozenset(map(plain, HONORIFICS)) - self.vocabulary.by_plain.keys()

    def _read(self, word: SpokenWord) -> frozenset[str]:
        own = {word.key, self.vocabulary.right.get(word.key, word.key)}
        own |= {key(name) for name in NUMERALS.get(word.text, ())}
        if word.is_bare and not (self.accented and word.key in self.known):
            own |= self.vocabulary.by_plain.get(word.plain, frozenset())
        return frozenset(own & self.vocabulary.known)

    def says_all(self, at: int, words: Sequence[str]) -> bool:
        """Whether these words follow each other from here."""
        here = self.readings[at : at + len(words)]
        return len(here) == len(words) and all(
            word in readings for word, readings in zip(words, here, strict=True)
        )

    def _idle(self, at: int) -> Iterator[int]:
        """How many words from here on can mean nothing."""
        if self.words[at].is_pause or (self.lenient and self.is_unknown(at)):
            yield 1
        for words, _end in self.vocabulary.filling(self, at):
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
        return not (self.readings[at] or word.key in HONORIFICS or self.names_somebody(at))

    def names_somebody(self, at: int) -> bool:
        return any(self._is(at, name) for alias in self.aliases for name in alias.words)

    def _is(self, at: int, name: SpokenWord) -> bool:
        return is_called(self.words[at], name, self.known, self.accented)

    def _named(self, at: int) -> Iterator[tuple[int, int]]:
        """Of several ways to read the same words, those with most of them in the name itself."""
        found: dict[tuple[int, int], int] = {}
        for start in range(at, at + MOST_TITLES + 1):
            for alias in filter(lambda alias: self._calls(start, alias), self.aliases):
                named = alias.seat, start + len(alias.words)
                found[named] = max(found.get(named, 0), len(alias.words))
            if start >= len(self.words) or self.words[start].key not in self.titles:
                break
        for (seat, end), own in found.items():
            if own == max(other for (_seat, its), other in found.items() if its == end):
                yield seat, end

    def _calls(self, at: int, alias: Alias) -> bool:
        here = range(at, at + len(alias.words))
        return here.stop <= len(self.words) and all(
            self._is(spot, name) for spot, name in zip(here, alias.words, strict=True)
        )
