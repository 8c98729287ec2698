"""JSON that a phone or a program sends: as deep as a round can be, and no deeper."""

import json
from typing import Any

from scoring.common.strict_json import parse

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


def _check_depth(value: object, levels: int) -> None:
    inner = list(value.values()) if isinstance(value, dict) else value
    if isinstance(inner, list):
        if levels == 0:
            raise ValueError("nested too deeply")
        for each in inner:
            _check_depth(each, levels - 1)
