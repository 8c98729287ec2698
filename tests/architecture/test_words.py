"""A word of the glossary stands for one thing."""

import ast
import re
from collections import Counter
from pathlib import Path

from tests.architecture.source import ROOT, name, tree

ONE_THING = {
    "entry": (
        "a row of the journal; what is typed is a draft",
        re.compile(r"ledger/(web|static)/|templates/"),
    ),
    "part": (
        "what adds up to a transfer; what a player tells on an own phone is a hand",
        re.compile(r".*(hand|table/changed|refusals|web/urls|/games/\w+/form\.py)"),
    ),
}
"""What each word stands for, and the files where it would stand for something else."""

FORMS = {"entry": "entry", "entries": "entry", "part": "part", "parts": "part"}
OF_OTHERS = re.compile(r"\.(entries\(|fromEntries\(|getEntriesByType)|[\"']parts/\w+\.html")
"""What browsers call so, and the folder of fragments."""


def test_a_word_stands_for_one_thing() -> None:
    wrong = [
        f"{where} says {word!r} {number} times: it is {ONE_THING[word][0]}"
        for (word, where), number in uses().items()
    ]
    assert wrong == []


def uses() -> Counter[tuple[str, str]]:
    """How often each file that may be wrong uses each word, in its own name too."""
    sources = [
        *(path for path in ROOT.glob("ledger/**/*") if path.suffix in {".py", ".js", ".css"}),
        *(path for path in ROOT.glob("templates/**/*") if path.is_file()),
    ]
    return Counter(
        (word, where)
        for path in sources
        if (where := name(path)) and "migrations" not in path.parts
        for text in [path.stem, OF_OTHERS.sub("", names(path))]
        for piece in re.findall(r"[A-Z]?[a-z]+", text)
        if (word := FORMS.get(piece.lower())) and ONE_THING[word][1].match(where)
    )


def names(path: Path) -> str:
    """The text of a file; of Python only names, and strings that are no sentences."""
    if path.suffix != ".py":
        return path.read_text()
    values = (value for node in ast.walk(tree(path)) for value in vars(node).values())
    return " ".join(value for value in values if isinstance(value, str) and " " not in value)
