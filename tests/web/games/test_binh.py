"""Binh on the phone: rows ranked or cards typed, told in words, corrected, never half written."""

import json
from random import Random
from typing import Any

import pytest

import scoring
from ledger.common.person import Person
from ledger.models import Round
from ledger.web.games import form_for
from ledger.web.games.base import RoundTerms
from tests.random_rounds import deal
from tests.web.hands import HANDS
from tests.web.pages import filled, hint
from tests.web.tables import HTMX, balances, by_rows, open_table, phone

pytestmark = pytest.mark.django_db

Form = form_for("binh")
NAMES = {seat: f"#{seat}" for seat in range(1, 9)}


def by_hands(**changed: str) -> dict[str, object]:
    """The fields after typing everybody's cards."""
    typed = {
        f"{row}-{seat}": cards.strip()
        for seat, hand in HANDS.items()
        for row, cards in zip(("dau", "giua", "cuoi"), hand.split("|"), strict=True)
    }
    return by_rows(**typed | changed)


def record(fields: dict[str, Any], headers: dict[str, str] | None = None) -> tuple[Any, Any]:
    session = open_table("binh")
    answer = phone(session).post(f"/t/{session.pk}/rounds/", fields, headers=headers or {})
    return session, answer


def test_rows_ranked_pay_pair_by_pair_and_the_last_is_understood() -> None:
    session, answer = record(by_rows("1 2 3", "1 2 3", "3 12"))
    assert answer.status_code == 302
    assert balances(session) == {1: 12000, 2: 4000, 3: 2000, 4: -18000}


def test_cards_typed_are_compared_and_lung_is_found() -> None:
    session, _answer = record(by_hands())
    assert balances(session) == {1: 14000, 2: 6000, 3: -2000, 4: -18000}


def test_lung_and_mau_binh() -> None:
    fields = by_rows("1", "1", "1", lung=["4"], **{"mau-binh-2": "sau_doi"})
    session, _answer = record(fields)
    assert balances(session) == {1: 6000, 2: 18000, 3: -6000, 4: -18000}


IMPOSSIBLE: tuple[tuple[dict[str, Any], str], ...] = (
    (by_hands(**{"dau-1": "KS KD AS"}), "Lá A♠ xuất hiện hai lần: ở bài của An và bài của Bình."),
    (by_hands(**{"dau-1": "KS KD"}), "Bài của An còn thiếu 1 lá: 3, 5 và 5."),
    (by_hands(**{"dau-1": "KS KD xx"}), "không phải “xx”"),
    (
        by_hands(**{"dau-1": "KS KD 4C 2H", "giua-1": "9S 9C JS JC"}),
        "Ở chi đầu An phải có 3 lá, không phải 4. ",
    ),
    (by_hands(**{"mau-binh-1": "tu_quy"}), "Bài của An không có mậu binh tứ quý."),
    (by_hands(**{"rank-dau-1": "1"}), "Đã ghi bài thì không ghi thêm thứ tự từng chi"),
    (by_hands(lung="1"), "Đã ghi bài của An thì không ghi thêm An binh lủng"),
    (by_rows("1 2 3", "1 2 3", "1 2 3", lung="1"), "An binh lủng nên không so chi đầu."),
    (by_rows("1 2 3", "1 2 3", "1 2 3", **{"mau-binh-1": "sau_doi"}), "An mậu binh nên không so"),
    (by_rows("1 2 3", "1 2 3", "1 2 3", **{"mau-binh-4": "nope"}), "không phải “nope”"),
    (by_rows(lung=["1", "2", "3", "4"], **{"mau-binh-1": "sau_doi"}), "không thể binh lủng"),
    (by_rows(lung=["1", "2", "3", "9"]), "Cần số ghế của một người chơi ván này, không phải 9."),
    (by_rows("1 2 3", "1 2 3"), "Chi cuối: bấm từ mạnh nhất"),
    (by_rows("1 2 3", "1 2 3", "1 2"), "Chi cuối: bấm từ mạnh nhất"),
    (by_rows("1 2 3", "1 2 3", "1 2 3", **{"rank-dau-4": "9"}), "từ 1 đến 4"),
    (by_rows("1 2 3", "1 2 3", "1 2 3", **{"rank-dau-4": "x"}), "từ 1 đến 4"),
    (by_rows("1 2 3", "1 2 3", "1 2 3", seats="1"), "2 đến 4 người chơi, không phải 1"),
)


@pytest.mark.parametrize("headers", [HTMX, pytest.param({}, marks=pytest.mark.full)])
@pytest.mark.parametrize(("fields", "why"), IMPOSSIBLE)
def test_an_impossible_round_comes_back_as_typed_with_its_problem_in_the_strip(
    fields: dict[str, Any], why: str, headers: dict[str, str]
) -> None:
    _session, answer = record(fields, headers)
    page = answer.content.decode()
    assert answer.status_code == 422
    assert fields["submission"] in page
    assert Round.objects.count() == 0
    assert why in hint(page)
    back = filled(page)
    if "dau-1" in fields:
        assert back["dau-1"] == [fields["dau-1"]]
    if fields.get("rank-dau-1") and fields["seats"] != "1":
        assert back["rank-dau-1"] == ["1"]


def test_htmx_gets_just_what_changed_in_at_most_8_kb() -> None:
    _session, answer = record(by_hands(), HTMX)
    assert answer.status_code == 200
    assert 'id="line-1"' in answer.content.decode()
    assert len(answer.content) <= 8 * 1024


