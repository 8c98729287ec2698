"""What a sentence tells: fields of the round form, and what cannot be true beside them."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from ledger.spoken.patterns import Found

Pair = tuple[str, str]


@dataclass(frozen=True, slots=True)
class Tell:
    """One thing told.

    `claims` are questions with their answers: two tells that answer one question differently
    contradict each other. `later` is what can only be settled once all is told, of the `kind`.
    """

    fields: tuple[Pair, ...] = ()
    claims: tuple[Pair, ...] = ()
    kind: str = ""
    later: Any = None


@dataclass(frozen=True, slots=True)
class Context:
    """What the words before leave understood: whom they spoke of, and which rows."""

    subject: int | None = None
    rows: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Said:
    """One clause found in the sentence: from where to where, and what it tells."""

    start: int
    end: int
    tells: tuple[Tell, ...]
    then: Context


Make = Callable[[Found, Context], Iterable[Tell] | None]


@dataclass(frozen=True, slots=True)
class Clause:
    """Ways to say one thing, and what it tells; None where it cannot be meant.

    What follows may go on about whoever stands in the slot `about`, or about the same rows.
    """

    says: tuple[str, ...]
    make: Make
    about: str = ""
    keeps_rows: bool = False


def contradictions(tells: Sequence[Tell]) -> Iterator[tuple[int, int]]:
    """Which tells say what cannot both be true, by their numbers."""
    answers: dict[str, tuple[int, str]] = {}
    for number, tell in enumerate(tells):
        for question, answer in tell.claims:
            before, said = answers.setdefault(question, (number, answer))
            if said != answer:
                yield before, number


def place(seat: int, at: int) -> Tell:
    """Somebody finished in this place."""
    claims = ((f"place {seat}", str(at)), (f"at {at}", str(seat)), PLAYED)
    return Tell(((f"place-{seat}", str(at)),), claims)


def lost(field: str, seat: int) -> Tell:
    """Somebody is cóng or móm and so has no place."""
    return Tell(((field, str(seat)),), ((f"place {seat}", field), (f"out {seat}", field), PLAYED))


PLAYED = ("over", "played")
"""The round was played to its end, not won at once."""
