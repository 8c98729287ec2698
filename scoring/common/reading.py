"""Reads the facts of a round strictly: what is not exactly as agreed becomes a Problem.

A game declares each field of its facts once. A Field says how programs see it (a JSON schema) and
how it is read.
"""

import re
from collections.abc import Callable, Mapping, Sequence, Set
from dataclasses import dataclass
from decimal import Decimal
from enum import Enum
from typing import Any

from scoring.common.cards import CARDS, DECK, RANK_CODES, SUIT_CODES, SUIT_SIGNS, VARIATIONS, Card
from scoring.common.errors import FactsError, Problem
from scoring.common.problem_texts import read_problems
from scoring.common.text import Text
from scoring.common.transfers import Seats

MOST_SEATS = 8
"""People of a session; no list of players can be longer."""

MOST_KEYS = 100
"""An object with more is not looked at: no table tells as much."""

LONGEST_SEAT = 10**1000
LISTS = (list, tuple)
"""What a list may be; a tuple of types is asked four times as fast as ``list | tuple``."""

Schema = Mapping[str, Any]
NULL: Schema = {"type": "null"}

_card_of: Callable[[Any], Card] = CARDS.__getitem__

problem = read_problems("scoring.common")

_AN_OBJECT = Text("một đối tượng", "an object")
_A_LIST = Text("một danh sách", "a list")
_A_FLAG = Text("true hoặc false", "true or false")
_A_SEAT = Text("số ghế của một người chơi ván này", "the seat of a player of this round")
_A_CARD = Text("một lá bài như 3S, 10♥", "a card such as 3S, 10♥")
_A_NUMBER = Text("số ghế từ 1 trở lên", "a seat number from 1 on")
_SEATED = Text("số ghế của một người trong bàn", "the seat of somebody at the table")
_A_SEAT_NUMBER = re.compile(r"[1-9][0-9]{0,8}")


def show(value: object) -> str:
    """A value as a message may quote it: short, and safe for whatever was handed in."""
    if isinstance(value, str):
        return f"“{value[:40]}…”" if len(value) > 40 else f"“{value}”"
    if value is None or isinstance(value, bool):
        return str(value).lower().replace("none", "null")
    if isinstance(value, int):
        return str(value) if abs(value) < 10**20 else f"{'-' if value < 0 else ''}10^20…"
    if isinstance(value, float | Decimal):
        return str(value)[:40]
    return "{…}" if isinstance(value, Mapping) else "[…]"


