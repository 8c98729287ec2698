"""The form of phỏm: what is tapped becomes facts, and any facts the form again."""

from random import Random
from typing import Any

import pytest

import scoring
from ledger.access.actor import ON_THE_MACHINE
from ledger.common.person import Person
from ledger.models import Round
from ledger.tables import sessions
from ledger.web.games import form_for
from ledger.web.games.base import RoundTerms
from tests.random_rounds import deal
from tests.scoring.cases import Case, all_cases
from tests.web.pages import filled, hint, problem, questions, read
from tests.web.tables import HTMX, balances, by_rank, open_table, phone

pytestmark = pytest.mark.django_db

Form = form_for("phom")
RULES = scoring.RULE_SETS["phom"].in_force()
NAMES = {1: "An", 2: "Bình", 3: "Cường", 4: "Dũng"}
CASES = [case for case in all_cases() if case.rules == "phom" and not case.refused]


def people(seats: list[int]) -> list[Person]:
    return [Person(seat, NAMES.get(seat, f"#{seat}")) for seat in seats]


def facts_of(fields: dict[str, object], seats: list[int] | None = None) -> dict[str, Any]:
    """The facts of these fields, left-out fields left out."""
    from django.http import QueryDict

    query = QueryDict(mutable=True)
    for name, value in fields.items():
        query.setlist(name, [str(each) for each in (value if isinstance(value, list) else [value])])
    return Form(query, people(seats or [1, 2, 3, 4]), RoundTerms({})).facts()


def test_ranks_tapped_say_the_order_and_make_up_no_points() -> None:
    facts = facts_of(by_rank(3, 1, mom=[4]))
    assert facts["ranks"] == [3, 1, 2]
    assert facts["mom"] == [4]
    assert "points" not in facts
    assert Form.describe(facts, NAMES, RULES) == ["Cường nhất", "An nhì", "Bình ba", "Dũng móm"]


def test_points_typed_are_told() -> None:
    left = {"points-1": 12, "points-2": "12", "points-3": "KS 7♠, 10h", "mom": [4], "place-2": 1}
    facts = facts_of(left)
    assert facts["points"] == {"1": 12, "2": 12, "3": {"hand": ["KS", "7S", "TH"]}}
    assert facts["ha"] == [2, 1, 3, 4]
    words = Form.describe(facts, NAMES, RULES)
    assert words == ["Bình nhất 12 điểm", "An nhì 12 điểm", "Cường ba 30 điểm", "Dũng móm"]


def test_eaten_cards_are_told_in_an_order_that_four_turns_allow() -> None:
    facts = facts_of({"an-1": 2, "chot-1": 1, "an-3": 1, "chot-3": 1, "u-player": 2})
    eaten = [(each["eater"], each["victim"], each["chot"]) for each in facts["an"]]
    ordinary = [(3, 2, False), (1, 4, False), (1, 4, False)]
    assert eaten == [*ordinary, (1, 4, True), (3, 2, True)]


def test_where_the_eaten_cards_need_another_leader_they_are_told_in_his_order() -> None:
    facts = facts_of({"an-1": 3})
    assert facts["players"] == [1, 2, 3, 4]
    assert scoring.score("phom", facts).net == {1: 21, 2: 0, 3: 0, 4: -21}


@pytest.mark.parametrize("case", CASES, ids=str)
def test_any_facts_fill_the_form_that_tells_them_again(case: Case) -> None:
    again(case.facts, case.settings)


def test_dealt_rounds_fill_the_form_that_tells_them_again() -> None:
    rng = Random(9)
    for _ in range(500):
        seats = rng.sample(range(1, 9), rng.choice((2, 3, 4)))
        again(deal("phom", rng, seats), {})


def again(facts: dict[str, Any], settings: dict[str, Any]) -> None:
    seats = facts["players"]
    form = Form.from_facts(facts, people(seats), RoundTerms(settings))
    assert form.missing() == ""
    first, second = (scoring.score("phom", each, settings) for each in (facts, form.facts()))
    assert (first.net, first.next_leader) == (second.net, second.next_leader)
    names = {seat: f"#{seat}" for seat in seats}
    assert sorted(Form.describe(facts, names, RULES)) == sorted(
        Form.describe(form.facts(), names, RULES)
    )


