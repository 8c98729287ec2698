"""On which line of a JSON text each key stands, which Python's own reader does not tell."""

import json
import re
from collections.abc import Iterator

TOKEN = re.compile(r'"(?:[^"\\]|\\.)*"|[{}\[\],:]', re.S)

Path = tuple[str, ...]


def key_lines(text: str) -> Iterator[tuple[Path, int]]:
    """The path and the line of every key, in their order; the text must be JSON.

    A list is a step "[" of the path. A key that stands twice comes twice.

    >>> list(key_lines('{"a": 1,\\n "b": {"c": 2}}'))
    [(('a',), 1), (('b',), 2), (('b', 'c'), 2)]
    """
    path: list[str] = []
    inside: list[str] = []
    line, counted, key = 1, 0, True
    for token in TOKEN.finditer(text):
        found = token[0]
        if found in "{[":
            inside.append(found)
            path.append(found)
        elif found in "}]":
            inside.pop()
            path.pop()
        elif found[0] == '"' and key and inside and inside[-1] == "{":
            line += text.count("\n", counted, token.start())
            counted = token.start()
            path[-1] = json.loads(found)
            yield tuple(path), line
        key = found in "{,"
