"""The words of a sentence: which word each can be read as, and which players they name."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from operator import contains

from ledger.common.person import Person
from ledger.common.spelling import key
from ledger.spoken.names import HONORIFICS, ways_to_call
from ledger.spoken.pattern_syntax import Way
from ledger.spoken.statements import Values
from ledger.spoken.vocabulary import Vocabulary
from ledger.spoken.words import NUMERALS, SpokenWord

Match = tuple[Values, int]
"""What stands in the slots of a pattern, and the place behind it."""

VALUE_NAMES = {"<who>": "seats", "<he>": "seats", "<group>": "seats", "<every>": "rows"}
"""The name of a slot's value where it is not the slot's own."""

UNITS = frozenset({key("lá")})
"""Passed over, they leave the number before them what it was."""


@dataclass
class Transcript:
    """The words of one sentence, the players they can name and the words of the game.

    By place: `readings` are the known words that the one there can stand for, `players` who can
    be named from there on with where the name ends, `rests` the place itself and every place that
    only words without meaning lie before, `starts` those of them where a word stands.
    """

    words: Sequence[SpokenWord]
    people: Sequence[Person]
    vocabulary: Vocabulary

    def __post_init__(self) -> None:
        self.accented = any(not word.is_bare for word in self.words)
        self.aliases = [(p.seat, words) for p in self.people for words in ways_to_call(p.name)]
        self.name_words = {word for _seat, words in self.aliases for word in words}
        self.known = self.vocabulary.known | {word.key for word in self.name_words}
        self.readings = [self._read(word) for word in self.words]
        self.players = [self._named(at) for at in range(len(self.words) + 1)]
        self.rests = [[len(self.words)]]
        for at in reversed(range(len(self.words))):
            ends = (self.rests[length - 1] for length in self._idle(at))
            self.rests.insert(0, sorted({at}.union(*ends)))
        self.starts = [[at for at in rests if at < len(self.words)] for rests in self.rests]

    def _read(self, word: SpokenWord) -> frozenset[str]:
        own = {word.key, self.vocabulary.right.get(word.key, word.key)}
        own |= {key(name) for name in NUMERALS.get(word.text, "").split()}
        if word.is_bare and not (self.accented and word.key in self.known):
            own |= self.vocabulary.by_plain.get(word.plain, set())
        return frozenset(own & self.vocabulary.known)

    def matches(self, ways: Sequence[Way], at: int) -> list[Match]:
        """The ways to say a pattern from here on."""
        matches: list[Match] = []
        for way in ways:
            here: list[Match] = [({}, at)]
            for part in way:
                here = [
                    (values | more, end)
                    for values, middle in here
                    for more, end in self._part(part, middle)
                ]
            matches += here
        return matches

    def _part(self, part: str | list[Way], at: int) -> list[Match]:
        if not isinstance(part, str):
            return self.matches(part, at)
        if slot := self.vocabulary.all_slots.get(part):
            name = VALUE_NAMES.get(part, part[1:-1])
            return [({name: value}, end) for value, end in slot(self, at)]
        return [({}, start + 1) for start in self.starts[at] if key(part) in self.readings[start]]

    def says_all(self, at: int, words: Sequence[str]) -> bool:
        """Whether these words follow each other from here."""
        end = at + len(words)
        return end <= len(self.words) and all(map(contains, self.readings[at:end], words))

    def _idle(self, at: int) -> Iterator[int]:
        if self.words[at].is_pause:
            yield 1
        for words in self.vocabulary.filling:
            if self.says_all(at, words) and self._fills(at, words):
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
        if word.is_pause or word.is_figure:
            return False
        named = any(self._is(at, name) for name in self.name_words)
        return not (named or self.readings[at] or word.key in HONORIFICS)

    def _is(self, at: int, name: SpokenWord) -> bool:
        """Whether the word here can stand for a word of a name.

        It may lack its diacritics, unless it is another known word as it stands in a sentence
        that has some; or have a wrong tone, unless that makes it another known word.
        """
        word = self.words[at]
        if word.key == name.key:
            return True
        if word.is_bare:
            return word.plain == name.plain and not (self.accented and word.key in self.known)
        return word.toneless == name.toneless and word.key not in self.known

    def _named(self, at: int) -> set[tuple[int, int]]:
        """Who is named from here on; a title before the name may be a part of it."""
        seats = {(seat, at + len(words)) for seat, words in self.aliases if self._calls(at, words)}
        if at < len(self.words) and self.words[at].key in self.vocabulary.titles:
            ends = {end for _seat, end in seats}
            seats |= {(seat, end) for seat, end in self._named(at + 1) if end not in ends}
        return seats

    def _calls(self, at: int, name: Sequence[SpokenWord]) -> bool:
        end = at + len(name)
        return end <= len(self.words) and all(map(self._is, range(at, end), name))
