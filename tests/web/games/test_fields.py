"""What every round form asks: on the heads, by its tools, under "Khác"; and at what price."""

from collections.abc import Iterator
from random import Random
from typing import Any

import pytest
from django.template.loader import get_template
from django.utils.datastructures import MultiValueDict

import scoring
from ledger.common.person import Fields, Person
from ledger.web.games import form_for
from ledger.web.games.base import RoundForm, RoundTerms
from ledger.web.games.fields import Box, Field, Select, TextInput, Tool
from tests.random_rounds import deal
from tests.web.tables import NAMES

GAMES = tuple(scoring.RULE_SETS)
PEOPLE = [Person(seat, name) for seat, name in enumerate(NAMES, 1)]


def blank(rules: str, bet_unit: int = 2000, opening: bool = False, **settings: Any) -> RoundForm:
    start = {"opening": True} if opening else {}
    return form_for(rules).blank(PEOPLE, RoundTerms(settings, start, bet_unit))


def filled(rules: str, fields: dict[str, list[str]], **settings: Any) -> RoundForm:
    return form_for(rules)(MultiValueDict(fields), PEOPLE, RoundTerms(settings, {}, 2000))


def asked(form: RoundForm) -> Iterator[Field]:
    """Every field that the page shows of this form."""
    for person in form.people:
        yield from form.head_fields(person)
        if form.foot:
            yield Box(form.foot.name, "", form.foot_of(person), str(person.seat))
    for tool in form.tools():
        yield from tool.fields
        if tool.code == "chat":
            for chain in form.chains():  # type: ignore[attr-defined]
                yield from [field for link in chain["links"] for field in link]
                yield from [chain["out"]] if "out" in chain else []
    yield from form.rare()


def sent(form: RoundForm) -> Fields:
    """The fields as a browser sends them that shows this form."""
    fields: Fields = MultiValueDict()
    for field in asked(form):
        match field:
            case Select():
                values = [f"{answer.code}" for answer in field.answers if answer.chosen]
            case Box():
                values = [field.value] if field.checked else []
            case TextInput():
                values = [field.value]
        fields.setlistdefault(field.name).extend(values)
    return fields


def tool(form: RoundForm, code: str) -> Tool:
    return next(each for each in form.tools() if each.code == code)


def select(form: RoundForm, name: str) -> Select:
    return next(each for each in asked(form) if isinstance(each, Select) and each.name == name)


def prices(form: RoundForm, name: str) -> dict[str, str]:
    """The answers to a question with what each costs."""
    return {answer.code: answer.note for answer in select(form, name).answers}


@pytest.mark.parametrize("rules", GAMES)
def test_the_page_sends_back_any_round_that_it_shows(rules: str) -> None:
    rng = Random(7)
    for _number in range(150):
        seats = rng.sample(range(1, 9), rng.randint(2, 4))
        facts = deal(rules, rng, seats)
        people = [Person(seat, f"#{seat}") for seat in seats]
        terms = RoundTerms({}, scoring.RULE_SETS[rules].start_of(facts, {}))
        form = form_for(rules).from_facts(facts, people, terms)
        assert paid(rules, form.filled(sent(form)).facts()) == paid(rules, form.facts())


def paid(rules: str, facts: dict[str, Any]) -> tuple[object, ...]:
    """What a round comes to: each payment with its reason, and who leads the next."""
    outcome = scoring.score(rules, facts)
    transfers = [(each.payer, each.payee, each.units, each.reason) for each in outcome.transfers]
    return sorted(transfers), outcome.next_leader, outcome.opening


@pytest.mark.parametrize("rules", GAMES)
def test_a_game_has_at_most_four_tools_and_each_has_a_code_of_its_own(rules: str) -> None:
    form = blank(rules)
    assert 1 <= len([each for each in form.tools() if each.icon]) <= 4
    codes = [each.code for each in form.tools()]
    assert len(codes) == len(set(codes))
    assert "khac" not in codes, "the button of what is rare"
    for each in form.tools():
        get_template(each.template)
        assert not each.toggles or len(each.fields) == 1


@pytest.mark.parametrize("rules", GAMES)
def test_nothing_is_asked_twice(rules: str) -> None:
    form = blank(rules, opening=True)
    boxes = [(each.name, each.value) for each in asked(form) if isinstance(each, Box)]
    others = [each.name for each in asked(form) if not isinstance(each, Box)]
    assert len(boxes) == len(set(boxes))
    assert len(others) == len(set(others))
    assert not {name for name, _value in boxes} & set(others)