class Reader:
    """The players of a round, and what is wrong with its facts."""

    __slots__ = ("players", "problems", "seats")

    def __init__(self) -> None:
        self.problems: list[Problem] = []
        self.players: Seats = ()
        self.seats: Mapping[str, int] = {}

    def refuse(self, problem: Problem) -> None:
        """Note one problem and go on."""
        self.problems.append(problem)

    def expected(self, what: Text, value: object, path: str, code: str = "type") -> None:
        """Note that something else stands here."""
        self.refuse(problem(code, path, what=what, found=show(value)))

    def missing(self, path: str, what: Text, player: int | None = None) -> None:
        """Note that something needed was left out."""
        self.refuse(problem("missing", path, player, what=what))

    def entries(self, value: object, path: str) -> Mapping[str, object] | None:
        """An object that is not too large, or None where there is none."""
        if type(value) is not dict and not isinstance(value, Mapping):
            self.expected(_AN_OBJECT, value, path)
            return None
        if len(value) > MOST_KEYS:
            self.refuse(problem("too_many", path, most=MOST_KEYS, found=len(value)))
            return None
        return value

    def fields(self, value: object, names: Set[str], path: str) -> Mapping[str, object] | None:
        """The fields of an object, or None where there is no object."""
        value = self.entries(value, path)
        if value is None:
            return None
        if not value.keys() <= names:
            for key in [key for key in value if key not in names]:
                inner = f"{path}.{str(key)[:40]}" if path else str(key)[:40]
                self.refuse(problem("unknown_field", inner, found=show(key)))
        return value

    def by_seat(self, value: object, path: str) -> Sequence[tuple[int, object]]:
        """The entries of an object whose keys are seats; null says nothing."""
        value = self.entries(value, path)
        if value is None:
            return ()
        seats = self.seats
        if not value.keys() <= seats.keys():
            for key in [key for key in value if key not in seats]:
                self.expected(_A_SEAT, key, f"{path}.{str(key)[:40]}", "unknown_player")
        return [(seats[k], v) for k, v in value.items() if k in seats and v is not None]

    def items(self, value: object, path: str, most: int) -> Sequence[object]:
        """The elements of a list; one with more than there can be is not looked at."""
        if not isinstance(value, LISTS):
            self.expected(_A_LIST, value, path)
            return ()
        if len(value) > most:
            self.refuse(problem("too_many", path, most=most, found=len(value)))
            return ()
        return value

    def flag(self, value: object, path: str) -> bool:
        """A yes or no."""
        if value is not True and value is not False:
            self.expected(_A_FLAG, value, path)
        return value is True

    def seat(self, value: object, path: str) -> int | None:
        """A player of this round."""
        if type(value) is int and value in self.players:
            return value
        if value is None:
            self.missing(path, _A_SEAT)
        else:
            self.expected(_A_SEAT, value, path, "unknown_player")
        return None

    def seat_list(self, value: object, path: str) -> Seats:
        """Different players of this round."""
        seats: list[int] = []
        for at, each in enumerate(self.items(value, path, MOST_SEATS)):
            if type(each) is int and each in self.players and each not in seats:
                seats.append(each)
            elif (seat := self.seat(each, f"{path}[{at}]")) is not None:
                self.refuse(problem("duplicate_player", f"{path}[{at}]", seat))
        return tuple(seats)

    def cards(self, value: object, path: str) -> tuple[Card, ...]:
        """Cards, however they are spelt."""
        listed = self.items(value, path, len(DECK))
        try:
            return tuple(map(_card_of, listed))
        except (KeyError, TypeError):
            for at, each in enumerate(listed):
                if type(each) is not str or each not in CARDS:
                    self.expected(_A_CARD, each, f"{path}[{at}]", "unknown_card")
            return ()

    def read_players(self, value: object, path: str, numbers: range) -> Seats:
        """The players of the round, in playing order: different seats, as many as the game takes.

        Nothing else can be read without them: raises FactsError.
        """
        if value is None:
            self.missing(path, Text("những người chơi ván này", "the players of this round"))
        elif (listed := self.items(value, path, MOST_SEATS)) or value in ([], ()):
            self._read_players(listed, path, numbers)
        if not self.players:
            raise FactsError(self.problems)
        return self.players

    def _read_players(self, listed: Sequence[object], path: str, numbers: range) -> None:
        seats = [each for each in listed if type(each) is int and 1 <= each < LONGEST_SEAT]
        if len(seats) < len(listed):
            for at, each in enumerate(listed):
                if type(each) is not int or each not in seats:
                    self.expected(_A_NUMBER, each, f"{path}[{at}]")
            return
        for at, seat in enumerate(seats):
            if seat in seats[:at]:
                field = f"{path}[{at}]"
                self.refuse(problem("duplicate_player.in_round", field, found=show(seat)))
        if len(seats) not in numbers:
            least, most = numbers[0], numbers[-1]
            self.refuse(problem("players", path, least=least, most=most, found=len(seats)))
        self.players = tuple(seats)
        self.seats = {str(seat): seat for seat in seats}


@dataclass(frozen=True, slots=True)
class Field:
    """One part of the facts: its schema, and how what stands at a path is read."""

    schema: Schema
    read: Callable[[Reader, Any, str], Any]

    def described(self, text: str) -> "Field":
        """The same with a description of its own."""
        return Field({**self.schema, "description": text}, self.read)


def or_null(schema: Schema) -> Schema:
    """The schema of the same value, which may be null too."""
    if "anyOf" in schema:
        return {**schema, "anyOf": [*schema["anyOf"], NULL]}
    if "enum" not in schema:
        return {**schema, "type": [schema["type"], "null"]}
    text = {key: schema[key] for key in ("description",) if key in schema}
    return {"anyOf": [{"type": schema["type"], "enum": schema["enum"]}, NULL], **text}


_VARIED = "".join(rf"\u{ord(variation):04x}" for variation in VARIATIONS if variation)
_SIGNS = f"[{SUIT_SIGNS}][{_VARIED}]?"
_SUIT = f"(?:[{SUIT_CODES}{SUIT_CODES.lower()}]|{_SIGNS})"
_RANK = f"(?:10|[{''.join(sorted({*RANK_CODES, *RANK_CODES.lower()}))}])"

TWO = f"2{_SUIT}"
"""A 2 in any spelling, as part of a pattern."""

CARD: Schema = {"type": "string", "pattern": f"^{_RANK}{_SUIT}$", "examples": ["3S"]}
SEAT = Field({"type": "integer", "minimum": 1}, Reader.seat)
FLAG = Field({"type": "boolean"}, Reader.flag)


def players(numbers: range) -> Field:
    """Who plays a round of a game for so many."""

    def read(reader: Reader, value: object, path: str) -> Seats:
        return reader.read_players(value, path, numbers)

    text = "who plays this round: seats in playing order, the leader first"
    return Field(seats(text, minItems=numbers[0], maxItems=numbers[-1]).schema, read)


def seats(text: str, **bounds: int) -> Field:
    """Different players of this round."""
    schema = {"type": "array", "items": SEAT.schema, **bounds, "uniqueItems": True}
    return Field(schema, Reader.seat_list).described(text)


