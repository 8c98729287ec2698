"""The rules of a game as a form in words: each setting a field, in the order of the rule text."""

from typing import Any

from django import forms
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from ledger.language import language
from ledger.rule_words import doubt, plain, said, shown, typed_value
from ledger.seating import REASON_LIMIT
from scoring import Problem, RuleSet, Setting
from scoring.settings import Kind, Value

FIELD = "set-"


class RuleForm(forms.Form):
    """Every setting of one rule set, and why it is changed."""

    rules = forms.CharField(widget=forms.HiddenInput)
    reason = forms.CharField(label=gettext_lazy("Lý do"), max_length=REASON_LIMIT)

    def __init__(self, rule_set: RuleSet, values: Any, data: Any = None) -> None:
        typed = {FIELD + each.name: shown(each, values[each.name]) for each in rule_set.settings}
        super().__init__(data, initial={"rules": rule_set.name} | typed)
        self.rule_set = rule_set
        for setting in rule_set.settings:
            self.fields[FIELD + setting.name] = _field(setting)
        self.order_fields(["rules", *typed, "reason"])

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
        return self.cleaned_data

    def overrides(self) -> dict[str, Value]:
        """What differs from the document; only of a valid form."""
        read = {
            each.name: typed_value(each, self.cleaned_data[FIELD + each.name])
            for each in self.rule_set.settings
        }
        good = {name: each for name, each in read.items() if not isinstance(each, Problem)}
        return plain(self.rule_set, good)


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