@pytest.mark.parametrize("rules", GAMES)
def test_a_blank_form_has_nothing_chosen(rules: str) -> None:
    for field in asked(blank(rules, opening=True)):
        match field:
            case Select(name="u-kind"):
                pass  # the plain ù is meant where no other is chosen
            case Select():
                assert not any(answer.chosen for answer in field.answers), field.name
            case Box():
                assert not field.checked, field.name
            case TextInput():
                assert field.value == "", field.name


@pytest.mark.parametrize(
    ("rules", "foot"),
    [
        *(("tien_len", "cong"), ("phom", "mom"), ("binh", "lung")),
        *(("dem_la", ""), ("khac", ""), ("sam_loc", "")),
    ],
)
def test_the_foot_says_what_one_tap_says_of_a_player(rules: str, foot: str) -> None:
    form = blank(rules)
    assert (form.foot.name if form.foot else "") == foot
    ticked = filled(rules, {foot: ["2", "4"]})
    of = [person.seat for person in PEOPLE if ticked.foot_of(person)]
    assert of == ([2, 4] if foot else [])


@pytest.mark.parametrize(
    ("rules", "players", "labels"),
    [
        ("tien_len", 4, "Nhất|Nhì|Ba|Bét"),
        ("tien_len", 3, "Nhất|Nhì|Bét"),
        ("tien_len", 2, "Nhất|Bét"),
        ("phom", 4, "Nhất|Nhì|Ba|Bét"),
        ("phom", 3, "Nhất|Nhì|Ba"),
    ],
)
def test_the_heads_call_the_places_as_the_game_does(rules: str, players: int, labels: str) -> None:
    form = form_for(rules).blank(PEOPLE[:players], RoundTerms({}))
    assert form.words_on_heads()["labels"] == labels
    field = form.head_fields(PEOPLE[0])[0]
    assert isinstance(field, Select)
    assert "|".join(answer.label for answer in field.answers) == labels


def test_heo_and_hang_have_their_price_in_the_money_of_the_table() -> None:
    amounts = prices(blank("tien_len"), "held-1")
    assert amounts == {
        "2S": "1.000",
        "2C": "1.000",
        "2D": "2.000",
        "2H": "2.000",
        "ba_doi_thong": "2.000",
        "tu_quy": "3.000",
        "bon_doi_thong": "4.000",
    }
    assert prices(blank("tien_len", bet_unit=10000), "held-1")["2H"] == "10.000"
    assert set(prices(blank("tien_len", bet_unit=0), "held-1").values()) == {""}


def test_a_price_of_the_house_is_the_one_shown() -> None:
    form = blank("tien_len", heo_den=3)
    assert prices(form, "held-1")["2S"] == "6.000"
    assert prices(form, "chat-0-0-cards")["heo_den"] == "6.000"
    assert prices(form, "chat-0-0-cards")["heo_den+heo_den"] == "12.000"


def test_under_dut_ba_bich_heo_have_another_price() -> None:
    answers = select(blank("dem_la"), "held-1").answers
    assert {each.code: (each.note, each.dut) for each in answers} == {
        "2S": ("4.000", "6.000"),
        "2C": ("4.000", "8.000"),
        "2D": ("8.000", "10.000"),
        "2H": ("8.000", "12.000"),
        "ba_doi_thong": ("10.000", ""),
        "tu_quy": ("12.000", ""),
        "bon_doi_thong": ("24.000", ""),
    }


@pytest.mark.parametrize("settings", [{"thoi_by": "most_cards"}, {"thoi_beside_cards": "dearer"}])
def test_no_price_is_shown_of_what_may_cost_nothing_in_the_end(settings: dict[str, Any]) -> None:
    answers = select(blank("dem_la", **settings), "held-1").answers
    assert {each.note + each.dut for each in answers} == {""}
    alone = blank("dem_la", ba_bich=1, ba_bich_if="alone")
    assert prices(alone, "held-1")["3S"] == ""
    assert prices(blank("dem_la", ba_bich=1), "held-1")["3S"] == "2.000"


def test_what_is_chopped_has_a_price_where_all_that_may_chop_it_cost_the_same() -> None:
    chopped = prices(blank("dem_la"), "chat-0-0-cards")
    assert chopped["heo_do"] == "", "tứ quý cost 2, 4 đôi thông 3"
    assert chopped["bon_doi_thong"] == "2.000"
    assert prices(blank("dem_la", doi_thong=False), "chat-0-0-cards")["heo_do"] == "4.000"
    for rules in ("tien_len", "dem_la"):
        assert set(prices(blank(rules), "chat-0-1-cards").values()) == {""}, "it costs nothing yet"


