"""The rules of the table: facts of a round in, who pays whom out.

Pure: no clock, chance or settings of its own; the standard library only. The only files it reads
are the tables of its games, once.

>>> outcome = score("tien_len", {"players": [1, 2, 3, 4], "places": [1, 2, 3, 4]})
>>> outcome.net, outcome.grain
({1: 2, 2: 1, 3: -1, 4: -2}, 2)
"""

from collections.abc import Mapping

from scoring.common.errors import FactsError, Problem, RefusedError, SettingsError
from scoring.common.problem_texts import read_problems
from scoring.common.rule_set import Example, RuleSet, discover
from scoring.common.settings import Setting
from scoring.common.text import Text
from scoring.common.transfers import Outcome, Part, Reason, Transfer

__all__ = [
    "RULE_SETS",
    "Example",
    "FactsError",
    "Outcome",
    "Part",
    "Problem",
    "Reason",
    "RefusedError",
    "RuleSet",
    "Setting",
    "SettingsError",
    "Text",
    "Transfer",
    "score",
]

_problem = read_problems("scoring.common")

RULE_SETS: Mapping[str, RuleSet] = discover()


def score(
    rules: str, facts: Mapping[str, object], settings: Mapping[str, object] | None = None
) -> Outcome:
    """Score one round by the rule set ``rules``, with a table's own values over its settings.

    Raises FactsError with everything that cannot have happened, or SettingsError. An unknown
    rule set is a FactsError of the field ``rules``.
    """
    rule_set = RULE_SETS.get(rules) if isinstance(rules, str) else None
    if rule_set is None:
        raise FactsError([_problem("unknown_rules", "rules", known=", ".join(RULE_SETS))])
    return rule_set.score(facts, rule_set.in_force(settings))
