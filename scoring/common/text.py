"""A sentence or a label in the languages of the table."""

from dataclasses import dataclass


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