def test_the_history_says_who_won_which_rows_and_why_a_row_was_paid() -> None:
    session, _answer = record(by_hands())
    client = phone(session)
    page = client.get(f"/t/{session.pk}/").content.decode()
    assert "An nhất chi đầu và chi giữa" in page
    assert "Bình nhất chi cuối" in page
    assert "Dũng lủng" in page
    why = client.get(f"/t/{session.pk}/rounds/1/").content.decode()
    assert "so chi đầu (dách) +1, giữa (thú) +1, cuối (thùng) −1: 1 × 2.000" in why
    assert "BX-9" in why


@pytest.mark.parametrize(
    ("facts", "words"),
    [
        (
            {"chi": {"dau": [[1, 2]], "giua": [[1], [2]], "cuoi": [[1], [2]]}},
            ["#1 và #2 nhất chi đầu", "#1 nhất chi giữa và chi cuối"],
        ),
        ({"chi": {row: [[2], [1]] for row in ("dau", "giua", "cuoi")}}, ["#2 nhất cả ba chi"]),
        ({"binh_lung": [2]}, ["#2 lủng"]),
        ({"mau_binh": {"2": "ba_sanh"}}, ["#2 mậu binh (3 sảnh)"]),
    ],
)
def test_a_round_is_told_in_words(facts: dict[str, Any], words: list[str]) -> None:
    rules = scoring.RULE_SETS["binh"].in_force()
    assert Form.describe({"players": [1, 2], **facts}, NAMES, rules) == words


def test_a_round_is_told_as_the_rules_of_the_table_have_it() -> None:
    """Equal rows are lủng at some tables."""
    equal = {"dau": "9S 7D 2S", "giua": "5S 6S 7S 8C TD", "cuoi": "5C 6C 7C 8S TS"}
    other = {"dau": "2H 3H 5D", "giua": "JS QH QD 4C 3D", "cuoi": "KH AH TH 9H 8H"}
    hands = {str(seat): {row: cards.split() for row, cards in hand.items()}
             for seat, hand in ((1, equal), (2, other))}  # fmt: skip
    facts = {"players": [1, 2], "hands": hands}
    for settings, words in (
        ({}, ["#1 nhất chi đầu", "#2 nhất chi giữa và chi cuối"]),
        ({"lung_if_equal": True}, ["#1 lủng"]),
    ):
        rules = scoring.RULE_SETS["binh"].in_force(settings)
        assert Form.describe(facts, NAMES, rules) == words


def test_the_correction_form_tells_any_legal_round_as_it_was() -> None:
    rng = Random(5)
    for _number in range(100):
        seats = rng.sample(range(1, 9), rng.choice((2, 3, 4)))
        facts = deal("binh", rng, seats)
        people = [Person(seat, NAMES[seat]) for seat in seats]
        form = Form.from_facts(facts, people, RoundTerms({}))
        assert form.missing() == ""
        again = form.facts()
        assert scoring.score("binh", again).as_json() == scoring.score("binh", facts).as_json()
        content = {key: value for key, value in again.items() if value}
        assert {k: v for k, v in content.items() if k != "chi"} == {
            key: value for key, value in facts.items() if value and key != "chi"
        }


def test_a_round_is_corrected_on_the_form_it_was_told_on() -> None:
    session, _answer = record(by_rows("1 24 3", "1 2 3", "1 2 3", lung=[]))
    page = phone(session).get(f"/t/{session.pk}/rounds/1/correct/").content.decode()
    assert filled(page)["rank-dau-2"] == filled(page)["rank-dau-4"] == ["2"]
    fields = by_rows("1 2 3", "1 2 3", "1 2 3", newest=1, correcting=1)
    phone(session).post(f"/t/{session.pk}/rounds/", fields)
    assert balances(session) == {1: 18000, 2: 6000, 3: -6000, 4: -18000}


def test_the_rules_of_the_table_decide_what_is_asked_for() -> None:
    people = [Person(1, "An"), Person(2, "Bình"), Person(3, "Chi")]
    facts = {"players": [1, 2, 3], "mau_binh": {"3": "sau_doi"}}
    assert Form.from_facts(facts, people, RoundTerms({})).missing()
    assert not Form.from_facts(facts, people, RoundTerms({"others_compare": False})).missing()


@pytest.mark.parametrize(
    ("settings", "offered"),
    [({}, "sau_doi"), ({"nam_doi_xam": True, "mau_binh_nam_doi_xam": "6"}, "nam_doi_xam")],
)
def test_five_pairs_and_a_triple_are_offered_while_the_table_plays_them(
    settings: dict[str, Any], offered: str
) -> None:
    hand = {"dau": "4S 4C TH", "giua": "6S 6C 8S 8C TD", "cuoi": "2S 2C 2D QS QC"}
    facts = {"players": [1, 2], "hands": {"1": {row: hand[row].split() for row in hand}}}
    people = [Person(1, "An"), Person(2, "Bình")]
    form = Form.from_facts(facts, people, RoundTerms(settings))
    kinds = [choice.code for choice in form.card(people[0])["kinds"]]
    assert ("nam_doi_xam" in kinds) == (offered == "nam_doi_xam")
    (fills,) = [fills for _says, fills in form.card(people[0])["note"].offers]
    assert json.loads(fills) == {"mau-binh-1": offered}
