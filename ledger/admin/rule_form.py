"""The rules of a game as a form in words: each setting a field, in the order of the rule text."""

from collections.abc import Mapping
from contextlib import suppress
from typing import Any

from django import forms
from django.utils.translation import gettext as _, gettext_lazy

from ledger.admin.readonly import game
from ledger.common.clean_text import REASON_LIMIT
from ledger.common.language import language
from ledger.tables.rule_words import doubt, plain, said, shown, typed_value
from ledger.tables.saved_rules import shared
from ledger.tables.sessions import SESSION_NAME_LIMIT
from scoring import RULE_SETS, Problem, RuleSet, Setting, SettingsError
from scoring.common.settings import Kind, Value

FIELD = "set-"


SHARED = "shared-"
"""Before the id of a set that the place shares, where a form starts from it."""


def offered(asked: str, rules: str) -> list[tuple[str, str, bool]]:
    """What a form can start from, each game and each shared set: value, title, whether chosen.

    Where what was asked for is not among them, the game `rules` is the chosen one.
    """
    known = {name: game(name) for name in RULE_SETS}
    known |= {SHARED + each.pk: f"{game(each.rules)}: {each.name}" for each in shared()}
    chosen = asked if asked in known else rules
    return [(value, title, value == chosen) for value, title in known.items()]


def start(asked: str, rules: str, settings: Mapping[str, Any]) -> tuple[RuleSet, Any]:
    """The rule set asked for and its values; where there is none, `rules` with `settings`."""
    for each in shared() if asked.startswith(SHARED) else ():
        with suppress(SettingsError):  # it has settings that are no more
            if asked == SHARED + each.pk:
                return RULE_SETS[each.rules], RULE_SETS[each.rules].values(each.values)
    if asked in RULE_SETS and asked != rules:
        rules, settings = asked, {}
    return RULE_SETS[rules], RULE_SETS[rules].values(settings)


class RuleForm(forms.Form):
    """Every setting of one rule set."""

    rules = forms.CharField(widget=forms.HiddenInput)

    def __init__(self, rule_set: RuleSet, values: Any, data: Any, **initial: object) -> None:
        typed = {FIELD + each.name: shown(each, values[each.name]) for each in rule_set.settings}
        super().__init__(data, initial={"rules": rule_set.name} | typed | initial)
        self.rule_set, self.values = rule_set, dict[str, Value]()
        for setting in rule_set.settings:
            self.fields[FIELD + setting.name] = _field(setting)
        self.order_fields(["rules", "name", *typed, "reason"])

    def clean(self) -> dict[str, Any]:
        """Let the rule set itself read every value; what it refuses is said at the field."""
        for setting in self.rule_set.settings:
            text = self.cleaned_data.get(FIELD + setting.name)
            if text is None:
                continue
            read = typed_value(setting, text)
            if isinstance(read, Problem):
                why = doubt(setting, text) or read.message(language())
                self.add_error(FIELD + setting.name, why)
            else:
                self.values[setting.name] = read
        return self.cleaned_data

    def overrides(self) -> dict[str, Value]:
        """What differs from the document; only of a valid form."""
        return plain(self.rule_set, self.values)


class TermsForm(forms.Form):
    """Why the terms of a table are changed; `seen` is the number of those that were in force."""

    seen = forms.IntegerField(widget=forms.HiddenInput, min_value=1)
    reason = forms.CharField(label=gettext_lazy("Lý do"), max_length=REASON_LIMIT)

    def follow(self, now: Any) -> None:
        """Sent again, the form has seen the terms of now, and counts."""
        self.data = dict(self.data.items()) | {"seen": now.number}


class TableRulesForm(TermsForm, RuleForm):
    """The rules of a table."""


class SharedRulesForm(RuleForm):
    """Rules to share with every table, and what they are called."""

    name = forms.CharField(label=gettext_lazy("Tên bộ luật"), max_length=SESSION_NAME_LIMIT)


def _field(setting: Setting) -> forms.Field:
    default = _("Mặc định: %(value)s") % {"value": said(setting, setting.default)}
    decided = _("Quyết định của sổ.") if setting.is_default_decision else ""
    told = f"{default} · {setting.rule} “{setting.source}” {decided}".strip()
    label = setting.label.say(language())
    if setting.kind in (Kind.FLAG, Kind.CHOICE):
        offered = [(name, text.say(language())) for name, text in setting.choices]
        offered = offered or [("1", _("Có")), ("0", _("Không"))]
        return forms.ChoiceField(label=label, help_text=told, choices=offered)
    if setting.is_named:
        return forms.CharField(label=label, help_text=told, max_length=300, required=False)
    labelled = f"{label} ({setting.unit.say(language())})"
    mode = "decimal" if setting.kind is Kind.AMOUNT else "numeric"
    widget = forms.TextInput(attrs={"inputmode": mode, "size": 8})
    return forms.CharField(label=labelled, help_text=told, max_length=20, widget=widget)
