"""The rules of the table: facts of a round in, who pays whom out.

Pure: no clock, chance or settings of its own; the standard library only. The only files it reads
are the tables of its games, once.

>>> outcome = score("tien_len", {"players": [1, 2, 3, 4], "places": [1, 2, 3, 4]})
>>> outcome.net, outcome.grain
({1: 2, 2: 1, 3: -1, 4: -2}, 2)
"""

from collections.abc import Mapping

from scoring.common.errors import FactsError, Problem, RefusedError, SettingsError
from scoring.common.json_types import (
    OutcomeJSON,
    PartJSON,
    ProblemJSON,
    RefusalJSON,
    TransferJSON,
)
from scoring.common.problem_texts import read_problems
from scoring.common.rule_set import Example, RuleSet, discover
from scoring.common.settings import Setting
from scoring.common.text import Text
from scoring.common.transfers import Outcome, Part, Reason, Transfer
from scoring.shapes import Facts

__all__ = [
    "RULE_SETS",
    "Example",
    "Facts",
    "FactsError",
    "Outcome",
    "OutcomeJSON",
    "Part",
    "PartJSON",
    "Problem",
    "ProblemJSON",
    "Reason",
    "RefusalJSON",
    "RefusedError",
    "RuleSet",
    "Setting",
    "SettingsError",
    "Text",
    "Transfer",
    "TransferJSON",
    "__version__",
    "score",
]

__version__ = "1.0.0"

_problem = read_problems("scoring.common")

RULE_SETS: Mapping[str, RuleSet] = discover()


def score(rules: str, facts: Facts, settings: Mapping[str, object] | None = None) -> Outcome:
    """Score one round by the rule set ``rules``, with a table's own values over its settings.

    Facts are a dict of the game's shape in ``scoring.shapes``; ``RULE_SETS[rules].score`` takes
    any mapping, for what a type checker cannot know.

    Raises FactsError with everything that cannot have happened, or SettingsError. An unknown
    rule set is a FactsError of the field ``rules``.
    """
    rule_set = RULE_SETS.get(rules) if isinstance(rules, str) else None
    if rule_set is None:
        raise FactsError([_problem("unknown_rules", "rules", known=", ".join(RULE_SETS))])
    return rule_set.score(facts, rule_set.in_force(settings))