@pytest.mark.parametrize(
    ("rules", "fields", "asks"),
    [
        ("dem_la", {"winner": ["1"]}, "Bình còn mấy lá?"),
        ("dem_la", {"winner": ["1"], "left-2": ["5"]}, "Cường còn mấy lá?"),
        ("phom", {"points-4": ["12"]}, "An còn mấy điểm, hay là móm?"),
        ("phom", {"mom": ["1", "2", "3", "4"]}, "Cả bàn móm: bấm người hạ đầu tiên."),
        ("khac", {"points-1": ["6"]}, "Còn điểm của Bình, Cường, Dũng"),
    ],
)
def test_what_is_missing_is_asked_in_the_order_of_the_heads_whoever_leads(
    rules: str, fields: dict[str, list[str]], asks: str
) -> None:
    led = [*PEOPLE[3:], *PEOPLE[:3]]
    form = form_for(rules)(MultiValueDict(fields), led, RoundTerms({}, False, 2000))
    assert form.missing().startswith(asks)


def test_what_is_held_twice_stays_beside_one_of_each() -> None:
    form = filled("tien_len", {"held-1": ["tu_quy", "tu_quy", "heo_do"]})
    answers = [(each.code, each.chosen) for each in select(form, "held-1").answers]
    assert [code for code, chosen in answers if chosen] == ["tu_quy", "tu_quy", "heo_do"]
    assert len(answers) == 9
    assert form.facts()["thoi"] == {"1": ["tu_quy", "tu_quy", "heo_do"]}


@pytest.mark.parametrize("rules", ["tien_len", "dem_la"])
def test_what_may_chop_what(rules: str) -> None:
    chops = blank(rules).chops()  # type: ignore[attr-defined]
    all_hang = {"ba_doi_thong", "tu_quy", "bon_doi_thong"}
    two_heo = {"tu_quy", "bon_doi_thong"} | ({"hai_tu_quy"} if rules == "dem_la" else set())
    assert set(chops["heo_den"]) == set(chops["heo_do"]) == all_hang
    assert set(chops["heo_den+heo_do"]) == two_heo
    assert set(chops["ba_doi_thong"]) == all_hang
    assert set(chops["tu_quy"]) == {"tu_quy", "bon_doi_thong"}
    assert set(chops["bon_doi_thong"]) == {"bon_doi_thong"}


def test_what_the_house_does_not_let_chop_is_no_answer() -> None:
    chops = blank("tien_len", tu_quy_doi_heo=False).chops()  # type: ignore[attr-defined]
    assert "tu_quy" not in chops["heo_den+heo_do"]
    assert "tu_quy" in chops["heo_do"]
    chops = blank("tien_len", doi_thong=False).chops()  # type: ignore[attr-defined]
    assert chops["heo_do"] == ["tu_quy"]
    assert not {"ba_doi_thong", "bon_doi_thong"} & set(chops)


@pytest.mark.parametrize("rules", ["tien_len", "dem_la"])
@pytest.mark.parametrize("settings", [{}, {"doi_thong": False}, {"tu_quy_doi_heo": False}])
def test_each_answer_that_may_chop_is_taken_and_each_other_refused(
    rules: str, settings: dict[str, Any]
) -> None:
    form = blank(rules, **settings)
    chops: dict[str, list[str]] = form.chops()  # type: ignore[attr-defined]
    for chopped, by in chops.items():
        for chopper in prices(form, "chat-0-1-cards"):
            fields = {
                "chat-0-0-player": ["1"],
                "chat-0-0-cards": [chopped],
                "chat-0-1-player": ["2"],
                "chat-0-1-cards": [chopper],
            }
            facts = filled(rules, played(rules) | fields, **settings).facts()
            assert scores(rules, facts, settings) == (chopper in by), (chopped, chopper)


def played(rules: str) -> dict[str, list[str]]:
    """The fields of a plain round, won by seat 3."""
    if rules == "dem_la":
        return {"winner": ["3"], "left-1": ["5"], "left-2": ["5"], "left-4": ["5"]}
    return {"place-3": ["1"], "place-1": ["2"], "place-2": ["3"]}


def scores(rules: str, facts: dict[str, Any], settings: dict[str, Any]) -> bool:
    """Whether the rules take these facts."""
    try:
        scoring.score(rules, facts, settings)
    except scoring.FactsError:
        return False
    return True


def test_a_chain_goes_on_with_one_more_play_and_another_chain_can_follow() -> None:
    plays = {
        "chat-0-0-player": ["1"],
        "chat-0-0-cards": ["heo_do"],
        "chat-0-1-player": ["2"],
        "chat-0-1-cards": ["ba_doi_thong"],
        "chat-0-2-player": ["3"],
        "chat-0-2-cards": ["tu_quy"],
    }
    first, second = filled("tien_len", plays).chains()  # type: ignore[attr-defined]
    assert [link[0].role for link in first["links"]] == [
        *("bị chặt", "chặt", "chặt tiếp", "chặt tiếp")
    ]
    assert [len(chain["links"]) for chain in (first, second)] == [4, 3]
    assert (first["empty"], second["empty"]) == (False, True)


