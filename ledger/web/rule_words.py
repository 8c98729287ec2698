"""Rules in words: a value as players say it, and what one table plays differently."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from django.utils.translation import gettext as _

from ledger.web.language import language
from ledger.web.templatetags.score import units
from scoring import RULE_SETS, RuleSet, Setting, SettingsError
from scoring.settings import Kind, Value


@dataclass(frozen=True, slots=True)
class Difference:
    """One setting with two values: "Heo đỏ: 1 → 2"."""

    label: str
    old: str
    new: str


def said(setting: Setting, value: Value) -> str:
    """A value as players write it: "1½", "Có", "người về nhất"."""
    if setting.kind is Kind.AMOUNT:
        return units(str(value))
    if setting.kind is Kind.FLAG:
        return _("Có") if value else _("Không")
    names = dict(setting.choices)
    return names[str(value)].say(language()) if setting.kind is Kind.CHOICE else str(value)


def differences(
    rule_set: RuleSet, old: Mapping[str, Value], new: Mapping[str, Value]
) -> list[Difference]:
    """Where two sets of values are not the same, in the order of the settings."""
    return [
        Difference(
            each.label.say(language()), said(each, old[each.name]), said(each, new[each.name])
        )
        for each in rule_set.settings
        if old[each.name] != new[each.name]
    ]


def from_document(rules: str, overrides: Mapping[str, Any]) -> list[Difference]:
    """What these overrides change in the document; nothing where they are no longer known."""
    rule_set = RULE_SETS[rules]
    try:
        return differences(rule_set, rule_set.values(), rule_set.values(overrides))
    except SettingsError:
        return []


def refused(refusal: SettingsError) -> str:
    """Why settings cannot be used, in the reader's language."""
    return " ".join(problem.message(language()) for problem in refusal.problems)


def plain(rule_set: RuleSet, values: Mapping[str, Value]) -> dict[str, Value]:
    """Only what differs from the document, which is all that is kept."""
    return dict(_changed(rule_set, values))


def _changed(rule_set: RuleSet, values: Mapping[str, Value]) -> Iterator[tuple[str, Value]]:
    for setting in rule_set.settings:
        if values[setting.name] != setting.default:
            yield setting.name, values[setting.name]