@pytest.mark.parametrize(
    ("more", "expected"),
    [
        ({}, {1: -2000, 2: -6000, 3: 12000, 4: -4000}),
        ({"mom": [2]}, {1: -2000, 2: -8000, 3: 14000, 4: -4000}),
        ({"an-2": "1"}, {1: -4000, 2: -4000, 3: 12000, 4: -4000}),
        ({"chot-2": "1"}, {1: -8000, 2: 0, 3: 12000, 4: -4000}),
    ],
)
def test_a_round_by_rank_pays(more: dict[str, Any], expected: dict[int, int]) -> None:
    session = open_table("phom")
    answer = phone(session).post(f"/t/{session.pk}/rounds/", by_rank(3, 1, 4, **more))
    assert answer.status_code == 302
    assert balances(session) == expected


def test_an_u_needs_no_places() -> None:
    session = open_table("phom")
    client, address = phone(session), f"/t/{session.pk}/rounds/"
    assert client.post(address, by_rank(**{"u-player": 2})).status_code == 302
    assert balances(session) == {1: -10000, 2: 30000, 3: -10000, 4: -10000}
    assert client.post(address, by_rank(newest=1, **{"an-3": 3})).status_code == 302
    assert balances(session) == {1: -10000, 2: -12000, 3: 32000, 4: -10000}
    page = client.get(f"/t/{session.pk}/").content.decode()
    assert "Bình ù" in page
    assert "Cường ăn Bình 3 lá" in page


IMPOSSIBLE: tuple[tuple[dict[str, Any], str], ...] = (
    ({"an-2": "3", "chot-2": "1"}, "Bình không thể ăn quá 3 lá trong một ván."),
    ({"an-2": "9"}, "An chỉ đánh 3 lá thường trong 4 vòng"),
    ({"an-2": "x"}, "không thể ăn quá 3 lá"),
    ({"u-player": "2"}, "Bình ù thì ván dừng"),
    ({"u-player": "9"}, "Cần số ghế của một người chơi ván này"),
    ({"an-2": "3"}, "Bình ù thì ván dừng"),
    ({"an-1": "1", "mom": ["1"]}, "An đã ăn bài thì có phỏm để hạ, không thể móm."),
    ({"points-1": "12"}, "Bình còn mấy điểm, hay là móm?"),
    (
        {"points-1": "77", "points-2": "1", "points-3": "1", "points-4": "1"},
        "điểm từ 0 đến 76, không phải 77",
    ),
    (
        {"points-1": "9" * 30, "points-2": "1", "points-3": "1", "points-4": "1"},
        "điểm từ 0 đến 76, không phải -1",
    ),
    ({"points-1": "xyz", "points-2": "1", "points-3": "1", "points-4": "1"}, "không phải “xyz”"),
    (
        {"points-1": "9S 9S", "points-2": "1", "points-3": "1", "points-4": "1"},
        "An không thể còn 9♠",
    ),
    ({"mom": ["9"]}, "Cần số ghế của một người chơi ván này"),
    ({"place-1": "1"}, "Mỗi hạng đúng một người"),
    ({"place-1": "", "place-4": ""}, "Ai về nhì?"),
    ({"seats": "1,2,3,9"}, "Ai về ba?"),
    (
        {"u-player": "2", "place-1": "", "place-3": "", "place-4": "", "u-kind": "u_khan"},
        "Bàn này không chơi ù khan.",
    ),
)


@pytest.mark.parametrize("headers", [HTMX, pytest.param({}, marks=pytest.mark.full)])
def test_an_impossible_round_comes_back_as_typed_and_writes_nothing(
    headers: dict[str, str],
) -> None:
    session = open_table("phom")
    client = phone(session)
    for more, why in IMPOSSIBLE:
        fields = by_rank(3, 1, 4) | more
        answer = client.post(f"/t/{session.pk}/rounds/", fields, headers=headers)
        page = answer.content.decode()
        assert answer.status_code == 422, more
        assert why in hint(page), more
        assert Round.objects.count() == 0, more
        if more.get("points-1") == "9S 9S":
            assert filled(page)["points-1"] == ["9S 9S"]


