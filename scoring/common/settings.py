"""How a rule set declares what a table may change, and how overrides are read and checked.

An amount is kept exactly, as the decimal string of its cược ("0.5"); counts are ints, flags bools,
choices strings. Where a table gives names, a value is text, or a list of named amounts. So every
value is JSON, and equal values are equal strings.
"""

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, fields
from decimal import Decimal, InvalidOperation
from enum import StrEnum
from fractions import Fraction
from importlib.resources import files
from math import lcm
from typing import Any

from scoring.common.errors import Problem, SettingsError
from scoring.common.problem_texts import read_problems
from scoring.common.reading import LISTS, MOST_KEYS, show
from scoring.common.text import Text
from scoring.common.transfers import decimal

problem = read_problems("scoring.common")

NamedAmounts = list[dict[str, str]]
"""``[{"name": "cóng", "units": "15"}]``"""
Value = str | int | bool | NamedAmounts

_PLAIN = re.compile(r"-?[0-9]{1,12}(\.[0-9]{1,12})?(e[0-9])?")

MOST_UNITS = 1_000_000
MOST_PLACES = 4
LONGEST_TEXT = 40
MOST_NAMED = 8
LONGEST_NAME = 20
NAMED_PLACES = 2


class Kind(StrEnum):
    """What a setting holds."""

    AMOUNT = "amount"
    COUNT = "count"
    FLAG = "flag"
    CHOICE = "choice"
    TEXT = "text"
    NAMED_AMOUNTS = "named_amounts"


LARGEST = {Kind.TEXT: LONGEST_TEXT, Kind.NAMED_AMOUNTS: MOST_NAMED}
"""How many letters or amounts there may be."""

UNITS = {
    Kind.AMOUNT: (Text("cược", "× bet"), "setting_value.amount"),
    Kind.COUNT: (Text("lá", "cards"), "setting_value.count"),
    Kind.FLAG: (Text("có/không", "yes/no"), "setting_value.flag"),
    Kind.CHOICE: (Text("chọn một", "one of"), "setting_value.choice"),
    Kind.TEXT: (Text("chữ", "text"), "setting_value.text"),
    Kind.NAMED_AMOUNTS: (Text("tên và số điểm", "names and points"), "setting_value.named_amounts"),
}
"""What a value is measured in, and the problem of one that is none."""

TIMES = Text("lần", "×")
"""What an amount is measured in that multiplies a stake."""

_LIMITS = {
    Kind.AMOUNT: {"places": MOST_PLACES},
    Kind.TEXT: {"letters": LONGEST_TEXT},
    Kind.NAMED_AMOUNTS: {
        "items": MOST_NAMED,
        "letters": LONGEST_NAME,
        "least": -MOST_UNITS,
        "most": MOST_UNITS,
        "places": NAMED_PLACES,
    },
}
"""Limits of a kind that are the same for each of its settings; ``letters`` are those of a name."""


@dataclass(frozen=True, slots=True)
class Setting:
    """One number or decision of a rule set.

    ``source`` is the bit of the rule document it comes from, ``rule`` the id of that sentence;
    ``is_default_decision`` marks what the document leaves open and this project decided,
    ``is_house_extra`` what no document has and some tables play, ``is_often_changed`` what
    tables change most. ``before`` is the default of the time when tables kept only what differs
    from it, where the default has changed since. ``is_factor`` marks an amount that multiplies
    what a player staked, whatever that was.
    """

    name: str
    label: Text
    default: Value
    kind: Kind
    rule: str
    source: str
    is_default_decision: bool = False
    choices: tuple[tuple[str, Text], ...] = ()
    least: int = 0
    most: int = MOST_UNITS
    is_house_extra: bool = False
    is_often_changed: bool = False
    before: Value | None = None
    is_factor: bool = False

    @property
    def unit(self) -> Text:
        """What the value is measured in."""
        return TIMES if self.is_factor else UNITS[self.kind][0]

    @property
    def is_named(self) -> bool:
        """Whether the table gives names here, which no payment depends on."""
        return self.kind in (Kind.TEXT, Kind.NAMED_AMOUNTS)

    @property
    def limits(self) -> dict[str, int]:
        """What bounds a value: ``least``, ``most``, decimal ``places``, ``letters``, ``items``."""
        span = {"least": self.least, "most": self.most}
        return (span if self.kind in (Kind.AMOUNT, Kind.COUNT) else {}) | _LIMITS.get(self.kind, {})

    def read(self, value: object) -> Value | Problem:
        """The value as it is kept, or why it is none."""
        read = _read(self, value)
        if read is not None:
            return read
        return problem(
            UNITS[self.kind][1],
            f"settings.{self.name}",
            None,
            self.rule,
            label=self.label,
            unit=self.unit,
            found=show(value),
            least=self.least,
            most=LARGEST.get(self.kind, self.most),
            names=", ".join(name for name, _ in self.choices),
        )


