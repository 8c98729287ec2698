"""JSON from outside, read exactly or refused; nothing is guessed or lost."""

import json
from collections.abc import Callable
from typing import Any


def parse(text: bytes, parse_float: Callable[[str], object] = float) -> Any:
    """The value of a UTF-8 text; raises ValueError.

    Refused beside what is no JSON: NaN, infinities and a key that is twice in one object.
    """
    hooks: dict[str, Any] = {
        "parse_constant": _refuse,
        "object_pairs_hook": _without_duplicates,
    }
    return json.loads(text.decode(), parse_float=parse_float, **hooks)


def _refuse(name: str) -> object:
    raise ValueError(f"{name} is no JSON")


def _without_duplicates(pairs: list[tuple[str, object]]) -> dict[str, object]:
    unique = dict(pairs)
    if len(unique) < len(pairs):
        raise ValueError("a key is there twice")
    return unique
