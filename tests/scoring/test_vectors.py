"""The vectors for engines in other languages say what this one says."""

import json
import re
from decimal import Decimal
from pathlib import Path
from typing import Any

import pytest

from scoring import RULE_SETS
from scoring.json_lines import KEYS, answer_to
from tests import vectors
from tests.scoring.cases import all_cases

FILES = [name for name in vectors.files() if (vectors.FOLDER / name).exists()]
"""A new game has none until they are written for the first time."""

GAMES = [rules for rules in RULE_SETS if f"{rules}-rounds.jsonl.gz" in FILES]
AGAIN = "written anew by: python -m tests.vectors"


def read(name: str) -> list[dict[str, Any]]:
    return [json.loads(line) for line in vectors.written(name).splitlines()]


@pytest.mark.parametrize("name", FILES)
def test_they_are_in_step_with_the_engine(name: str) -> None:
    made = vectors.text(vectors.files()[name]).splitlines()
    lines = vectors.written(name).splitlines()
    different = [line for line, other in zip(lines, made, strict=False) if line != other]
    assert (different[:1], len(lines)) == ([], len(made)), AGAIN


def test_every_case_is_there() -> None:
    assert len(GAMES) >= 5
    ids = [each["id"] for rules in GAMES for each in read(f"{rules}-cases.jsonl")]
    assert len(ids) == len(set(ids))
    names = {f"{case.rules}/{case}" for case in all_cases() if case.rules in GAMES}
    assert names <= set(ids)


@pytest.mark.parametrize("rules", GAMES)
def test_rounds_add_up_and_are_of_many_kinds(rules: str) -> None:
    rounds = read(f"{rules}-rounds.jsonl.gz")
    assert len(rounds) == vectors.ROUNDS
    assert len({json.dumps(each["facts"]) for each in rounds}) > 0.9 * vectors.ROUNDS
    assert sum("refused" in each for each in rounds) < 0.1 * vectors.ROUNDS
    results = [each["result"] for each in rounds if "result" in each]
    assert all(sum(map(Decimal, each["net"].values())) == 0 for each in results)


def test_each_is_a_line_of_the_score_command() -> None:
    for vector in [each for rules in GAMES for each in read(f"{rules}-cases.jsonl")[::20]]:
        asked = {key: vector[key] for key in KEYS}
        answer, is_scored = answer_to(json.dumps(asked).encode())
        assert is_scored == ("result" in vector), vector["id"]
        if is_scored:
            result = json.loads(answer)
            assert (result["id"], result["net"]) == (vector["id"], vector["result"]["net"])


def test_a_wrong_amount_would_be_found(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    name, written = FILES[0], vectors.written
    wrong = written(name).replace('"units":"1"', '"units":"2"', 1)
    (tmp_path / name).write_text(wrong, encoding="utf-8")
    monkeypatch.setattr(vectors, "written", lambda name: written(name, tmp_path))
    with pytest.raises(AssertionError, match=re.escape("python -m tests.vectors")):
        test_they_are_in_step_with_the_engine(name)
