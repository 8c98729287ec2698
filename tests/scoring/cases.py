"""Reads the case files: rounds as a card player tells them (see tests/cases/README.md)."""

import json
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from typing import Any

from scoring import RULE_SETS, FactsError, score

CASES = Path(__file__).resolve().parents[1] / "cases"


@dataclass(frozen=True, slots=True)
class Alone:
    """What a case comes to with one setting more: units, or what is next, or refused."""

    name: str
    value: Any
    units: list[str] | None
    leads: str | None
    next: dict[str, Any] | None
    refused: list[tuple[str, str]]


@dataclass(slots=True)
class Case:
    """One round and what it must come to."""

    rules: str
    file: str
    name: str
    source: str = ""
    facts: dict[str, Any] = field(default_factory=dict)
    settings: dict[str, Any] = field(default_factory=dict)
    units: list[str] | None = None
    leads: int | None = None
    checks_leader: bool = False
    then_opening: bool = False
    next: dict[str, Any] | None = None
    warned: list[str] = field(default_factory=list)
    refused: list[tuple[str, str]] = field(default_factory=list)
    alone: list[Alone] = field(default_factory=list)

    def __str__(self) -> str:
        return f"{self.file}: {self.name}"


def all_cases() -> list[Case]:
    """Every case of every game, in the order of the files."""
    return [
        case
        for path in sorted(path for rules in RULE_SETS for path in (CASES / rules).glob("*.txt"))
        for case in _read(path.parent.name, path.stem, path.read_text(encoding="utf-8"))
    ]


def _read(rules: str, file: str, text: str) -> Iterator[Case]:
    for block in text.split("\n== ")[1:]:
        name, source, *lines = block.strip().splitlines()
        case = Case(rules, file, name, source)
        for line in lines:
            if line.strip():
                word, _, rest = line.partition(" ")
                read_line(case, word, rest.strip())
        yield case


def read_line(case: Case, word: str, rest: str) -> None:
    """Read a line that begins with this word."""
    READ.get(word, partial(_by_shape, word))(case, rest)


def _seats(key: str) -> Callable[[Case, str], None]:
    def read(case: Case, rest: str) -> None:
        case.facts[key] = [int(seat) for seat in rest.split()]

    return read


def _seat(key: str) -> Callable[[Case, str], None]:
    def read(case: Case, rest: str) -> None:
        case.facts[key] = int(rest)

    return read


def _flag(key: str) -> Callable[[Case, str], None]:
    def read(case: Case, rest: str) -> None:
        case.facts[key] = True

    return read


def _left(case: Case, rest: str) -> None:
    seat, number = rest.split(": ")
    case.facts.setdefault("cards_left", {})[seat] = int(number)


def _thoi(case: Case, rest: str) -> None:
    who, _, what = rest.partition(":")
    items: Any = what.split()
    if who.endswith(" hand"):
        items = {"hand": items}
    case.facts.setdefault("thoi", {})[who.removesuffix(" hand")] = items


def _chat(case: Case, rest: str) -> None:
    text = rest.removesuffix(" out")
    plays: list[Any] = [
        {"player": int(play.split()[0]), "cards": play.split()[1:]} for play in text.split(", ")
    ]
    if not any(play["cards"] for play in plays):
        plays = [play["player"] for play in plays]
    chain: dict[str, Any] = {"plays": plays}
    if text != rest:
        chain["victim_went_out"] = True
    case.facts.setdefault("chat", []).append(chain)


def _toi_trang(case: Case, rest: str) -> None:
    who, _, what = rest.partition(" ")
    shown = case.facts.setdefault("toi_trang", {"player": int(who)})
    if what.startswith("hand:"):
        shown["hand"] = what.removeprefix("hand:").split()
    elif what:
        shown["kind"] = what.removeprefix("kind ")


def _an(case: Case, rest: str) -> None:
    eater, _, victim, *chot = rest.split()
    eaten = {"eater": int(eater), "victim": int(victim), "chot": bool(chot)}
    case.facts.setdefault("an", []).append(eaten)


def _points(case: Case, rest: str) -> None:
    who, _, what = rest.partition(":")
    left: Any
    if who.endswith(" hand"):
        left = {"hand": what.split()}
    else:
        left = what.strip() if case.rules == "khac" else _number_or_word(what.strip())
    case.facts.setdefault("points", {})[who.removesuffix(" hand")] = left


