"""Refusals: what is wrong with facts or settings, where, whose, and by which rule."""

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field as made
from typing import NamedTuple

from scoring.common.json_types import ProblemJSON, RefusalJSON
from scoring.common.text import Text
from scoring.common.transfers import decimal
from scoring.common.words import word

SayName = Callable[[int], str]
"""The name of the player in a seat."""


class SeatNumber(int):
    """A seat inside the arguments of a message: printed as the player's name."""


class Word(str):
    """A code inside the arguments of a message: printed as players say it."""

    __slots__ = ()


class Amount(NamedTuple):
    """``units`` of 1/``grain`` cược inside the arguments of a message."""

    units: int
    grain: int

    def say(self, language: str) -> str:
        """The exact number, with a comma in Vietnamese and a dot in English."""
        text = decimal(self.units, self.grain).replace("-", "−")
        return Text(text.replace(".", ","), text).say(language)


@dataclass(frozen=True, slots=True)
class Problem:
    """One thing that cannot have happened, or that is only doubtful (a warning).

    ``code`` is stable. ``field`` is a path into the facts (``chat[0].plays[1].cards``). ``text`` is
    the sentence, ``args`` what it speaks of.
    """

    code: str
    field: str
    text: Text
    player: int | None = None
    rule: str | None = None
    args: Mapping[str, object] = made(default_factory=dict)

    @property
    def setting(self) -> str:
        """The flag of the table that would let it be, "" where there is none."""
        return str(self.args.get("setting", ""))

    def message(self, language: str = "vi", name: SayName | None = None) -> str:
        """The whole sentence, players called by ``name`` (default "ghế 3", "seat 3").

        >>> Problem("cong", "cong[0]", Text("{player} bị cóng.", "{player} is cóng."), 3).message()
        'Ghế 3 bị cóng.'
        """
        say = name or (Text("ghế {}", "seat {}").say(language).format)
        args = {key: _in_words(value, language, say) for key, value in self.args.items()}
        if self.player is not None:
            args["player"] = say(self.player)
        sentence = self.text.say(language).format_map(args)
        return sentence[:1].upper() + sentence[1:]

    def as_json(self, language: str = "vi", name: SayName | None = None) -> ProblemJSON:
        """The problem for the outside; ``player`` and ``rule`` only where there is one."""
        message = self.message(language, name)
        json: ProblemJSON = {"code": self.code, "field": self.field, "message": message}
        if self.player is not None:
            json["player"] = self.player
        if self.rule is not None:
            json["rule"] = self.rule
        return json


class RefusedError(ValueError):
    """Something handed in is refused as a whole; ``problems`` has all that was found."""

    def __init__(self, problems: Iterable[Problem]) -> None:
        self.problems = tuple(problems)
        assert self.problems
        super().__init__(self.problems[0].field, self.problems[0].code)

    def __str__(self) -> str:
        return " ".join(problem.message() for problem in self.problems)

    def as_json(self, language: str = "vi", name: SayName | None = None) -> RefusalJSON:
        """``{"error": {"code": …, "problems": […]}}``."""
        problems = [problem.as_json(language, name) for problem in self.problems]
        return {"error": {**problems[0], "problems": problems}}


class FactsError(RefusedError):
    """The facts of a round cannot have happened, or cannot be read."""


class SettingsError(RefusedError):
    """Settings of a rule set that do not exist or have impossible values."""


def _in_words(value: object, language: str, say: SayName) -> str:
    if isinstance(value, SeatNumber):
        return say(value)
    if isinstance(value, Word):
        return word(value, language)
    if isinstance(value, Text | Amount):
        return value.say(language)
    if isinstance(value, Mapping):
        pairs = (
            " ".join(_in_words(each, language, say) for each in pair) for pair in value.items()
        )
        return ", ".join(pairs)
    if isinstance(value, tuple):
        return ", ".join(_in_words(each, language, say) for each in value)
    return str(value)


Problems = Iterator[Problem]
"""What is wrong, as a check finds it."""
