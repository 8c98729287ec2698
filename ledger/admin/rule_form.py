"""The rules of a game as a form in words: each setting a field, in the order of the rule text."""

from contextlib import suppress
from typing import Any

from django import forms
from django.utils.translation import gettext as _, gettext_lazy

from ledger.admin.readonly import game
from ledger.common.clean_text import REASON_LIMIT
from ledger.tables.rule_form import RuleLine, SettingsForm
from ledger.tables.rule_words import Settings
from ledger.tables.saved_rules import shared
from ledger.tables.sessions import SESSION_NAME_LIMIT
from scoring import RULE_SETS, SettingsError
from scoring.common.settings import Kind

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


def start(asked: str, rules: str, settings: Settings) -> SettingsForm:
    """The rules asked for; where there are none, `rules` with `settings`."""
    for each in shared() if asked.startswith(SHARED) else ():
        with suppress(SettingsError):  # it has settings that are no more
            if asked == SHARED + each.pk:
                return _with(each.rules, each.values)
    if asked in RULE_SETS and asked != rules:
        return _with(asked, {})
    return _with(rules, settings)


def _with(rules: str, settings: Settings) -> SettingsForm:
    return SettingsForm.of(RULE_SETS[rules], RULE_SETS[rules].values(settings))


class RuleForm(forms.Form):
    """Every setting of one rule set."""

    rules = forms.CharField(widget=forms.HiddenInput)

    def __init__(self, shown: SettingsForm, data: Any, **initial: object) -> None:
        self.settings = shown if data is None else SettingsForm(shown.rule_set, data)
        typed = {line["name"]: line["text"] for line in shown.lines}
        super().__init__(data, initial={"rules": shown.rule_set.name} | typed | initial)
        self.fields |= {line["name"]: _field(line) for line in shown.lines}
        self.order_fields(["rules", "name", *typed, "reason"])

    def clean(self) -> dict[str, Any]:
        """Say at its field what the rule set refuses."""
        for line in self.settings.errors:
            if line["name"] in self.cleaned_data:
                self.add_error(line["name"], line["error"])
        return self.cleaned_data


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


def _field(line: RuleLine) -> forms.Field:
    setting = line["setting"]
    default = _("Mặc định: %(value)s") % {"value": line["document"]}
    decided = _("Quyết định của sổ.") if setting.is_default_decision else ""
    help_text = f"{default} · {setting.rule} “{setting.source}” {decided}".strip()
    label = line["label"]
    if setting.kind in (Kind.FLAG, Kind.CHOICE):
        return forms.ChoiceField(label=label, help_text=help_text, choices=line["options"])
    if setting.is_named:
        return forms.CharField(label=label, help_text=help_text, max_length=300, required=False)
    labelled = f"{label} ({line['unit']})"
    mode = "decimal" if setting.kind is Kind.AMOUNT else "numeric"
    widget = forms.TextInput(attrs={"inputmode": mode, "size": 8})
    return forms.CharField(label=labelled, help_text=help_text, max_length=20, widget=widget)