def _u(case: Case, rest: str) -> None:
    who, _, kind = rest.partition(" ")
    case.facts["u"] = {"player": int(who)} | ({"kind": kind} if kind else {})


def _hand(case: Case, rest: str) -> None:
    seat, _, cards = rest.partition(":")
    rows = [row.split() for row in cards.split("|")] if cards.strip() else []
    hand = dict(zip(("dau", "giua", "cuoi"), rows, strict=False))
    case.facts.setdefault("hands", {})[seat] = hand


def _chi(case: Case, rest: str) -> None:
    row, _, ranked = rest.partition(":")
    groups = [[int(seat) for seat in group.split()] for group in ranked.split(">")]
    case.facts.setdefault("chi", {})[row] = groups


def _mau_binh(case: Case, rest: str) -> None:
    seat, kind = rest.split(" ")
    case.facts.setdefault("mau_binh", {})[seat] = kind


def _by_shape(key: str, case: Case, rest: str) -> None:
    """Any other field of the facts: a seat, seats, a word or number a seat, or a record."""
    shape = RULE_SETS[case.rules].shape["properties"][key]
    if fields := shape.get("properties"):
        case.facts[key] = dict(zip(fields, map(_number_or_word, rest.split()), strict=False))
    elif "object" in shape.get("type", ()):
        who, what = rest.split(": ")
        counted = "integer" in shape["additionalProperties"].get("type", ())
        case.facts.setdefault(key, {})[who] = int(what) if counted else what
    elif "array" not in shape.get("type", ()):
        case.facts[key] = _number_or_word(rest)
    elif fields := shape["items"].get("properties"):
        record = dict(zip(fields, map(_number_or_word, rest.split()), strict=False))
        case.facts.setdefault(key, []).append(record)
    else:
        case.facts[key] = [int(seat) for seat in rest.split()]


def _number_or_word(text: str) -> int | str:
    return int(text) if text.removeprefix("-").isdigit() else text


def _facts(case: Case, rest: str) -> None:
    case.facts |= json.loads(rest)


def _set(case: Case, rest: str) -> None:
    name, value = rest.split(" ", 1)
    case.settings[name] = json.loads(value)


def _units(case: Case, rest: str) -> None:
    case.units = _signed(rest)


def _signed(text: str) -> list[str]:
    return [units.removeprefix("+") for units in text.split()]


def _alone(case: Case, rest: str) -> None:
    setting, _, outcome = rest.partition(": ")
    name, value = setting.split(" ", 1)
    word, _, what = outcome.partition(" ")
    leads = what if word == "leads" else None
    handed_on = json.loads(what) if word == "next" else None
    refused = [tuple(what.split(" "))] if word == "refused" else []
    units = None if leads or handed_on or refused else _signed(outcome)
    case.alone.append(Alone(name, json.loads(value), units, leads, handed_on, refused))


def _leads(case: Case, rest: str) -> None:
    case.checks_leader, case.leads = True, None if rest == "-" else int(rest)


def _then(case: Case, rest: str) -> None:
    assert rest == "opening"
    case.then_opening = True


def _next(case: Case, rest: str) -> None:
    case.next = json.loads(rest)


def _warned(case: Case, rest: str) -> None:
    case.warned.append(rest)


def _refused(case: Case, rest: str) -> None:
    code, _, path = rest.partition(" ")
    case.refused.append((code, path))


READ: dict[str, Callable[[Case, str], None]] = {
    "players": _seats("players"),
    "places": _seats("places"),
    "cong": _seats("cong"),
    "den": _seat("den"),
    "winner": _seat("winner"),
    "opening": _flag("opening"),
    "dut_ba_bich": _flag("dut_ba_bich"),
    "left": _left,
    "thoi": _thoi,
    "chat": _chat,
    "toi_trang": _toi_trang,
    "an": _an,
    "points": _points,
    "mom": _seats("mom"),
    "ha": _seats("ha"),
    "ranks": _seats("ranks"),
    "leader": _seat("leader"),
    "u": _u,
    "hand": _hand,
    "chi": _chi,
    "lung": _seats("binh_lung"),
    "mau_binh": _mau_binh,
    "facts": _facts,
    "set": _set,
    "alone": _alone,
    "units": _units,
    "leads": _leads,
    "then": _then,
    "next": _next,
    "warned": _warned,
    "refused": _refused,
}


def is_scored(case: Case) -> bool:
    try:
        score(case.rules, case.facts, case.settings)
    except FactsError:
        return False
    return True
