"""Reads tests/cases/spoken: sentences as players say them, and what they must fill in."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from typing import Any

from ledger.common.person import Person
from ledger.web.games import form_for
from ledger.web.games.base import Facts
from tests.scoring import cases

FOLDER = cases.CASES / "spoken"
TABLE = ("An", "Bình", "Cường", "Dũng")

Fields = dict[str, list[str]]


@dataclass(slots=True)
class Spoken:
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


def all_spoken() -> list[Spoken]:
    """Every sentence of every file."""
    return [
        spoken
        for path in sorted(FOLDER.glob("*.txt"))
        for spoken in _read(path.stem, path.read_text())
    ]


def _read(file: str, text: str) -> Iterator[Spoken]:
    rules = file.removesuffix("_more")
    for block in text.split("\n== ")[1:]:
        sentence, *lines = block.strip().splitlines()
        spoken, told = Spoken(rules, file, sentence), cases.Case(rules, file, sentence)
        for line in filter(str.strip, lines):
            word, _, rest = line.partition(" ")
            if word in OWN:
                OWN[word](spoken, rest.strip())
            else:
                cases.READ[word](told, rest.strip())
        spoken.fields |= _fields(rules, told.facts)
        yield spoken


def _at(spoken: Spoken, rest: str) -> None:
    spoken.names = tuple(rest.split(", "))


def _places(spoken: Spoken, rest: str) -> None:
    for place, seat in enumerate(rest.split(), 1):
        if seat != "-":
            spoken.fields[f"place-{seat}"] = [str(place)]


def _an(spoken: Spoken, rest: str) -> None:
    eater, _from, _victim, *chot = rest.split()
    name = f"{'chot' if chot else 'an'}-{eater}"
    spoken.fields[name] = [str(int(spoken.fields.get(name, ["0"])[0]) + 1)]


def _points(spoken: Spoken, rest: str) -> None:
    seat, _, number = rest.partition(": ")
    spoken.fields[f"points-{seat}"] = [number]


def _seats(name: str) -> Callable[[Spoken, str], None]:
    def read(spoken: Spoken, rest: str) -> None:
        spoken.fields[name] = sorted(rest.split())

    return read


def _u(spoken: Spoken, rest: str) -> None:
    seat, _, kind = rest.partition(" ")
    spoken.fields |= {"u-player": [seat], "u-kind": [kind or "u"]}


def _chat(spoken: Spoken, rest: str) -> None:
    chain = len({name.split("-")[1] for name in spoken.fields if name.startswith("chat-")})
    for at, play in enumerate(rest.split(", ")):
        seat, _, told = play.partition(" ")
        named = {"player": seat, "cards": told}
        spoken.fields |= {f"chat-{chain}-{at}-{what}": [v] for what, v in named.items() if v}


def _refused(spoken: Spoken, rest: str) -> None:
    spoken.refused, spoken.left_out = True, rest.split() or None


OWN: dict[str, Callable[[Spoken, str], None]] = {
    "at": _at,
    "places": _places,
    "an": _an,
    "points": _points,
    "mom": _seats("mom"),
    "u": _u,
    "chat": _chat,
    "refused": _refused,
}


def _fields(rules: str, facts: Facts) -> Fields:
    """The fields of what the round files' own words told."""
    if not facts:
        return {}
    told: dict[str, Any] = {}
    for name, values in form_for(rules).fill(facts):
        if any(values):
            told[name] = sorted(values)
    return told
