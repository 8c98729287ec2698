"""The sentences of all problems: ``problems.txt`` of a package declares them by name.

A row has the name of the problem, the rule that says so, and the sentence in both languages. The
name is the code of the problem; of several with one code it goes on after a dot.
"""

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import cache
from importlib.resources import files
from importlib.resources.abc import Traversable

from scoring.common.errors import Problem
from scoring.common.text import Text

_ROW = re.compile(
    r"^(?P<name>[\w.]+)(?: (?P<rule>[A-Z]{2}-\d+))?\n +(?P<vi>.+)\n +(?P<en>.+)$", re.MULTILINE
)


@cache
def read_problems(package: str) -> Callable[..., Problem]:
    """A function that makes the problems of a package."""
    rows = {row["name"]: row for row in _rows(files(package))}

    def problem(
        name: str, field: str, player: int | None = None, rule: str | None = None, /, **args: object
    ) -> Problem:
        """The problem of this name; ``rule`` where the table has none, ``args`` of its sentence."""
        row = rows[name]
        code, text = name.partition(".")[0], Text(row["vi"], row["en"])
        return Problem(code, field, text, player, rule or row["rule"], args)

    return problem


@cache
def sentences() -> Mapping[str, Sequence[Text]]:
    """All that a problem can say, whatever the game, by its code."""
    packages = (each for each in files("scoring").iterdir() if (each / "problems.txt").is_file())
    by_code: dict[str, list[Text]] = {}
    for row in (row for package in packages for row in _rows(package)):
        code = row["name"].partition(".")[0]
        by_code.setdefault(code, []).append(Text(row["vi"], row["en"]))
    return by_code


def _rows(package: Traversable) -> Iterator[re.Match[str]]:
    return _ROW.finditer((package / "problems.txt").read_text(encoding="utf-8"))
