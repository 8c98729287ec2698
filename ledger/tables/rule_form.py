"""The rules of a table as a form: each setting a line, in the order of the rule text."""

from collections.abc import Mapping, Sequence

from django.utils.functional import cached_property

from ledger.common.language import language
from ledger.common.strict_json import Object
from ledger.tables import rule_words
from ledger.tables.rule_texts import rule_text, sections
from scoring import Problem, RuleSet, Setting
from scoring.common.settings import Value

FIELD = "set-"

OFF = (False, "0")
"""Values with which a house extra changes nothing."""


RuleLine = Object
"""One setting as the page shows it, with what stands in its field."""

RuleSection = tuple[str, list[RuleLine], bool]
"""A heading of the rule text, the settings under it, and whether any is changed."""


class SettingsForm:
    """What was typed for every setting of one rule set, and what it comes to.

    A setting that is not in `fields` is as the document has it.
    """

    def __init__(self, rule_set: RuleSet, fields: Mapping[str, str]) -> None:
        self.rule_set = rule_set
        self.typed = {
            each.name: fields.get(FIELD + each.name, rule_words.shown(each, each.default))
            for each in rule_set.settings
        }

    @classmethod
    def of(cls, rule_set: RuleSet, values: Mapping[str, Value]) -> "SettingsForm":
        """The form as it is when these values are in force."""
        shown = {FIELD + s.name: rule_words.shown(s, values[s.name]) for s in rule_set.settings}
        return cls(rule_set, shown)

    def reset(self, name: str) -> None:
        """Put one setting back to the document's value; `all` does so with each."""
        for setting in self.rule_set.settings:
            if name in (setting.name, "all"):
                self.typed[setting.name] = rule_words.shown(setting, setting.default)

    def is_valid(self) -> bool:
        return not self.errors

    @property
    def values(self) -> dict[str, Value]:
        """Every setting; the document's where a field cannot be read."""
        return {line["setting"].name: line["value"] for line in self.lines}

    @cached_property
    def lines(self) -> list[RuleLine]:
        return [self._line(each) for each in self.rule_set.settings]

    def _line(self, setting: Setting) -> RuleLine:
        """`value` is the document's where the field cannot be read."""
        text, error = self.typed[setting.name], ""
        value = rule_words.typed_value(setting, text)
        if isinstance(value, Problem):
            error = rule_words.doubt(setting, text) or value.message(language())
            value = setting.default
        return {
            "setting": setting,
            "name": FIELD + setting.name,
            "label": setting.label.say(language()),
            "unit": setting.unit.say(language()),
            "options": rule_words.offered(setting),
            "value": value,
            "text": text,
            "plain_text": rule_words.shown(setting, setting.default),
            "shown": rule_words.value_words(setting, value),
            "document": rule_words.value_words(setting, setting.default),
            "changed": bool(error) or value != setting.default,
            "error": error,
            "rule": rule_text(self.rule_set.name, setting.rule),
        }

    @property
    def parts(self) -> list[RuleSection]:
        """What this table plays, under the headings of the rule text."""
        return self._under_headings(_played(self.lines))

    @property
    def often(self) -> list[RuleLine]:
        """What tables change most: the page has it first, and the rest folded."""
        return [line for line in self.lines if line["setting"].is_often_changed]

    @property
    def rest(self) -> list[RuleSection]:
        rest = [line for line in self.lines if not line["setting"].is_often_changed]
        return self._under_headings(rest)

    def _under_headings(self, lines: Sequence[RuleLine]) -> list[RuleSection]:
        groups: list[RuleSection] = []
        for heading, ids in sections(self.rule_set.name):
            if under := [line for rule in ids for line in lines if line["setting"].rule == rule]:
                changed = any(line["changed"] for line in under)
                groups.append((heading.say(language()), under, changed))
        return groups

    @property
    def changed(self) -> int:
        """How many settings are not as the document has them."""
        return sum(line["changed"] for line in self.lines)

    @property
    def errors(self) -> list[RuleLine]:
        return [line for line in self.lines if line["error"]]


def _played(lines: list[RuleLine]) -> list[RuleLine]:
    """Without the house extras that this table does not play."""
    settings = [line["setting"] for line in lines if line["changed"]]
    taken = {setting.rule for setting in settings if setting.is_house_extra}
    return [
        line
        for line in lines
        if line["changed"]
        or not line["setting"].is_house_extra
        or (line["setting"].rule in taken and line["setting"].default not in OFF)
    ]
