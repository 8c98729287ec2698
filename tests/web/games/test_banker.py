"""The forms of games with a banker: what the round before left, a word a con, side bets."""

from typing import Any

import pytest
from django.utils.datastructures import MultiValueDict

import scoring
from ledger.common.person import Person
from ledger.web.games import form_for
from ledger.web.games.banker.form import BankerForm
from ledger.web.games.base import RoundTerms

GAMES = [name for name in scoring.RULE_SETS if issubclass(form_for(name), BankerForm)]
NAMES = ("An", "Bình", "Chi", "Dũng")
PEOPLE = [Person(seat, name) for seat, name in enumerate(NAMES, 1)]
START = {"banker": 2, "stakes": {"1": "5", "3": "2.5", "7": "3"}}


def form(rules: str, start: Any = None, **fields: Any) -> Any:
    data = {
        name.replace("_", "-"): each if isinstance(each, list) else [each]
        for name, each in fields.items()
    }
    return form_for(rules)(MultiValueDict(data), PEOPLE, RoundTerms({}, start or {}, 2000))


@pytest.mark.parametrize("rules", GAMES)
def test_banker_and_stakes_are_those_of_the_round_before_until_others_are_typed(rules: str) -> None:
    facts = form(rules, START, lost=["1", "3", "4"]).facts()
    assert (facts["banker"], facts["stakes"]) == (2, {"1": "5", "3": "2.5", "7": "3"})
    typed = form(rules, START, banker="1", stake_1="1", stake_3="1,5", stake_4="2").facts()
    assert (typed["banker"], typed["stakes"]) == (1, {"3": "1.5", "4": "2", "7": "3"})


@pytest.mark.parametrize("rules", GAMES)
def test_the_first_round_asks_who_is_the_banker_before_all_else(rules: str) -> None:
    assert "Ai làm" in form(rules, con_1="won").missing()
    assert "Ai làm" in form(rules, {"banker": 9}, con_1="won").missing(), "who sits out"
    assert "Ai làm" not in form(rules, START).missing()


@pytest.mark.parametrize("rules", GAMES)
def test_a_tap_on_the_banker_means_that_all_not_told_have_lost(rules: str) -> None:
    facts = form(rules, START, banker_kind="won", con_1="won").facts()
    assert facts["con"] == {"1": "won", "3": "lost", "4": "lost"}
    assert "banker_kind" not in facts
    assert form(rules, START, con_1="won").missing().startswith("Còn Chi, Dũng.")


@pytest.mark.parametrize("rules", GAMES)
def test_side_bets_are_told_one_after_the_other(rules: str) -> None:
    bet = {"side_0_winner": "1", "side_0_loser": "3", "side_4_winner": "4", "side_4_loser": "2"}
    facts = form(rules, START, banker_kind="won", **bet, side_4_units="0,5").facts()
    assert facts["side"] == [
        {"winner": 1, "loser": 3, "units": "1"},
        {"winner": 4, "loser": 2, "units": "0.5"},
    ]
    assert "Kê" in form(rules, START, banker_kind="won", side_0_winner="1").missing()


def test_a_round_of_xi_dach_in_words() -> None:
    names = dict(enumerate(NAMES, 1))
    facts = {
        "players": [1, 2, 3, 4],
        "banker": 1,
        "stakes": {"2": "2"},
        "con": {"4": "draw"},
        "banker_kind": "xi_dach",
        "non": [2],
        "side": [{"winner": 2, "loser": 3}],
    }
    rules = scoring.RULE_SETS["xi_dach"].in_force()
    words = form_for("xi_dach").describe(facts, names, rules)
    phrases = ["An cái xì dách", "Bình non ×2", "Chi thua", "Dũng hoà", "Bình ăn kê Chi 1"]
    assert words == phrases


def test_a_round_of_ba_cay_in_words() -> None:
    names = dict(enumerate(NAMES, 1))
    facts = {
        "players": [1, 2, 3, 4],
        "banker": 2,
        "stakes": {"1": "2.5"},
        "points": {"1": "sap", "2": 7, "3": 7, "4": 10},
        "above": [3],
    }
    rules = scoring.RULE_SETS["ba_cay"].in_force()
    words = form_for("ba_cay").describe(facts, names, rules)
    assert words == ["Bình chương 7", "An sáp ×2½", "Chi 7 hơn chất", "Dũng 10"]


def test_points_ask_for_those_of_everybody_and_hide_the_words() -> None:
    half = form("ba_cay", START, points_2="7", points_1="sap")
    assert half.missing() == "Chi mấy điểm?"
    whole = form(
        "ba_cay", START, points_2="7", points_1="sap", points_3="7", points_4="x", above="3"
    )
    assert whole.facts()["points"] == {"1": "sap", "2": 7, "3": 7, "4": "x"}
    assert whole.facts()["above"] == [3]
