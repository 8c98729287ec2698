"""Rules in words: a value as players say and type it, and what one table plays differently."""

import re
import unicodedata
from collections.abc import Mapping
from dataclasses import dataclass, replace

from django.utils.translation import gettext as _

from ledger.common.amounts import exact, tidy, units
from ledger.common.language import language
from ledger.models import RuleVersion
from scoring import RULE_SETS, Problem, Setting, SettingsError
from scoring.common.reading import show
from scoring.common.settings import MOST_PLACES, NAMED_PLACES, Kind, Value

Settings = Mapping[str, object]
FEW = 12
"""So many counts are offered as buttons, more are typed."""
DOUBTFUL = re.compile(r"(?P<whole>[1-9][0-9]{0,2})[.,](?P<rest>[0-9]{3})")
"""Thousands to one reader, a fraction to the other: "1.000", "2,125"."""
UNSURE = re.compile(r" (?:[0-9]{1,3} [0-9]{3}|- \S+)$")
"""Where a number after a name begins is not sure: "cóng 1 000", "cóng - 15"."""
NAMED_SEPARATOR = re.compile(r"[;\n]|,(?!\d)")
"""What stands between named amounts; a comma within a number does not."""


@dataclass(frozen=True, slots=True)
class SettingChange:
    """One setting with two values: "Heo đỏ: 1 → 2"."""

    label: str
    old: str
    new: str

    def __str__(self) -> str:
        return f"{self.label}: {self.old} → {self.new}"


def value_words(setting: Setting, value: Value) -> str:
    """A value as players write it: "1½", "Có", "người về nhất"."""
    if setting.kind is Kind.AMOUNT:
        return units(str(value))
    if setting.kind is Kind.NAMED_AMOUNTS:
        assert isinstance(value, list)
        return ", ".join(f"{each['name']} {units(each['units'])}" for each in value)
    text = shown(setting, value)
    return dict(offered(setting)).get(text, text)


def offered(setting: Setting) -> list[tuple[str, str]]:
    """What is chosen and not typed: as it stands in the field, and as players write it."""
    if setting.kind is Kind.FLAG:
        return [("1", _("Có")), ("0", _("Không"))]
    if setting.kind is Kind.COUNT and setting.most - setting.least < FEW:
        return [(count, count) for count in map(str, range(setting.least, setting.most + 1))]
    return [(name, label.say(language())) for name, label in setting.choices]


def shown(setting: Setting, value: Value) -> str:
    """What stands in the field, or the value of the button, for this value."""
    if setting.kind is Kind.AMOUNT:
        text = value_words(setting, value)
        return f"{text}0" if DOUBTFUL.fullmatch(text) else text
    if setting.kind is Kind.NAMED_AMOUNTS:
        return value_words(setting, value)
    return str(int(bool(value))) if setting.kind is Kind.FLAG else str(value)


def typed_value(setting: Setting, text: str) -> Value | Problem:
    """The value that was typed, or a problem that quotes it as it was typed."""
    read = setting.read("" if doubt(setting, text) else understood(setting, text))
    if isinstance(read, Problem):
        return replace(read, args={**read.args, "found": show(text.strip())})
    return read


def doubt(setting: Setting, text: str) -> str:
    """Asks which of two amounts was meant, where what was typed can be read as either."""
    match = DOUBTFUL.fullmatch(tidy(text))
    if setting.kind is not Kind.AMOUNT or not match:
        return ""
    whole, rest = match["whole"], match["rest"]
    fraction = shown(setting, f"{whole}.{rest}".rstrip("0").rstrip("."))
    values = {"typed": match[0], "thousands": whole + rest, "fraction": fraction}
    return _("“%(typed)s” hiểu được hai cách: ghi %(thousands)s hay %(fraction)s?") % values


def understood(setting: Setting, text: str) -> object:
    """The typed text in the form in which the engine reads values; nonsense stays as it is."""
    if setting.kind is Kind.NAMED_AMOUNTS:
        return [_named_amount(each) for each in NAMED_SEPARATOR.split(text) if each.strip()]
    text = unicodedata.normalize("NFC", text).strip()
    if setting.kind is Kind.FLAG:
        return {"1": True, "0": False}.get(text, text)
    if setting.kind is Kind.COUNT:
        return int(text) if text.isascii() and text.isdigit() and len(text) < 8 else text
    return exact(text, MOST_PLACES) if setting.kind is Kind.AMOUNT else text


def _named_amount(text: str) -> dict[str, str]:
    """ "cóng 15" as its name and its number, which is the last word."""
    text = tidy(text)
    name, _space, number = text.rpartition(" ")
    units = "" if UNSURE.search(text) else exact(number, NAMED_PLACES)
    return {"name": name.rstrip(":= "), "units": units}


def game_title(rules: str, settings: Settings) -> str:
    """What the game is called, by its table if that gave it a name of its own."""
    own = settings.get("title")
    return str(own) if own else RULE_SETS[rules].title.say(language())


def differences(rules: str, before: Settings, after: Settings) -> list[SettingChange]:
    """What these overrides change in those before (none: the document), setting by setting.

    Nothing where the game or any of them are no longer known.
    """
    try:
        rule_set = RULE_SETS[rules]
        old, new = rule_set.values(before), rule_set.values(after)
    except (KeyError, SettingsError):
        return []
    return [
        SettingChange(
            each.label.say(language()),
            value_words(each, old[each.name]),
            value_words(each, new[each.name]),
        )
        for each in rule_set.settings
        if old[each.name] != new[each.name]
    ]


def changes_of(before: RuleVersion | None, after: RuleVersion) -> list[SettingChange]:
    """What a version changed in the one before, or in the document where that is another game."""
    same_game = before is not None and before.rules == after.rules
    return differences(after.rules, before.values if before and same_game else {}, after.values)


def refused(refusal: SettingsError) -> str:
    """Why settings cannot be used, in the reader's language."""
    return " ".join(problem.message(language()) for problem in refusal.problems)
