"""What a clause states: fields of the round form, and what cannot be true beside them."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from django.utils.functional import Promise

Pair = tuple[str, str]
Values = dict[str, Any]
"""What stands in the slots of a clause, by name."""


@dataclass(frozen=True, slots=True)
class Statement:
    """One thing stated.

    `claims` are questions with their answers: two statements that answer one question differently
    contradict each other. `later` is what only the whole sentence settles, of the `kind`.
    `unsayable` tells why no field can hold what was understood.
    """

    fields: tuple[Pair, ...] = ()
    claims: tuple[Pair, ...] = ()
    kind: str = ""
    later: Any = None
    unsayable: Promise | str = ""


@dataclass(frozen=True, slots=True)
class Context:
    """What the words before leave understood: whom they spoke of, and which rows."""

    subject: int | None = None
    rows: tuple[str, ...] = ()

    def complete(self, values: Values) -> Values | None:
        """What a clause says here: "he" (no seats) is whom the words before spoke of."""
        values = {"rows": self.rows, "before": self.rows} | values
        if values.get("seats") != ():
            return values
        return None if self.subject is None else values | {"seats": (self.subject,)}


@dataclass(frozen=True, slots=True)
class Clause:
    """Ways to say one thing, and what it states; None where it cannot be meant.

    The words that follow may go on about the one player it speaks of, and about the same rows.
    """

    says: tuple[str, ...]
    make: Callable[[Values], Iterable[Statement] | None]
    keeps_rows: bool = False


@dataclass(frozen=True, slots=True)
class ClauseMatch:
    """One clause in the sentence: from where to where, what it states, what stays understood."""

    start: int
    end: int
    statements: tuple[Statement, ...]
    then: Context


def contradictions(statements: Sequence[Statement]) -> Iterator[tuple[int, int]]:
    """Which statements cannot both be true, by their numbers."""
    answers: dict[str, tuple[int, str]] = {}
    for number, statement in enumerate(statements):
        for question, answer in statement.claims:
            before, given = answers.setdefault(question, (number, answer))
            if given != answer:
                yield before, number


def later(statements: Iterable[Statement], kind: str) -> list[Any]:
    """What the whole sentence settles, of one kind."""
    return [each.later for each in statements if each.kind == kind]


def listed(statements: Iterable[Statement], field: str) -> set[int]:
    """The seats that stand in a field."""
    return {int(v) for each in statements for name, v in each.fields if name == field}


def by_seat(statements: Iterable[Statement], field: str) -> dict[int, str]:
    """What stands in the fields `field-1`, `field-2` and so on, by seat."""
    fields = ((*name.rpartition("-"), v) for each in statements for name, v in each.fields)
    return {int(seat): value for name, _dash, seat, value in fields if name == field}


def one(values: Values) -> int:
    """The one player a clause speaks of."""
    return int(values["seats"][0])


def place(seat: int, at: int) -> Statement:
    """Somebody finished in this place."""
    claims = ((f"place {seat}", str(at)), (f"at {at}", str(seat)), PLAYED)
    return Statement(((f"place-{seat}", str(at)),), claims)


def lost(field: str, seat: int) -> Statement:
    """Somebody is cóng or móm and so has no place."""
    claims = ((f"place {seat}", field), (f"out {seat}", field), PLAYED)
    return Statement(((field, str(seat)),), claims)


PLAYED = ("over", "played")
"""The round was played to its end, not won at once."""