_ROW = re.compile(
    r"(?P<name>\w+) = (?P<times>×)?(?P<default>\S+)"
    r"(?: \((?P<least>\d+)–(?P<most>\d+)\))?(?: \((?P<mark>decided|house)\))?"
    r"(?P<often> \(often\))?(?: \(before: (?P<before>\w+)\))?\n"
    r" +(?P<rule>[A-Z]{2}-\d+): (?P<source>.+)\n"
    r" +(?P<vi>.+)\n"
    r" +(?P<en>.+)"
    r"(?P<choices>(?:\n +- .+)*)"
)
_CHOICE = re.compile(r"- (?P<name>\w+): (?P<vi>.+) \| (?P<en>.+)")
_FLAGS = {"yes": True, "no": False}
_NAMED = {kind.value: kind for kind in (Kind.TEXT, Kind.NAMED_AMOUNTS)}


def read_settings(package: str) -> tuple[Setting, ...]:
    """What ``settings.txt`` of a game declares, in its order."""
    table = (files(package) / "settings.txt").read_text(encoding="utf-8")
    return tuple(_declared(row) for row in _ROW.finditer(table))


def _declared(row: re.Match[str]) -> Setting:
    default: Value = _FLAGS.get(row["default"], row["default"])
    named = _NAMED.get(row["default"])
    choices = tuple(
        (each["name"], Text(each["vi"], each["en"])) for each in _CHOICE.finditer(row["choices"])
    )
    kind = Kind.CHOICE if choices else Kind.FLAG if isinstance(default, bool) else Kind.AMOUNT
    if row["most"]:
        kind, default = Kind.COUNT, int(row["default"])
    if named:
        kind, default = named, "" if named is Kind.TEXT else []
    return Setting(
        name=row["name"],
        label=Text(row["vi"], row["en"]),
        default=default,
        kind=kind,
        rule=row["rule"],
        source=row["source"],
        is_default_decision=row["mark"] is not None,
        choices=choices,
        least=int(row["least"] or 0),
        most=int(row["most"] or MOST_UNITS),
        is_house_extra=row["mark"] == "house",
        is_often_changed=row["often"] is not None,
        before=_FLAGS.get(row["before"], row["before"]),
        is_factor=row["times"] is not None,
    )


class Values(dict[str, Value]):
    """All settings of a rule set in force, by name; ``amounts`` names those that are cược."""

    def __init__(self, values: Mapping[str, Value], amounts: frozenset[str]) -> None:
        super().__init__(values)
        self.amounts = amounts
        self.grain = lcm(*(Fraction(str(values[name])).denominator for name in amounts))

    def units(self, name: str) -> int:
        """An amount in 1/``grain`` cược."""
        units = Fraction(str(self[name])) * self.grain
        assert units.denominator == 1
        return units.numerator

    def number(self, name: str) -> int:
        """A count, or a choice between numbers."""
        return int(str(self[name]))

    def named_as(self, rules: type) -> dict[str, Any]:
        """The settings that a dataclass has fields for, amounts in units; and ``grain``."""
        names = [field.name for field in fields(rules) if field.name in self]
        own = {name: self.units(name) if name in self.amounts else self[name] for name in names}
        return {"grain": self.grain} | own


