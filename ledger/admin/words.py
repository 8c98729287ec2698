"""How the admin says things: amounts, games, and the reader's language."""

from collections.abc import Mapping
from typing import Any

from django.utils.formats import number_format
from django.utils.html import format_html
from django.utils.translation import get_language

from ledger.models import RuleVersion, Seat
from scoring import RULE_SETS, Setting
from scoring.settings import Kind, Value


def language() -> str:
    """ "vi" or "en"."""
    return "en" if (get_language() or "vi").startswith("en") else "vi"


def amount(value: int) -> str:
    """The amount with its thousands apart."""
    return number_format(value, use_l10n=True, force_grouping=True)


def signed(value: int) -> str:
    """The amount with its sign: "+34.000", "−8.000", "0"."""
    return ("+" if value > 0 else "−" if value < 0 else "") + amount(abs(value))


def game(rules: str) -> str:
    """What a rule set is called; one that is no longer there by its own name."""
    found = RULE_SETS.get(rules)
    return found.title.say(language()) if found else rules


def decimal(value: Value) -> str:
    """An exact decimal as it is typed: "0,5" in Vietnamese."""
    return str(value).replace(".", "," if language() == "vi" else ".")


def said(setting: Setting, value: Value) -> str:
    """The value of a setting in words."""
    if setting.kind is Kind.FLAG:
        return {"vi": ("không", "có"), "en": ("no", "yes")}[language()][bool(value)]
    if setting.kind is Kind.CHOICE:
        return dict(setting.choices)[str(value)].say(language())
    return f"{decimal(value)} {setting.unit.say(language())}"


def rules_changed(before: RuleVersion | None, after: RuleVersion) -> list[str]:
    """What `after` changed, a line each: "Heo đỏ: 1 cược → 2 cược".

    Without a version before, or with one of another game, it is compared with the document.
    """
    rule_set = RULE_SETS.get(after.rules)
    if rule_set is None:
        return []
    same_game = before is not None and before.rules == after.rules
    old = rule_set.values(before.settings if before and same_game else {})
    return differences(after.rules, old, rule_set.values(after.settings))


def differences(rules: str, old: Mapping[str, Value], new: Mapping[str, Value]) -> list[str]:
    """Every setting that is not the same in both, a line each."""
    return [
        f"{each.label.say(language())}: {said(each, old[each.name])} → {said(each, new[each.name])}"
        for each in RULE_SETS[rules].settings
        if old[each.name] != new[each.name]
    ]


def balance(seat: Seat) -> Any:
    """A player with the balance, which no line break parts."""
    return format_html("<span class=nowrap>{} {}</span>", str(seat), signed(seat.balance))
