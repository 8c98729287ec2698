"""Rounds with what they come to, for an engine in another language to check itself.

Every line is one JSON object: `id`, `rules`, `settings` (what the table changed), `facts`, and
either `result` or, where the engine refuses them, `refused`: code and field of each problem.
A game has two files: the rounds of its folder in tests/cases, and rounds by chance, which are the
same each time.
"""

import gzip
import json
from collections.abc import Iterator, Mapping
from pathlib import Path
from random import Random
from typing import Any

import scoring
from scoring import RULE_SETS
from scoring.common.settings import Kind, Setting
from tests.random_rounds import at_table, deal
from tests.scoring.cases import all_cases

FOLDER = Path(__file__).parent
ROUNDS = 1_000
"""Rounds by chance of each game."""

AMOUNTS = ("0", "0.25", "0.5", "1", "1.5", "2", "3", "7", "39.5")
CHANGED = 0.1
"""The share of its settings that a table changes, if it changes any."""


def files() -> dict[str, Iterator[dict[str, Any]]]:
    """The lines of every file, by its name."""
    lines = {f"{rules}-cases.jsonl": cases(rules) for rules in RULE_SETS}
    return lines | {f"{rules}-rounds.jsonl.gz": rounds(rules) for rules in RULE_SETS}


def text(lines: Iterator[Mapping[str, Any]]) -> str:
    """The lines as they stand in a file."""
    return "".join(
        json.dumps(line, ensure_ascii=False, separators=(",", ":")) + "\n" for line in lines
    )


def written(name: str, folder: Path = FOLDER) -> str:
    """What a file says."""
    content = (folder / name).read_bytes()
    return (gzip.decompress(content) if name.endswith("gz") else content).decode()


def write(folder: Path) -> None:
    """Write all files into a folder."""
    for name, lines in files().items():
        content = text(lines).encode()
        packed = gzip.compress(content, mtime=0) if name.endswith("gz") else content
        (folder / name).write_bytes(packed)


def cases(rules: str) -> Iterator[dict[str, Any]]:
    """The rounds of the case files, each also with every setting that it tells of alone."""
    for case in (case for case in all_cases() if case.rules == rules):
        name = f"{rules}/{case}"
        yield scored(name, rules, case.settings, case.facts)
        for other in case.alone:
            settings = case.settings | {other.name: other.value}
            yield scored(f"{name}, {other.name} {other.value}", rules, settings, case.facts)


def rounds(rules: str) -> Iterator[dict[str, Any]]:
    """Rounds by chance of a game; every other one at a table with settings of its own."""
    for number in range(1, ROUNDS + 1):
        rng = Random(f"{rules} {number}")
        seats = rng.sample(range(1, 9), rng.choice(RULE_SETS[rules].players))
        dealt = deal(rules, rng, seats)
        settings = changed(rules, rng) if number % 2 else {}
        facts = at_table(rng, dealt, settings)
        yield scored(f"{rules} {number}", rules, settings, facts)


def changed(rules: str, rng: Random) -> dict[str, Any]:
    """Settings of a table that changes some."""
    settings = RULE_SETS[rules].settings
    return {each.name: _other(each, rng) for each in settings if rng.random() < CHANGED}


def _other(setting: Setting, rng: Random) -> Any:
    """A value that a setting may have."""
    values: Mapping[Kind, Any] = {
        Kind.FLAG: (not setting.default,),
        Kind.CHOICE: [name for name, _ in setting.choices],
        Kind.AMOUNT: AMOUNTS,
        Kind.COUNT: range(setting.least, setting.most + 1),
    }
    return rng.choice(values.get(setting.kind, (setting.default,)))


def scored(id: str, rules: str, settings: dict[str, Any], facts: dict[str, Any]) -> dict[str, Any]:
    """One line: a round and what it comes to, without texts for people."""
    line = {"id": id, "rules": rules, "settings": settings, "facts": facts}
    try:
        result: dict[str, Any] = scoring.score(rules, facts, settings).as_json()
    except scoring.RefusedError as refused:
        return line | {"refused": [_notice(each.code, each.field) for each in refused.problems]}
    warnings = [_notice(each["code"], each["field"]) for each in result["warnings"]]
    return line | {"result": result | {"warnings": warnings}}


def _notice(code: str, field: str) -> dict[str, str]:
    return {"code": code, "field": field}
