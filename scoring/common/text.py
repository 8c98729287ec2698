"""A sentence or a label in the languages of the table."""

import re
from dataclasses import dataclass
from importlib.resources import files


@dataclass(frozen=True, slots=True)
class Text:
    """One text in Vietnamese and English.

    >>> Text("thối heo", "heo left in hand").say("vi")
    'thối heo'
    """

    vi: str
    en: str

    def say(self, language: str = "vi") -> str:
        """The text in ``language``: English for ``en`` and ``en-…``, Vietnamese for all others."""
        return self.en if language.startswith("en") else self.vi


def read_words(package: str) -> dict[str, Text]:
    """What ``words.txt`` of a package calls its codes."""
    table = (files(package) / "words.txt").read_text(encoding="utf-8")
    rows = re.findall(r"^(\w+): (.+) \| (.+)$", table, re.MULTILINE)
    return {code: Text(vi, en) for code, vi, en in rows}
