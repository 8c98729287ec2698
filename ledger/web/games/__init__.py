"""The phone form of each rule set, found by the rule set's own name.

A folder here is named like its rule set and has a `Form` in `form.py`; nothing else in the
service knows which games exist.
"""

from collections.abc import Mapping
from functools import cache
from importlib import import_module

from ledger.models import Round
from ledger.web.games.base import RoundForm
from ledger.web.games.pot import with_pot
from scoring import RULE_SETS


@cache
def form_for(rules: str) -> type[RoundForm]:
    """The round form of a rule set, with its pot where the game can have one."""
    form: type[RoundForm] = import_module(f"{__name__}.{rules}.form").Form
    has_pot = any(setting.name == "ga" for setting in RULE_SETS[rules].settings)
    return with_pot(form) if has_pot else form


def in_words(round: Round, names: Mapping[int, str]) -> list[str]:
    """What happened in a recorded round, in words."""
    version = round.rule_version
    rules = RULE_SETS[version.rules].in_force(version.values)
    return form_for(version.rules).describe(round.facts, names, rules)
