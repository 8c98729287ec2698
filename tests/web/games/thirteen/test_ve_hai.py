"""Về hai, a round that ended on 2s, on the forms of both Tiến lên games and in words."""

from typing import Any

import pytest
from django.http import QueryDict

import scoring
from ledger.common.person import Person
from ledger.spoken import understand
from ledger.web.games import form_for
from ledger.web.games.base import RoundForm, RoundTerms

GAMES = ("tien_len", "dem_la")
NAMES = {1: "An", 2: "Bình", 3: "Chi", 4: "Dũng"}
PEOPLE = [Person(seat, name) for seat, name in NAMES.items()]
CHAT = [{"plays": [{"player": 2, "cards": ["2S"]}, {"player": 3, "cards": ["tu_quy"]}]}]
ENDED: dict[str, Any] = {
    "players": [1, 2, 3, 4],
    "ve_hai": {"player": 2, "count": 1},
    "chat": [CHAT[0] | {"victim_went_out": True}],
}


def form(rules: str, fields: str = "", **settings: Any) -> RoundForm:
    terms = RoundTerms(settings, {}, 2000, NAMES)
    return form_for(rules)(QueryDict(fields), PEOPLE, terms)


def tool(shown: RoundForm) -> Any:
    return next((each for each in shown.tools() if each.code == "ve-hai"), None)


@pytest.mark.parametrize("rules", GAMES)
def test_a_table_that_plays_it_is_asked_who_and_on_how_many(rules: str) -> None:
    assert tool(form(rules)) is None
    assert form(rules).script == form(rules).taps
    on = form(rules, ve_hai=True)
    who, many = tool(on).fields
    assert [each.label for each in who.answers] == [*NAMES.values()]
    cost = {"tien_len": ["6.000", "12.000", "18.000"], "dem_la": ["78.000", "156.000", "234.000"]}
    assert [each.label for each in many.answers] == ["1 heo", "2 heo", "3 heo"]
    assert [each.note for each in many.answers] == cost[rules]
    assert on.script != on.taps
    assert len([each for each in on.tools() if each.icon]) <= 4


@pytest.mark.parametrize("rules", GAMES)
def test_what_was_told_before_the_rule_went_is_still_there(rules: str) -> None:
    panel = tool(form(rules, "ve-hai-player=2&ve-hai-count=1"))
    assert (panel.icon, [each.chosen for each in panel.fields[0].answers].index(True)) == ("", 1)


@pytest.mark.parametrize("rules", GAMES)
def test_a_round_is_shown_as_it_was_told(rules: str) -> None:
    shown = form_for(rules).from_facts(ENDED, PEOPLE, RoundTerms({"ve_hai": True}))
    facts = {name: value for name, value in shown.facts().items() if value}
    assert facts == ENDED
    assert shown.missing() == ""
    in_force = scoring.RULE_SETS[rules].in_force({"ve_hai": True})
    assert form_for(rules).describe(ENDED, NAMES, in_force)[0] == "Bình về 1 heo"


@pytest.mark.parametrize("rules", GAMES)
def test_nothing_of_a_won_round_is_told_beside_it(rules: str) -> None:
    fields = "ve-hai-player=2&place-1=1&winner=1&left-3=4&held-3=2S&cong=4&den=3&dut=1"
    shown = form(rules, fields, ve_hai=True)
    assert shown.missing() == "Về mấy heo?"
    names = {
        name
        for name, value in form(rules, f"{fields}&ve-hai-count=2", ve_hai=True).facts().items()
        if value
    }
    assert names == {"players", "ve_hai"}


@pytest.mark.parametrize("rules", GAMES)
def test_without_the_rule_the_refusal_offers_it(rules: str) -> None:
    with pytest.raises(scoring.FactsError) as refused:
        scoring.score(rules, ENDED)
    offer = form(rules).offer(refused.value.problems)
    assert offer
    assert offer.code == "ve_hai"


SENTENCES = {
    "Bình về hai": ("2", "1"),
    "binh ve hai": ("2", "1"),
    "Bình về heo": ("2", "1"),
    "An về nhất bằng 2 heo": ("1", "2"),
    "Chi hết bài bằng đôi heo": ("3", "2"),
    "Chi bị về một con hai": ("3", "1"),
    "Dũng về ba heo": ("4", "3"),
    "Dũng kết bằng hai con heo": ("4", "2"),
    "Bình về hai 2 con heo": ("2", "2"),
    "Bình về hai, hai con": ("2", "2"),
    "Bình bị về hai 3 heo": ("2", "3"),
    "Bình về hai đôi heo": ("2", "2"),
}


@pytest.mark.parametrize("rules", GAMES)
def test_it_is_told_in_a_sentence(rules: str) -> None:
    words, off = form(rules, ve_hai=True).words, form(rules).words
    for sentence, answers in SENTENCES.items():
        heard = understand(sentence, words, PEOPLE).fields
        assert (heard.get("ve-hai-player"), heard.get("ve-hai-count")) == answers, sentence
        assert "ve-hai-player" not in understand(sentence, off, PEOPLE).fields
    chopped = understand("Bình về hai, Chi chặt heo đen của Bình bằng tứ quý", words, PEOPLE)
    assert chopped.fields["chat-0-1-player"] == "3"


@pytest.mark.parametrize("rules", GAMES)
def test_nobody_wins_in_the_same_sentence(rules: str) -> None:
    words = form(rules, ve_hai=True).words
    for more in ("An nhất", "Chi về hai", "An tới trắng", "An cóng"):
        assert not understand(f"Bình về hai, {more}", words, PEOPLE).understood, more


def test_second_is_second_where_it_is_no_rule() -> None:
    plain = understand("Bình về hai", form("tien_len").words, PEOPLE)
    assert plain.fields["place-2"] == "2"


def test_nobody_counts_cards_of_one_price() -> None:
    flat = form("dem_la", "winner=1&dut=1", dut_flat="20")
    assert (flat.missing(), flat.script) == ("", "winner_house")
    assert form("dem_la", "winner=1&dut=1").missing() == "Bình còn mấy lá?"
    assert form("dem_la", "winner=1", dut_flat="20").missing() == "Bình còn mấy lá?"


@pytest.mark.parametrize(("rules", "prefix"), [("tien_len", ""), ("dem_la", "thoi_")])
def test_long_runs_are_offered_where_they_have_a_price(rules: str, prefix: str) -> None:
    def offered(**settings: Any) -> list[str]:
        (panel,) = (each for each in form(rules, **settings).tools() if each.code == "thoi")
        field = next(each for each in panel.fields if each.name == "held-2")
        return [each.code for each in field.answers if each.code.endswith("doi_thong")]

    usual = ["ba_doi_thong", "bon_doi_thong"]
    assert offered() == usual
    assert offered(**{f"{prefix}nam_doi_thong": "3"}) == [*usual, "nam_doi_thong"]
    assert offered(**{f"{prefix}sau_doi_thong": "3", "doi_thong": False}) == []