def cards(text: str, **bounds: int) -> Field:
    """Cards; the bounds of how many are those of the schema alone."""
    return Field({"type": "array", "items": CARD, **bounds}, Reader.cards).described(text)


def a_list(of: Field, text: str, most: int, **bounds: int) -> Field:
    """At most so many of them."""

    read_one = of.read

    def read(reader: Reader, value: object, path: str) -> tuple[Any, ...]:
        listed = enumerate(reader.items(value, path, most))
        return tuple([read_one(reader, each, f"{path}[{at}]") for at, each in listed])

    return Field({"type": "array", "items": of.schema, "maxItems": most, **bounds}, read).described(
        text
    )


def one_of(kinds: type[Enum], text: str, what: Text) -> Field:
    """One of some kinds, by its name; ``what`` they are is told where there is another."""
    return a_word({kind.name.lower(): kind for kind in kinds}, text, what)


def a_word(known: Mapping[str, object], text: str, what: Text) -> Field:
    """One of these words, read as what it stands for."""

    def read(reader: Reader, value: object, path: str) -> object:
        meant = known.get(value) if type(value) is str else None
        if meant is None:
            reader.expected(what, value, path, "unknown_kind")
        return meant

    return Field({"type": "string", "enum": list(known)}, read).described(text)


def whole(least: int, most: int, what: Text, code: str = "type") -> Field:
    """A whole number between these; ``what`` it counts is told, with ``code``, where it is none."""
    asked = Text(f"{what.vi}, từ {least} đến {most}", f"{what.en}, {least} to {most}")

    def read(reader: Reader, value: object, path: str) -> int:
        if type(value) is int and least <= value <= most:
            return value
        reader.expected(asked, value, path, code)
        return least

    return Field({"type": "integer", "minimum": least, "maximum": most}, read)


def by_seat(of: Field, text: str) -> Field:
    """An object whose keys are seats, spelt as strings."""

    read_one = of.read

    def read(reader: Reader, value: object, path: str) -> dict[int, Any]:
        entries = reader.by_seat(value, path)
        return {seat: read_one(reader, each, f"{path}.{seat}") for seat, each in entries}

    schema = {"type": "object", "additionalProperties": or_null(of.schema)}
    return Field(schema, read).described(f"by seat: {text}")


def by_any_seat(of: Field, text: str) -> Field:
    """The same, also of who sits the round out; null says nothing."""

    def read(reader: Reader, value: object, path: str) -> dict[int, Any]:
        values = {}
        for key, each in (reader.entries(value, path) or {}).items():
            inner, seat = f"{path}.{str(key)[:40]}", _any_seat(reader, key)
            if seat is None:
                reader.expected(_SEATED, key, inner, "unknown_player")
            elif each is not None:
                values[seat] = of.read(reader, each, inner)
        return values

    schema = {"type": "object", "additionalProperties": or_null(of.schema)}
    return Field(schema, read).described(f"by seat: {text}")


def _any_seat(reader: Reader, key: object) -> int | None:
    """The seat of a key, whether he plays this round or not."""
    name = key if isinstance(key, str) else ""
    return reader.seats.get(name, int(name) if _A_SEAT_NUMBER.fullmatch(name) else None)


def record(
    make: Callable[..., Any], text: str, needed: Mapping[str, Field], **others: Field
) -> Field:
    """An object: ``make`` of the fields that are there.

    The ``needed`` ones are read although they are left out, to refuse that.
    """
    fields = {**needed, **others}
    readers = [(name, field.read, name in needed) for name, field in fields.items()]

    def read(reader: Reader, value: object, path: str) -> Any:
        entries = reader.fields(value, fields.keys(), path)
        if entries is None:
            return None
        before = f"{path}." if path else ""
        values = {}
        for name, read_one, is_needed in readers:
            each = entries.get(name)
            if each is not None or is_needed:
                values[name] = read_one(reader, each, before + name)
        return make(**values)

    optional = {name: or_null(field.schema) for name, field in others.items()}
    schema: Schema = {
        "type": "object",
        "description": text,
        "properties": {**{name: field.schema for name, field in needed.items()}, **optional},
        "additionalProperties": False,
    }
    return Field({**schema, "required": list(needed)} if needed else schema, read)


def facts(text: str, numbers: range, **others: Field) -> Field:
    """What a round of a game for so many players tells: who plays, and fields of its own."""
    return record(dict, text, {"players": players(numbers)}, **others)


def read_facts(declared: Field, value: object) -> dict[str, Any]:
    """The fields that a round tells, by name; raises FactsError with all that cannot be read."""
    reader = Reader()
    facts: dict[str, Any] = declared.read(reader, value, "")
    if reader.problems:
        raise FactsError(reader.problems)
    return facts
