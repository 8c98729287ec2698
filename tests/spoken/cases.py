"""Reads tests/cases/spoken: sentences as players say them, and what they must fill in."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from ledger.common.person import Person
from ledger.web.games import form_for
from ledger.web.games.base import Facts
from tests.scoring import cases

FILES = sorted((cases.CASES / "spoken").glob("*.txt"))
TABLE = ("An", "Bình", "Cường", "Dũng")

Fields = dict[str, list[str]]


@dataclass(slots=True)
class SentenceCase:
    """One sentence and what is to come of it; `left_out` None where any word may be marked."""

    rules: str
    file: str
    sentence: str
    names: tuple[str, ...] = TABLE
    fields: Fields = field(default_factory=dict)
    refused: bool = False
    left_out: list[str] | None = None

    def __str__(self) -> str:
        return f"{self.file}: {self.sentence}"

    @property
    def people(self) -> list[Person]:
        return [Person(seat, name) for seat, name in enumerate(self.names, 1)]


def all_spoken() -> list[SentenceCase]:
    """Every sentence of every file."""
    return [case for path in FILES for case in read_file(path)]


def read_file(path: Path) -> list[SentenceCase]:
    """The sentences of one file, named like its game."""
    return [*_read(path.stem, path.read_text(encoding="utf-8"))]


def _read(file: str, text: str) -> Iterator[SentenceCase]:
    rules = file.removesuffix("_more")
    for block in text.split("\n== ")[1:]:
        sentence, *lines = block.strip().splitlines()
        spoken, case = SentenceCase(rules, file, sentence), cases.Case(rules, file, sentence)
        for line in filter(str.strip, lines):
            word, _, rest = line.partition(" ")
            if word in OWN:
                OWN[word](spoken, rest.strip())
            else:
                cases.read_line(case, word, rest.strip())
        spoken.fields |= _fields(rules, case.facts)
        yield spoken


def _at(spoken: SentenceCase, rest: str) -> None:
    spoken.names = tuple(rest.split(", "))


def _places(spoken: SentenceCase, rest: str) -> None:
    for place, seat in enumerate(rest.split(), 1):
        if seat != "-":
            spoken.fields[f"place-{seat}"] = [str(place)]


def _an(spoken: SentenceCase, rest: str) -> None:
    eater, _from, _victim, *chot = rest.split()
    name = f"{'chot' if chot else 'an'}-{eater}"
    spoken.fields[name] = [str(int(spoken.fields.get(name, ["0"])[0]) + 1)]


def _points(spoken: SentenceCase, rest: str) -> None:
    seat, _, number = rest.partition(": ")
    spoken.fields[f"points-{seat}"] = [number]


def _seats(name: str) -> Callable[[SentenceCase, str], None]:
    def read(spoken: SentenceCase, rest: str) -> None:
        spoken.fields[name] = sorted(rest.split())

    return read


def _u(spoken: SentenceCase, rest: str) -> None:
    seat, _, kind = rest.partition(" ")
    spoken.fields |= {"u-player": [seat], "u-kind": [kind or "u"]}


def _chat(spoken: SentenceCase, rest: str) -> None:
    chain = len({name.split("-")[1] for name in spoken.fields if name.startswith("chat-")})
    for at, play in enumerate(rest.split(", ")):
        seat, _, cards = play.partition(" ")
        named = {"player": seat, "cards": cards}
        spoken.fields |= {f"chat-{chain}-{at}-{what}": [v] for what, v in named.items() if v}


def _fills(spoken: SentenceCase, rest: str) -> None:
    name, *values = rest.split()
    spoken.fields[name] = sorted(values)


def _refused(spoken: SentenceCase, rest: str) -> None:
    spoken.refused, spoken.left_out = True, rest.split() or None


OWN: dict[str, Callable[[SentenceCase, str], None]] = {
    "at": _at,
    "places": _places,
    "an": _an,
    "points": _points,
    "mom": _seats("mom"),
    "u": _u,
    "chat": _chat,
    "fills": _fills,
    "refused": _refused,
}


def _fields(rules: str, facts: Facts) -> Fields:
    """The fields of what the round files' own words told."""
    if not facts:
        return {}
    fields: dict[str, Any] = {}
    for name, values in form_for(rules).fill(facts):
        if any(values):
            fields[name] = sorted(values)
    return fields
