"""The rules of a game as a form in words: each setting a field, in the order of the rule text."""

from typing import Any

from django import forms
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from ledger.admin.words import decimal, language, said
from ledger.seating import REASON_LIMIT
from scoring import Problem, RuleSet, Setting
from scoring.settings import Kind, Value

FIELD = "set-"
FRACTIONS = {"½": "5", "¼": "25", "¾": "75"}


class RuleForm(forms.Form):
    """Every setting of one rule set, and why it is changed."""

    rules = forms.CharField(widget=forms.HiddenInput)
    reason = forms.CharField(label=gettext_lazy("Lý do"), max_length=REASON_LIMIT)

    def __init__(self, rule_set: RuleSet, values: Any, data: Any = None) -> None:
        shown = {FIELD + each.name: typed(each, values[each.name]) for each in rule_set.settings}
        super().__init__(data, initial={"rules": rule_set.name} | shown)
        self.rule_set = rule_set
        for setting in rule_set.settings:
            self.fields[FIELD + setting.name] = _field(setting)
        self.order_fields(["rules", *shown, "reason"])

    def clean(self) -> dict[str, Any]:
        """Let the rule set itself read every value; what it refuses is said at the field."""
        for setting in self.rule_set.settings:
            text = self.cleaned_data.get(FIELD + setting.name)
            read = None if text is None else setting.read(understood(setting, text))
            if isinstance(read, Problem):
                self.add_error(FIELD + setting.name, read.message(language()))
        return self.cleaned_data

    def overrides(self) -> dict[str, Value]:
        """What differs from the document; only of a valid form."""
        values = {
            each.name: each.read(understood(each, self.cleaned_data[FIELD + each.name]))
            for each in self.rule_set.settings
        }
        return {
            each.name: value
            for each in self.rule_set.settings
            if (value := values[each.name]) != each.default and not isinstance(value, Problem)
        }


def _field(setting: Setting) -> forms.Field:
    label, told = setting.label.say(language()), _source(setting)
    if setting.kind is Kind.FLAG:
        offered = [("1", _("Có")), ("0", _("Không"))]
        return forms.ChoiceField(label=label, help_text=told, choices=offered)
    if setting.kind is Kind.CHOICE:
        offered = [(name, text.say(language())) for name, text in setting.choices]
        return forms.ChoiceField(label=label, help_text=told, choices=offered)
    labelled = f"{label} ({setting.unit.say(language())})"
    mode = "decimal" if setting.kind is Kind.AMOUNT else "numeric"
    widget = forms.TextInput(attrs={"inputmode": mode, "size": 8})
    return forms.CharField(label=labelled, help_text=told, max_length=20, widget=widget)


def _source(setting: Setting) -> str:
    """What the document says, and the sentence it says it in."""
    default = _("Mặc định: %(value)s") % {"value": said(setting, setting.default)}
    decided = _("Quyết định của sổ.") if setting.is_default_decision else ""
    return f"{default} · {setting.rule} “{setting.source}” {decided}".strip()


def typed(setting: Setting, value: Value) -> str:
    """What stands in the field for this value."""
    if setting.kind is Kind.FLAG:
        return str(int(bool(value)))
    return decimal(value) if setting.kind is Kind.AMOUNT else str(value)


def understood(setting: Setting, text: str) -> object:
    """What was typed in the form in which the engine reads it; nonsense stays as it is."""
    if setting.kind is Kind.FLAG:
        return {"1": True, "0": False}.get(text, text)
    if setting.kind is Kind.COUNT:
        return int(text) if text.isascii() and text.isdigit() and len(text) < 8 else text
    if setting.kind is Kind.AMOUNT and text[-1:] in FRACTIONS:
        return f"{text[:-1].strip() or 0}.{FRACTIONS[text[-1]]}"
    return text.replace(",", ".", 1) if setting.kind is Kind.AMOUNT else text