@pytest.mark.parametrize("rules", ["tien_len", "dem_la", "phom"])
def test_who_pays_for_the_table_is_asked_where_it_is_played(rules: str) -> None:
    asks = {each.name: each for each in blank(rules, den_lang=True).rare()}
    assert isinstance(asks["den"], Select)
    assert (asks["den"].role, asks["den"].only) == ("đền làng", "")
    plain = {each.name: each for each in blank(rules).rare()}
    if rules == "tien_len":
        assert isinstance(plain["den"], Select)
        assert (plain["den"].role, plain["den"].only) == ("đền", "cong")
    else:
        assert "den" not in plain
        names = {each.name for each in filled(rules, {"den": ["2"]}).rare()}
        assert "den" in names, "what was told is shown in any case"


@pytest.mark.parametrize("rules", ["binh", "khac"])
def test_games_without_den_ask_for_nobody(rules: str) -> None:
    assert list(blank(rules).rare()) == []


def test_the_first_round_may_be_said_to_be_no_opening_one() -> None:
    assert "not-opening" in {each.name for each in blank("tien_len", opening=True).rare()}
    assert "not-opening" not in {each.name for each in blank("tien_len").rare()}


def test_only_kinds_of_toi_trang_that_are_played_are_offered() -> None:
    plain, house = blank("tien_len"), blank("tien_len", toi_trang_sau_doi=False)
    assert "sau_doi" in prices(plain, "toi-trang-kind")
    assert "sau_doi" not in prices(house, "toi-trang-kind")


def test_dut_ba_bich_is_a_button_that_stays_pressed() -> None:
    dut = tool(blank("dem_la"), "dut-3-bich")
    assert dut.toggles
    assert [each.name for each in dut.fields] == ["dut"]
    codes = [each.code for each in blank("dem_la", dut_ba_bich=False).tools()]
    assert codes == ["chat", "thoi", "toi-trang"]


def test_dem_la_asks_for_heo_and_hang_in_the_line_of_its_question_not_by_a_button() -> None:
    assert tool(blank("dem_la"), "thoi").icon == ""
    assert tool(blank("tien_len"), "thoi").icon == "cards"


def test_one_eats_from_whoever_plays_before() -> None:
    form = blank("phom")
    eats = [each for each in tool(form, "an").fields if each.name.startswith("an-")]
    assert [each.role for each in eats] == ["ăn Dũng", "ăn An", "ăn Bình", "ăn Cường"]
    assert [answer.code for answer in eats[0].answers] == ["1", "2", "3"]
    turned = form_for("phom").blank([PEOPLE[2], PEOPLE[0]], RoundTerms({}))
    eats = [each for each in tool(turned, "an").fields if each.name.startswith("an-")]
    assert [(each.name, each.role) for each in eats] == [("an-1", "ăn Cường"), ("an-3", "ăn An")]


def test_which_u_is_asked_only_where_the_kinds_cost_otherwise() -> None:
    assert [each.name for each in tool(blank("phom"), "u").fields] == ["u-player"]
    house = tool(blank("phom", u_tron=True, u_khan=True), "u").fields
    assert [each.name for each in house] == ["u-player", "u-kind"]


def test_who_led_is_asked_again_where_a_program_told_it() -> None:
    assert "leader" not in {each.name for each in asked(blank("phom"))}
    facts = {"players": [1, 2, 3, 4], "ranks": [3, 1, 2], "mom": [4], "leader": 2}
    form = form_for("phom").from_facts(facts, PEOPLE, RoundTerms({}))
    assert form.filled(sent(form)).facts()["leader"] == 2


def test_the_rows_of_binh_are_ranked_on_the_heads() -> None:
    ranks = [each.name for each in blank("binh").head_fields(PEOPLE[1])]
    assert ranks == ["rank-dau-2", "rank-giua-2", "rank-cuoi-2"]
    whole = tool(blank("binh"), "bam-bai")
    assert whole.in_turn
    assert [each.cards for each in whole.fields if isinstance(each, TextInput)][:3] == [3, 5, 5]


def test_the_named_amounts_of_another_game_are_offered_as_they_are_called() -> None:
    form = blank("khac", amounts=[{"name": "cóng", "units": "15"}, {"name": "heo", "units": "2.5"}])
    named = next(each for each in tool(form, "so").fields if isinstance(each, Select))
    assert [(each.label, each.code) for each in named.answers] == [("cóng", "15"), ("heo", "2.5")]
