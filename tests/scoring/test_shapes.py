"""What facts look like: the shape of a game takes every round that the game takes."""

import os
import subprocess
import sys
from pathlib import Path
from random import Random
from typing import Any

import pytest
from jsonschema import Draft202012Validator

from scoring import RULE_SETS, FactsError, score
from scoring.common.cards import CARDS
from scoring.thirteen.cards import ITEMS
from tests.random_rounds import deal
from tests.scoring.cases import all_cases, is_scored
from tests.vectors import shapes

SHAPES = {name: Draft202012Validator(each.shape) for name, each in RULE_SETS.items()}


def test_a_round_that_the_rules_take_fits_the_shape() -> None:
    unfit = [
        f"{case}: {problem.message}"
        for case in filter(is_scored, all_cases())
        for problem in SHAPES[case.rules].iter_errors(case.facts)
    ]
    assert unfit == []


@pytest.mark.parametrize("rules", RULE_SETS)
def test_a_round_dealt_by_chance_fits_the_shape(rules: str) -> None:
    for seed in range(200):
        facts = deal(rules, Random(seed), (1, 2, 3, 4))
        assert list(SHAPES[rules].iter_errors(facts)) == []


@pytest.mark.parametrize(
    ("rules", "facts"),
    [
        ("tien_len", {}),
        ("tien_len", {"players": [1]}),
        ("tien_len", {"players": [1, 2], "winner": 1}),
        ("tien_len", {"players": [1, 2], "places": [1, 1]}),
        ("tien_len", {"players": [1, 2], "thoi": {"2": ["4S"]}}),
        ("dem_la", {"players": [1, 2], "cards_left": {"2": 14}}),
        ("dem_la", {"players": [1, 2], "chat": [{"plays": [{"player": 1, "cards": ["2S"]}]}]}),
        ("phom", {"players": [1, 2], "u": {"player": 1, "kind": "u_to"}}),
        ("binh", {"players": [1, 2], "chi": {"dau": [[1], []]}}),
        ("binh", {"players": [1, 2], "hands": {"1": {"dau": ["1S"]}}}),
    ],
)
def test_what_does_not_fit_the_shape_is_refused(rules: str, facts: dict[str, Any]) -> None:
    assert not SHAPES[rules].is_valid(facts)
    with pytest.raises(FactsError):
        score(rules, facts)


def test_what_is_no_hand_of_the_banker_is_refused_with_the_hands_that_are() -> None:
    facts = {"players": [1, 2], "banker": 1, "banker_kind": "won"}
    with pytest.raises(FactsError) as refused:
        score("xi_dach", facts)
    [problem] = refused.value.problems
    hands = "xi_bang, xi_dach, ngu_linh"
    assert problem.message("vi") == f"Cần bài của nhà cái: {hands}, không phải “won”."
    assert problem.message("en") == f"Expected the banker's hand: {hands}, found “won”."


def test_every_spelling_fits() -> None:
    hands = [{"players": [1, 2], "hands": {"1": {"dau": [card]}}} for card in CARDS]
    assert [facts for facts in hands if not SHAPES["binh"].is_valid(facts)] == []
    dem_la = {"players": [1, 2], "thoi": {"2": [each for each in ITEMS if each != "hai_tu_quy"]}}
    assert SHAPES["dem_la"].is_valid(dem_la)


@pytest.mark.parametrize("rules", RULE_SETS)
def test_null_is_left_out_wherever_the_shape_says_so(rules: str) -> None:
    shape = RULE_SETS[rules].shape
    facts = deal(rules, Random(1), (1, 2, 3, 4))
    may_be_null = {
        name
        for name, each in shape["properties"].items()
        if Draft202012Validator(each).is_valid(None)
    }
    nulls = dict.fromkeys(may_be_null)
    assert nulls.keys() | shape["required"] == shape["properties"].keys()
    assert SHAPES[rules].is_valid(nulls | facts)
    assert score(rules, nulls | facts).net == score(rules, facts).net


def test_the_types_of_facts_are_made_of_the_shapes() -> None:
    again = "written anew by: python -m tests.vectors"
    assert shapes.FILE.read_text(encoding="utf-8") == shapes.source(shapes.known()), again


@pytest.mark.full
def test_a_type_checker_takes_every_round_that_the_rules_take(tmp_path: Path) -> None:
    rounds = [
        f"_{number}: shapes.{shapes.camel(case.rules)} = {case.facts!r}"
        for number, case in enumerate(filter(is_scored, all_cases()))
    ]
    wrong = 'wrong: shapes.TienLen = {"players": [1, 2], "winner": 1}'
    lines = ["from decimal import Decimal", "from scoring import shapes", *rounds, wrong]
    (tmp_path / "rounds.py").write_text("\n".join(lines))
    checked = subprocess.run(
        [sys.executable, "-m", "mypy", "--strict", "rounds.py"],
        cwd=tmp_path,
        env=os.environ | {"MYPYPATH": str(shapes.FILE.parents[1])},
        capture_output=True,
        text=True,
        check=False,
    )
    assert f"rounds.py:{len(lines)}: error: Extra key" in checked.stdout
    assert "Found 1 error" in checked.stdout, checked.stdout[:2000]
