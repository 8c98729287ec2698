"""Every case of the case files, exactly."""

import re
from typing import Any

import pytest

import scoring
from scoring import RULE_SETS
from scoring.common.transfers import decimal
from tests.scoring.cases import Case, all_cases

CASES = all_cases()
NAME = re.compile(r"[a-z0-9]_[a-z0-9]|\b(thoi|chat|cong|mom|victim_went_out)\b|[{}\[\]]")
"""What programs call things; no sentence says it but in quotes."""


def result(case: Case) -> dict[str, Any]:
    """What the rules say of a round, in the words of the case file."""
    try:
        outcome = scoring.score(case.rules, case.facts, case.settings)
    except scoring.RefusedError as refused:
        return {"refused": [(problem.code, problem.field) for problem in refused.problems]}
    return {
        "units": [decimal(outcome.net[seat], outcome.grain) for seat in outcome.net],
        "leads": outcome.next_leader,
        "opening": outcome.opening,
        "next": outcome.next,
        "warned": [warning.code for warning in outcome.warnings],
    }


def wanted(case: Case) -> dict[str, Any]:
    """What the case file says of it; a case need not say everything."""
    if case.refused:
        return {"refused": case.refused}
    units = {} if case.units is None else {"units": case.units}
    leads = {"leads": case.leads} if case.checks_leader else {}
    handed_on = {} if case.next is None else {"next": case.next}
    return units | leads | handed_on | {"opening": case.then_opening, "warned": case.warned}


@pytest.mark.parametrize("rules", RULE_SETS)
def test_a_round_comes_to_what_its_case_says(rules: str) -> None:
    different = [
        f"{case}: {outcome}, not {wanted(case)}"
        for case in CASES
        if case.rules == rules and not wanted(case).items() <= (outcome := result(case)).items()
    ]
    assert different == []


def test_every_refusal_says_why_in_both_languages() -> None:
    for case in (case for case in CASES if case.refused):
        with pytest.raises(scoring.RefusedError) as refused:
            scoring.score(case.rules, case.facts, case.settings)
        problems = refused.value.problems
        texts = [each.message(language) for each in problems for language in ("vi", "en")]
        assert all(texts), str(case)
        assert not [text for text in texts if NAME.search(text.partition("“")[0])], str(case)


def test_every_case_says_something_and_where_it_comes_from() -> None:
    for case in CASES:
        assert case.units or case.refused or case.checks_leader, case.name
        assert re.match(r"[A-Z]{2}-\d+ ", case.source), f"{case.rules}, {case}: no rule id under it"


def test_no_two_cases_of_a_file_have_the_same_name() -> None:
    names = [(case.rules, str(case)) for case in CASES]
    assert sorted(set(names)) == sorted(names)