def test_all_that_is_wrong_stands_in_the_strip() -> None:
    session = open_table("phom")
    fields = by_rank(3, 1, 4, **{"an-2": "3", "chot-2": "1", "u-player": "2", "u-kind": "u_khan"})
    page = phone(session).post(f"/t/{session.pk}/rounds/", fields).content.decode()
    assert problem(page) == (
        "Bình không thể ăn quá 3 lá trong một ván. Bàn này không chơi ù khan. "
        "Có chơi thì bật ở trang luật. "
        "Bình ù thì ván dừng, không tính gì khác: bỏ phần hạng đã ghi."
    )
    whole = read(page).one(id="whole")
    assert " ".join(each.text for each in whole.all("p")) == problem(page)


def test_a_round_by_rank_is_corrected_as_one() -> None:
    session = open_table("phom")
    client = phone(session)
    client.post(f"/t/{session.pk}/rounds/", by_rank(3, 1, mom=[4], **{"an-2": 1}))
    page = client.get(f"/t/{session.pk}/rounds/1/correct/").content.decode()
    places = {"place-3": ["1"], "place-1": ["2"], "place-2": ["3"], "place-4": ["4"]}
    assert filled(page) == places | {"mom": ["4"], "an-2": ["1"]}


def test_a_table_with_prices_of_its_own_asks_which_u() -> None:
    own = {"u_tron": True, "u_khan": True}
    session = sessions.open_session(
        rules="phom", settings=own, bet_unit=2000, players=["A", "B"], by=ON_THE_MACHINE
    )
    client = phone(session)
    page = client.get(f"/t/{session.pk}/").content.decode()
    assert list(questions(page)["u-kind"].answers) == ["u", "u_tron", "u_khan"]
    fields = by_rank(seats="1,2", **{"u-player": 2, "u-kind": "u_tron"})
    assert client.post(f"/t/{session.pk}/rounds/", fields).status_code == 302
    assert balances(session) == {1: -20000, 2: 20000}
    assert "B ù tròn" in client.get(f"/t/{session.pk}/").content.decode()
    plain = phone(open_table("phom")).get(f"/t/{open_table('phom').pk}/")
    assert "u-kind" not in plain.content.decode()


def test_no_other_games_first_leader_is_promised() -> None:
    for game, promised in (("phom", False), ("tien_len", True)):
        session = open_table(game)
        page = phone(session).get(f"/t/{session.pk}/").content.decode()
        assert ("ai có 3♠ đi trước" in read(page).one(id="empty").text) == promised


def test_the_setting_that_a_table_lacks_is_turned_on_by_one_tap_and_the_round_stays() -> None:
    session = open_table("phom")
    sessions.change_rules(session.pk, "phom", {"chuyen_bai": False}, by=ON_THE_MACHINE)
    client, fields = phone(session), by_rank(1, 2, 3, **{"chot-1": "2"})
    offered = questions(client.get(f"/t/{session.pk}/").content.decode())
    assert fields["chot-1"] in offered["chot-1"].answers
    page = client.post(f"/t/{session.pk}/preview/", fields).content.decode()
    assert "bàn chơi tái thì bật “Chuyển bài” ở trang luật" in page
    assert 'name="on" value="chuyen_bai"' in page
    turned = client.post(f"/t/{session.pk}/rounds/turn-on/", fields | {"on": "chuyen_bai"})
    assert (turned.status_code, "Bật luật này" in turned.content.decode()) == (200, False)
    client.post(f"/t/{session.pk}/rounds/", fields)
    assert balances(session) == {1: 24000, 2: -2000, 3: -4000, 4: -18000}
    refused = client.post(f"/t/{session.pk}/rounds/turn-on/", fields | {"on": "place_nhi"})
    assert (refused.status_code, "phải là số cược" in refused.content.decode()) == (409, True)
