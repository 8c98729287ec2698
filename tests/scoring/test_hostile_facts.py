"""Facts with far more in them than a table can tell are one problem, whatever they repeat."""

import pytest

from scoring import FactsError, SettingsError, score
from tests.scoring.hostile_facts import HOSTILE, PLAYERS

MANY = 20_000


@pytest.mark.parametrize("name", HOSTILE)
def test_far_too_much_is_one_problem(name: str) -> None:
    rules, made = HOSTILE[name]
    with pytest.raises(FactsError) as refused:
        score(rules, made(MANY))
    assert [problem.code for problem in refused.value.problems] == ["too_many"]


def test_far_too_many_settings_are_one_problem() -> None:
    with pytest.raises(SettingsError) as refused:
        score("binh", {"players": PLAYERS}, {f"x{number}": 1 for number in range(MANY)})
    assert [problem.code for problem in refused.value.problems] == ["too_many"]
