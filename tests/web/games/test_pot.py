"""The pot on the forms of all games that have one: as kept, as typed, who takes it."""

from random import Random
from typing import Any

import pytest
from django.utils.datastructures import MultiValueDict

import scoring
from ledger.common.person import Person
from ledger.spoken import understand
from ledger.web.games import form_for
from ledger.web.games.base import RoundForm, RoundTerms
from tests.random_rounds import at_table, deal

GAMES = [name for name, game in scoring.RULE_SETS.items() if "scoring.pot" in game.parts]
PEOPLE = [Person(seat, name) for seat, name in enumerate(("An", "Bình", "Chi", "Dũng"), 1)]
NAMES = {each.seat: each.name for each in PEOPLE} | {7: "Hà"}
START = {"pot": {"1": "2", "4": "0.5", "7": "1"}}


def form(rules: str, start: Any = None, on: bool = True, **fields: str) -> RoundForm:
    data = {name.replace("_", "-"): [each] for name, each in fields.items()}
    terms = RoundTerms({"ga": on}, START if start is None else start, 2000, NAMES)
    return form_for(rules)(MultiValueDict(data), PEOPLE, terms)


def labels(of: RoundForm) -> list[str]:
    return [field.label for tool in of.tools() if tool.code == "ga" for field in tool.fields]


def test_six_games_have_a_pot() -> None:
    assert {*GAMES} == {"phom", "sam_loc", "ba_cay", "tien_len", "dem_la", "binh"}


@pytest.mark.parametrize("rules", GAMES)
def test_the_pot_is_that_of_the_round_before_until_another_is_typed(rules: str) -> None:
    facts = form(rules).facts()
    assert (facts["pot"], facts["pot_winner"]) == (START["pot"], None)
    typed = form(rules, pot_1="0", pot_2=" 1,2345 ", pot_3="", pot_7="0", pot_winner="4")
    assert (typed.facts()["pot"], typed.facts()["pot_winner"]) == ({"4": "0.5", "2": "1.2345"}, 4)


@pytest.mark.parametrize("rules", GAMES)
def test_nonsense_is_left_to_the_engine(rules: str) -> None:
    pot = form(rules, pot_1="-1", pot_2="1,23456", pot_x="3").facts()["pot"]
    assert pot == START["pot"] | {"1": "-1", "2": "1,23456", "x": "3"}
    assert form(rules, pot_winner="x").facts()["pot_winner"] == -1
    for start in ({"pot": 5}, {"pot": {"1": [], "9" * 5000: "x"}}):
        assert form(rules, start).in_pot == "0"
        assert form(rules, start).tools()


@pytest.mark.parametrize("rules", GAMES)
def test_a_table_without_a_pot_is_asked_nothing_of_it(rules: str) -> None:
    off = form(rules, on=False, pot_1="3", pot_winner="2")
    assert not {"pot", "pot_winner"} & {*off.facts()}
    assert (labels(off), off.in_pot) == ([], "")


@pytest.mark.parametrize("rules", GAMES)
def test_the_pot_is_asked_of_all_who_play_and_of_who_rests_with_a_share(rules: str) -> None:
    of = [f"{name} có trong gà" for name in ("An", "Bình", "Chi", "Dũng", "Hà")]
    assert labels(form(rules)) == ["Ai ăn gà?", *of]
    assert labels(form(rules, {})) == ["Ai ăn gà?", *of[:4]]
    assert (form(rules).in_pot, form(rules, {}).in_pot) == ("3½", "0")


@pytest.mark.parametrize("rules", GAMES)
def test_a_round_with_a_pot_is_shown_as_it_was_told(rules: str) -> None:
    rng, settings = Random(5), {"ga": True}
    for _number in range(30):
        facts = at_table(rng, deal(rules, rng, [1, 2, 3, 4]), settings)
        again = form_for(rules).from_facts(facts, PEOPLE, RoundTerms(settings)).facts()
        pot = {seat: units for seat, units in facts["pot"].items() if units != "0"}
        assert (again["pot"], again["pot_winner"]) == (pot, facts["pot_winner"])


