"""What makes a game of a folder, and how the games are found."""

import json
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache, lru_cache
from importlib import import_module
from importlib.resources import files
from pkgutil import iter_modules
from types import MappingProxyType
from typing import Any

from scoring.common.errors import FactsError, Problem
from scoring.common.json_types import TransferJSON
from scoring.common.reading import Schema
from scoring.common.settings import Setting, Value, Values, read_settings, values_in_force
from scoring.common.text import Text
from scoring.common.transfers import JSONObject, Outcome

TABLES_AT_ONCE = 256


@dataclass(frozen=True, slots=True)
class Example:
    """One round worth showing: what happened in words, and its facts; seat 1 is A and so on."""

    title: Text
    facts: Mapping[str, object]


def read_examples(package: str) -> tuple[Example, ...]:
    """What ``examples.json`` of a game has, in its order; nothing where there is none."""
    file = files(package) / "examples.json"
    listed = json.loads(file.read_text(encoding="utf-8")) if file.is_file() else ()
    return tuple(Example(Text(each["vi"], each["en"]), each["facts"]) for each in listed)


def never(rules: Any) -> bool:
    """A game whose rounds start with what their facts tell, and nothing else."""
    return False


@dataclass(frozen=True, slots=True, eq=False)
class RuleSet:
    """One game: its name, its settings, and the steps from facts to an outcome.

    ``order`` is its place in menus, ``players`` how many can play a round, ``shape`` what its
    facts look like. ``read`` raises
    FactsError; each of ``checks`` yields what cannot have happened. ``examples`` are rounds
    worth showing. ``revision`` goes up by one when mended rules make the same facts pay otherwise.

    Of what one round hands to the next, ``first`` is what the first round of a table starts with;
    ``start`` is what a round started with, of the facts that ``read`` returned, in the form of
    ``Outcome.next``, and None in a game that hands nothing on; ``remembers`` tells whether rounds
    under such rules start with something even where their facts tell nothing of it; ``summed``
    names what is told by seat and makes one amount. ``parts`` are the packages that the game
    shares rules of, each with a RULES.md of its own.
    """

    name: str
    title: Text
    order: int
    players: range
    settings: tuple[Setting, ...]
    shape: Schema
    make_rules: Callable[[Values], Any]
    read: Callable[[Mapping[str, object], Any], Any]
    settle: Callable[[Any, Any], Outcome]
    words: Mapping[str, Text] = field(default_factory=dict)
    checks: Sequence[Callable[[Any, Any], Iterable[Problem]]] = ()
    examples: tuple[Example, ...] = ()
    revision: int = 1
    first: JSONObject = field(default_factory=dict)
    start: Callable[[Any], JSONObject] | None = None
    remembers: Callable[[Any], bool] = never
    summed: tuple[str, ...] = ()
    parts: tuple[str, ...] = ()

    def in_force(self, overrides: Mapping[str, object] | None = None) -> Any:
        """The game's own Rules with the table's values; equal overrides give the same object.

        Raises SettingsError with every value that cannot be used.
        """
        if overrides is None:
            return _in_force(self, ())
        try:
            # 1, True and Decimal(1) are equal, but not the same setting
            key = sorted((name, type(value), value) for name, value in overrides.items())
            return _in_force(self, tuple(key))
        except (TypeError, AttributeError):
            return self.make_rules(values_in_force(self.settings, overrides))

    def values(self, overrides: Mapping[str, object] | None = None) -> Mapping[str, Value]:
        """Every setting by name as it is in force, in the form of ``Setting.default``."""
        return MappingProxyType(values_in_force(self.settings, overrides))

    def stored(self, settings: Mapping[str, Any]) -> dict[str, Any]:
        """Every setting of rules that were stored, perhaps before there were some of them."""
        unsaid = {
            each.name: each.default if each.before is None else each.before
            for each in self.settings
        }
        return {**unsaid, **settings}

    def score(self, facts: Mapping[str, object], rules: Any) -> Outcome:
        """Who pays whom; raises FactsError with all that cannot have happened."""
        read = self.read(facts, rules)
        problems = [problem for check in self.checks for problem in check(read, rules)]
        if problems:
            raise FactsError(problems)
        return self.settle(read, rules)

    def start_of(self, facts: Mapping[str, object], overrides: Mapping[str, object]) -> JSONObject:
        """What a round that was scored started with; raises FactsError."""
        return self.start(self.read(facts, self.in_force(overrides))) if self.start else {}

    def unpaid(
        self, facts: Mapping[str, object], overrides: Mapping[str, object]
    ) -> list[TransferJSON]:
        """What a round that was scored tells and does not pay, as transfers of 0."""
        rules = self.in_force(overrides)
        outcome: Outcome = self.settle(self.read(facts, rules), rules)
        return [transfer.as_json() for transfer in outcome.unpaid]


def rule_set(package: str) -> RuleSet:
    """The game that the modules and tables of its folder make, each under its usual name."""
    rules, facts, checks, score = (
        import_module(f"{package}.{name}") for name in ("rules", "facts", "checks", "score")
    )
    return RuleSet(
        name=package.rpartition(".")[2],
        title=rules.TITLE,
        order=rules.ORDER,
        players=rules.PLAYERS,
        settings=read_settings(package),
        words=rules.WORDS,
        shape=facts.FACTS.schema,
        make_rules=rules.make_rules,
        read=facts.read,
        checks=checks.CHECKS,
        settle=score.settle,
        examples=read_examples(package),
        revision=getattr(rules, "REVISION", 1),
        first=getattr(rules, "FIRST", {}),
        start=getattr(facts, "start", None),
    )


@lru_cache(maxsize=TABLES_AT_ONCE)
def _in_force(rule_set: RuleSet, overrides: tuple[tuple[str, type, Any], ...]) -> Any:
    named = {name: value for name, _, value in overrides}
    return rule_set.make_rules(values_in_force(rule_set.settings, named))


@cache
def discover() -> Mapping[str, RuleSet]:
    """Every game of this package, in menu order: the folders that have a RULE_SET."""
    folders = [each.name for each in iter_modules(import_module("scoring").__path__) if each.ispkg]
    rule_sets = [getattr(import_module(f"scoring.{name}"), "RULE_SET", None) for name in folders]
    games = sorted((game for game in rule_sets if game is not None), key=lambda game: game.order)
    return MappingProxyType({game.name: game for game in games})
