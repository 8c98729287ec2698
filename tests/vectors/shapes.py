"""The types of facts, ``scoring/shapes.py``, made of the fields that the games declare."""

import subprocess
import sys
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from typing import Any

import scoring.shapes
from scoring import RULE_SETS

FILE = Path(scoring.shapes.__file__)

HEAD = '''"""What facts of a round are as JSON, for programs that check their types.

Written by ``python -m tests.vectors``, of the fields that each game declares in its ``FACTS``.
"""

from collections.abc import Mapping, Sequence
from decimal import Decimal
from typing import Literal, Required, TypedDict

'''

WORDS = {"integer": "int", "boolean": "bool", "string": "str", "number": "float | Decimal"}


def known() -> list[str]:
    """The games that have a type by now: a new one has none until it is written."""
    return [rules for rules in RULE_SETS if hasattr(scoring.shapes, camel(rules))]


def source(games: Iterable[str] = RULE_SETS) -> str:
    """The module, with a class for each of these games and for each object in its facts."""
    classes: dict[str, str] = {}
    for rules in games:
        _named(RULE_SETS[rules].shape, camel(rules), "", classes)
    names = " | ".join(map(camel, games))
    facts = f'Facts = {names}\n"""Of a round of any game."""'
    return _formatted("\n\n".join([HEAD, *classes.values(), facts]))


def camel(name: str) -> str:
    """tien_len: TienLen."""
    return name.title().replace("_", "")


def _named(shape: Mapping[str, Any], game: str, key: str, classes: dict[str, str]) -> str:
    """The name of the class of an object; one that another game has too is that game's."""
    needed = shape.get("required", ())
    fields = [
        f"    {name}: {f'Required[{kind}]' if name in needed else kind}"
        for name, each in shape["properties"].items()
        for kind in [_type(each, game, name, classes)]
    ]
    text = shape["description"]
    lines = [f'    """{text[:1].upper()}{text[1:]}."""', "", *fields]
    name = f"{game}{camel(key)}"
    body = "\n".join(lines)
    same = [name for name, other in classes.items() if other.partition("\n")[2] == body]
    if same:
        return same[0]
    assert name not in classes
    classes[name] = f"class {name}(TypedDict, total=False):\n{body}"
    return name


def _type(shape: Mapping[str, Any], game: str, key: str, classes: dict[str, str]) -> str:
    """The type of a value, as source."""
    return " | ".join(dict.fromkeys(_kinds(shape, game, key, classes)))


def _kinds(shape: Mapping[str, Any], game: str, key: str, classes: dict[str, str]) -> Iterator[str]:
    if "anyOf" in shape:
        for each in shape["anyOf"]:
            yield from _kinds(each, game, key, classes)
        return
    if "enum" in shape:
        yield f"Literal[{', '.join(map(_quoted, shape['enum']))}]"
        return
    kinds = shape["type"]
    for kind in [kinds] if isinstance(kinds, str) else kinds:
        if kind == "array":
            yield f"Sequence[{_type(shape['items'], game, key, classes)}]"
        elif kind == "object" and "properties" in shape:
            yield _named(shape, game, key, classes)
        elif kind == "object":
            yield f"Mapping[str, {_type(shape['additionalProperties'], game, key, classes)}]"
        else:
            yield "None" if kind == "null" else WORDS[kind]


def _quoted(word: str) -> str:
    return f'"{word}"'


def _formatted(text: str) -> str:
    command = [sys.executable, "-m", "ruff", "format", "-q", "--stdin-filename", str(FILE), "-"]
    return subprocess.run(
        command, cwd=FILE.parents[1], input=text, capture_output=True, text=True, check=True
    ).stdout