@pytest.mark.parametrize("rules", GAMES)
def test_who_takes_the_pot_is_said_last(rules: str) -> None:
    facts = deal(rules, Random(5), [1, 2, 3, 4])
    in_force = scoring.RULE_SETS[rules].in_force({"ga": True})
    words = form_for(rules).describe(facts, NAMES, in_force)
    taken = form_for(rules).describe(facts | {"pot_winner": 2}, NAMES, in_force)
    assert taken == [*words, "Bình ăn gà"]


@pytest.mark.parametrize(
    ("rules", "sentence", "taker"),
    [
        ("phom", "An ù ăn gà", "1"),
        ("phom", "an u an ga", "1"),
        ("phom", "An nhất, Bình nhì, Cường ba, Dũng móm, gà về Bình", "2"),
        ("phom", "Bình nhất, An nhì, Chi ba, Dũng bét, hết buổi nhất ăn gà", "2"),
        ("tien_len", "An nhất, Bình nhì, Chi ba, nhất ăn gà", "1"),
        ("tien_len", "An tới trắng sáu đôi ăn gà", "1"),
        ("dem_la", "Chi nhất, An 5 lá, Bình 3 lá, Dũng 2 lá, hết bàn nhất ăn gà", "3"),
        ("sam_loc", "An ăn, Bình 5 lá, Chi 3 lá, Dũng 2 lá, Bình ăn gà", "2"),
        ("ba_cay", "An chương, Bình thắng, Chi thua, Dũng thắng, Bình ăn hết gà", "2"),
        ("binh", "An mậu binh sáu đôi ăn gà", "1"),
    ],
)
def test_who_takes_it_is_told_in_a_sentence(rules: str, sentence: str, taker: str) -> None:
    sentence = sentence.replace("Cường", "Chi")
    heard = understand(sentence, form(rules).words, PEOPLE)
    assert heard.understood
    assert heard.fields["pot-winner"] == taker
    assert not understand(sentence, form(rules, on=False).words, PEOPLE).understood


def test_the_first_takes_it_only_where_somebody_is_said_to_be_the_first() -> None:
    heard = understand("An ù, nhất ăn gà", form("phom").words, PEOPLE)
    assert not heard.understood
    assert heard.why == "Ai ăn gà? Nói tên người ấy."


def test_a_round_without_a_banker_needs_all_points_or_who_takes_the_pot() -> None:
    points = {f"points_{seat}": "7" for seat in (1, 2, 3)}
    assert "Ai làm chương" in form("ba_cay").missing()
    assert "Ai làm chương" in form("ba_cay", on=False, **points).missing()
    assert form("ba_cay", **points).missing() == "Dũng mấy điểm?"
    assert not form("ba_cay", **points, points_4="9").missing()
    assert not form("ba_cay", pot_winner="1").missing()
    assert "Còn" in form("ba_cay", {"banker": 2}, pot_winner="1", con_1="won").missing()


def test_a_round_without_a_banker_in_words() -> None:
    rules = scoring.RULE_SETS["ba_cay"].in_force({"ga": True})
    facts: dict[str, Any] = {"players": [1, 2], "pot_winner": 1}
    assert form_for("ba_cay").describe(facts, NAMES, rules) == ["An ăn gà"]
    words = form_for("ba_cay").describe(facts | {"points": {"1": "sap", "2": 7}}, NAMES, rules)
    assert words == ["An sáp", "Bình 7", "An ăn gà"]


def test_where_the_round_before_left_a_banker_who_rests_one_is_asked_for() -> None:
    points = {f"points_{seat}": "5" for seat in (1, 2, 3, 4)}
    assert form("ba_cay", START, **points).missing() == ""
    for resting in (START | {"banker": 7}, {"banker": 7}):
        asks = form("ba_cay", resting, **points)
        assert "Ai làm" in asks.missing()
        assert "bai-cao" not in asks.words_on_heads()
