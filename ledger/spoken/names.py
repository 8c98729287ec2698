"""Whom a sentence can mean: players by their names, or by a part of them."""

from collections.abc import Iterable

from ledger.common.bidi import bare
from ledger.common.person import Person
from ledger.spoken.patterns import phrases
from ledger.spoken.words import SpokenWord, key, words_of

HONORIFICS = frozenset(
    map(
        key,
        phrases(
            "anh|chị|em|cô|chú|bác|ông|bà|cậu|mợ|dì|thím|dượng|thằng|con|cái|bé|cu|bạn|nhà|lão"
            "|má|mẹ|bố|thầy|cháu|sếp|nhỏ|ku"
        ),
    )
)
"""What stands before a name and is no part of it."""


Alias = tuple[int, tuple[SpokenWord, ...]]
"""A seat, and one way to call its player."""


def aliases_of(people: Iterable[Person]) -> list[Alias]:
    """Every way to call each player: the whole name, its first and last words."""
    return [(person.seat, words) for person in people for words in _parts(bare(person.name))]


def _parts(name: str) -> set[tuple[SpokenWord, ...]]:
    whole = called = tuple(words_of(name))
    while len(called) > 1 and called[0].key in HONORIFICS:
        called = called[1:]
    parts = {called, called[:1], called[-1:], called[:2], called[-2:]}
    named = {part for part in parts if any(word.key not in HONORIFICS for word in part)}
    return named | ({whole} if whole else set())


def is_called(spoken: SpokenWord, name: SpokenWord, known: frozenset[str], accented: bool) -> bool:
    """Whether a spoken word can stand for a word of a name.

    It may lack its diacritics, unless it is another known word as it stands in a sentence that
    has some; or have a wrong tone, unless that makes it another known word.
    """
    if spoken.key == name.key:
        return True
    if spoken.is_bare:
        return spoken.plain == name.plain and not (accented and spoken.key in known)
    return spoken.toneless == name.toneless and spoken.key not in known