def values_in_force(
    settings: tuple[Setting, ...], overrides: Mapping[str, object] | None
) -> Values:
    """The defaults with the table's own values over them; raises SettingsError."""
    known = {setting.name: setting for setting in settings}
    values = {setting.name: setting.default for setting in settings}
    problems = []
    for name, read in _read_all(known, overrides):
        if isinstance(read, Problem):
            problems.append(read)
        else:
            values[name] = read
    if problems:
        raise SettingsError(problems)
    amounts = frozenset(each.name for each in settings if each.kind is Kind.AMOUNT)
    return Values(values, amounts)


def _read_all(
    known: Mapping[str, Setting], overrides: object
) -> Iterator[tuple[str, Value | Problem]]:
    if overrides is None:
        return
    if not isinstance(overrides, Mapping):
        yield "", problem("type.settings", "settings", found=show(overrides))
        return
    if len(overrides) > MOST_KEYS:
        yield "", problem("too_many", "settings", most=MOST_KEYS, found=len(overrides))
        return
    for name, value in overrides.items():
        if not isinstance(name, str) or name not in known:
            yield "", unknown_setting(name)
        else:
            yield name, known[name].read(value)


def unknown_setting(name: object) -> Problem:
    """The refusal of a name that no setting has."""
    return problem("unknown_setting", f"settings.{str(name)[:60]}", found=show(name))


def _read(setting: Setting, value: object) -> Value | None:
    """The value as it is kept, None where it is none."""
    match setting.kind:
        case Kind.AMOUNT:
            exact = _exact(value)
            fits = exact is not None and setting.least <= exact <= setting.most
            return _rounded_nowhere(exact, MOST_PLACES) if exact is not None and fits else None
        case Kind.COUNT:
            fits = type(value) is int and setting.least <= value <= setting.most
            return value if isinstance(value, int) and fits else None
        case Kind.FLAG:
            return value if isinstance(value, bool) else None
        case Kind.CHOICE:
            return next((name for name, _ in setting.choices if name == value), None)
        case Kind.TEXT:
            return _line(value, LONGEST_TEXT)
        case Kind.NAMED_AMOUNTS:
            return _read_named_amounts(value)


def _rounded_nowhere(exact: Decimal, places: int) -> str | None:
    """The number with at most so many decimals, None where it has more."""
    units = exact * 10**places
    return decimal(int(units), 10**places) if units == int(units) else None


def _exact(value: object) -> Decimal | None:
    if isinstance(value, bool) or not isinstance(value, int | str | Decimal | float):
        return None
    if isinstance(value, str) and not _PLAIN.fullmatch(value):
        return None
    try:
        number = Decimal(repr(value) if isinstance(value, float) else value)
    except (InvalidOperation, ValueError):
        return None
    short = number.is_finite() and -20 < number.adjusted() < 20
    return number if short or not number else None


def _line(value: object, longest: int) -> str | None:
    """Text of one line that can be shown, without spaces around it."""
    if not isinstance(value, str) or len(value := value.strip()) > longest:
        return None
    return value if value.isprintable() else None


def _read_named_amounts(value: object) -> NamedAmounts | None:
    if not isinstance(value, LISTS) or len(value) > MOST_NAMED:
        return None
    read = [_read_named(each) for each in value]
    amounts = [each for each in read if each is not None]
    names = {each["name"] for each in amounts}
    return amounts if len(names) == len(read) else None


def _read_named(value: object) -> dict[str, str] | None:
    if not isinstance(value, Mapping) or value.keys() != {"name", "units"}:
        return None
    name, units = _line(value["name"], LONGEST_NAME), _exact(value["units"])
    if not name or {",", ";"} & {*name} or units is None or abs(units) > MOST_UNITS:
        return None
    exact = _rounded_nowhere(units, NAMED_PLACES)
    return None if exact is None else {"name": name, "units": exact}
