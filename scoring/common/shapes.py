"""What facts look like, as JSON schemas for programs; each game says its own in ``shape.py``.

A shape takes all that is read, and more: what a round cannot be, the checks say. ``nullable``
is OpenAPI 3.0's word for a value that may be null.
"""

from collections.abc import Iterable, Mapping
from enum import StrEnum
from typing import Any, Final

from scoring.common.cards import RANK_CODES, SUIT_CODES, SUIT_SIGNS, VARIATIONS
from scoring.common.reading import FEWEST_PLAYERS, MOST_PLAYERS

Shape = Mapping[str, Any]

_VARIED = "".join(rf"\u{ord(variation):04x}" for variation in VARIATIONS if variation)
_SIGNS = f"[{SUIT_SIGNS}][{_VARIED}]?"
_SUIT = f"(?:[{SUIT_CODES}{SUIT_CODES.lower()}]|{_SIGNS})"
_RANK = f"(?:10|[{''.join(sorted({*RANK_CODES, *RANK_CODES.lower()}))}])"

SEAT: Final[Shape] = {"type": "integer", "minimum": 1}
FLAG: Final[Shape] = {"type": "boolean", "default": False}
CARD: Final[Shape] = {"type": "string", "pattern": f"^{_RANK}{_SUIT}$", "example": "3S"}
TWO: Final = f"2{_SUIT}"
"""A 2 in any spelling, as part of a pattern."""

PLAYERS: Final[Shape] = {
    "type": "array",
    "items": SEAT,
    "minItems": FEWEST_PLAYERS,
    "maxItems": MOST_PLAYERS,
    "uniqueItems": True,
    "description": "who plays this round: seats in playing order, the leader first",
}


def said(shape: Shape, text: str) -> Shape:
    """The shape with a description of its own."""
    return {**shape, "description": text}


def seats(text: str) -> Shape:
    """Different players of this round."""
    return {"type": "array", "items": SEAT, "uniqueItems": True, "description": text}


def cards(text: str, **more: int) -> Shape:
    """Cards; ``more`` are bounds of how many."""
    return {"type": "array", "items": CARD, "description": text, **more}


def a_list(of: Shape, text: str, **more: int) -> Shape:
    """Any number of them, unless ``more`` bounds it."""
    return {"type": "array", "items": of, "description": text, **more}


def one_of(kinds: Iterable[StrEnum], text: str) -> Shape:
    """One of some words."""
    return {"type": "string", "enum": [kind.value for kind in kinds], "description": text}


def by_seat(of: Shape, text: str) -> Shape:
    """An object whose keys are seats, spelt as strings."""
    return {
        "type": "object",
        "additionalProperties": {**of, "nullable": True},
        "description": f"by seat: {text}",
    }


def record(text: str, needed: Mapping[str, Shape], **others: Shape) -> Shape:
    """An object: the fields that are ``needed``, and those that may be left out or null."""
    optional = {name: {**shape, "nullable": True} for name, shape in others.items()}
    shape = {
        "type": "object",
        "description": text,
        "properties": {**needed, **optional},
        "additionalProperties": False,
    }
    return {**shape, "required": list(needed)} if needed else shape
