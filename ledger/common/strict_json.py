"""JSON from outside: read exactly or refused; nothing is guessed or lost."""

import json
from collections.abc import Callable
from typing import Any

Object = dict[str, Any]
"""What JSON calls so, whatever is in it."""

DEEPEST = 20
"""Levels of lists and objects; the facts of a round have five."""


def loads(text: bytes) -> Any:
    """The value of a UTF-8 text; raises ValueError.

    Refused beside what is no JSON: a key twice in one object, NaN and infinities, half a
    surrogate pair, and nesting deeper than DEEPEST.
    """
    try:
        value = parse(text)
        _check_depth(value, DEEPEST)
        json.dumps(value, ensure_ascii=False, allow_nan=False).encode()
    except RecursionError as error:
        raise ValueError("nested too deeply") from error
    return value


def parse(text: bytes, parse_float: Callable[[str], object] = float) -> Any:
    """The value of a UTF-8 text without NaN, infinities and keys that are there twice."""
    hooks: Object = {"parse_constant": _refuse, "object_pairs_hook": _without_duplicates}
    return json.loads(text.decode(), parse_float=parse_float, **hooks)


def _refuse(name: str) -> object:
    raise ValueError(f"{name} is no JSON")


def _without_duplicates(pairs: list[tuple[str, object]]) -> dict[str, object]:
    found = dict(pairs)
    if len(found) < len(pairs):
        raise ValueError("a key is there twice")
    return found


def _check_depth(value: object, levels: int) -> None:
    inner = list(value.values()) if isinstance(value, dict) else value
    if isinstance(inner, list):
        if levels == 0:
            raise ValueError("nested too deeply")
        for each in inner:
            _check_depth(each, levels - 1)
