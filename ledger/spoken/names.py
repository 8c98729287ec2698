"""Whom a sentence can mean: players by their names, or by a part of them."""

from ledger.common.bidi import bare
from ledger.spoken.pattern_syntax import spelt
from ledger.spoken.words import SpokenWord, words_of

HONORIFICS = frozenset(
    spelt(
        "anh chị em cô chú bác ông bà cậu mợ dì thím dượng thằng con cái bé cu bạn nhà lão"
        " má mẹ bố thầy cháu sếp nhỏ ku"
    )
)
"""What stands before a name and is no part of it."""


def ways_to_call(name: str) -> set[tuple[SpokenWord, ...]]:
    """Every way to call a player: the whole name, its first and last words."""
    whole = called = tuple(words_of(bare(name)))
    while len(called) > 1 and called[0].key in HONORIFICS:
        called = called[1:]
    parts = {called, called[:1], called[-1:], called[:2], called[-2:]}
    named = {part for part in parts if any(word.key not in HONORIFICS for word in part)}
    return named | ({whole} if whole else set())
