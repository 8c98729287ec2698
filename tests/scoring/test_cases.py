"""Every case of the case files, exactly."""

import pytest

import scoring
from scoring.common.transfers import decimal
from tests.scoring.cases import Case, all_cases

CASES = all_cases()


@pytest.mark.parametrize("case", [c for c in CASES if not c.refused], ids=str)
def test_a_round_comes_to_what_the_rule_says(case: Case) -> None:
    outcome = scoring.score(case.rules, case.facts, case.settings)
    if case.units is not None:
        units = [decimal(outcome.net[seat], outcome.grain) for seat in case.facts["players"]]
        assert units == case.units
    if case.checks_leader:
        assert outcome.next_leader == case.leads
    assert outcome.opening == case.then_opening
    assert [warning.code for warning in outcome.warnings] == case.warned


@pytest.mark.parametrize("case", [c for c in CASES if c.refused], ids=str)
def test_what_cannot_have_happened_is_refused(case: Case) -> None:
    with pytest.raises(scoring.RefusedError) as refused:
        scoring.score(case.rules, case.facts, case.settings)
    found = [(problem.code, problem.field) for problem in refused.value.problems]
    assert found == case.refused
    for language in ("vi", "en"):
        assert all(problem.message(language) for problem in refused.value.problems)


def test_every_case_says_something_and_where_it_comes_from() -> None:
    for case in CASES:
        assert case.units or case.refused or case.checks_leader, case.name
        assert case.source.startswith(("TL-", "DL-", "PH-", "BX-")), case.name


def test_no_two_cases_of_a_file_have_the_same_name() -> None:
    names = [(case.rules, str(case)) for case in CASES]
    assert sorted(set(names)) == sorted(names)
