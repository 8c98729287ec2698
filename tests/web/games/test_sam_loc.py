"""Sâm lốc: what the fields come to, what is missing, and how a round is told in words."""

from random import Random
from typing import Any
from uuid import uuid4

import pytest
from django.utils.datastructures import MultiValueDict

from ledger.common.person import Person
from ledger.web.games import form_for
from ledger.web.games.base import RoundForm, RoundTerms
from tests.cases.sam_loc.random_rounds import deal
from tests.sample_tables import a_table
from tests.web.tables import HTMX, NAMES, phone

Form = form_for("sam_loc")
PEOPLE = [Person(seat, name) for seat, name in enumerate((*NAMES, "Em"), 1)]
PLAYERS = [each.seat for each in PEOPLE]


def form(**fields: str) -> RoundForm:
    """The form with these fields: left_2="4" is `left-2`."""
    data = {name.replace("_", "-"): [value] for name, value in fields.items()}
    return Form(MultiValueDict(data), PEOPLE, RoundTerms({}, bet_unit=2000))


LEFT = {"winner": "1", "left_2": "4", "left_3": "6", "left_4": "10", "left_5": "1"}


@pytest.mark.parametrize(
    ("fields", "missing"),
    [
        ({}, "Bấm người hết bài trước."),
        ({"winner": "1", "left_2": "4"}, "Cường còn mấy lá?"),
        (LEFT, ""),
        (LEFT | {"chat_0_0_player": "5"}, "Chặt chưa xong: ai bị chặt, ai chặt."),
        (LEFT | {"chat_0_0_player": "5", "chat_0_1_player": "3"}, ""),
        ({"sam_player": "2"}, ""),
        ({"toi_trang_player": "2"}, ""),
    ],
)
def test_what_is_missing_is_asked_for(fields: dict[str, str], missing: str) -> None:
    assert form(**fields).missing() == missing


def test_any_round_comes_back_as_it_was() -> None:
    rng = Random(5)
    for _ in range(300):
        facts = deal(rng, PLAYERS)
        again = Form.from_facts(facts, PEOPLE, RoundTerms({})).facts()
        hai: Any = facts.get("hai", {})
        plain = facts | {"hai": {seat: number for seat, number in hai.items() if number}}
        assert {key: again[key] for key in again if again[key]} == {
            key: plain[key] for key in plain if plain[key]
        }


def test_a_number_that_is_none_is_left_to_the_rules() -> None:
    facts = form(**LEFT | {"hai_2": "nhiều", "den": "x"}).facts()
    assert (facts["hai"], facts["den"]) == ({"2": -1}, -1)


@pytest.mark.parametrize(
    ("facts", "words"),
    [
        (
            {"winner": 1, "cards_left": {"2": 4, "3": 10}, "hai": {"3": 2}, "den": 2},
            ["An hết bài", "Bình còn 4 lá", "Cường còn 10 lá (2 heo)", "Bình đền"],
        ),
        (
            {"winner": 2, "chat": [{"plays": [1, 2, 3]}]},
            ["Bình hết bài", "Bình chặt heo của An, Cường chặt chồng Bình"],
        ),
        ({"bao_sam": {"player": 4, "blocker": 1}}, ["Dũng báo sâm", "An chặn được"]),
        ({"toi_trang": {"player": 4, "kind": "ba_xam"}}, ["Dũng tới trắng (3 xám)"]),
    ],
)
def test_a_round_is_told_in_words(facts: dict[str, Any], words: list[str]) -> None:
    names = {each.seat: each.name for each in PEOPLE}
    assert Form.describe({"players": PLAYERS} | facts, names, None) == words


def test_heo_are_asked_for_at_their_price() -> None:
    field = form().head_fields(PEOPLE[0])[1]
    assert [(each.label, each.note) for each in field.answers][:2] == [  # type: ignore[union-attr]
        ("1 heo", "10.000"),
        ("2 heo", "20.000"),
    ]


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("fields", "great"),
    [
        ({"sam-player": "3"}, "Báo sâm! Cúc ăn 120.000."),
        (
            {
                "winner": "4",
                **{f"left-{seat}": str(seat) for seat in (1, 2, 3)},
                **{f"chat-0-{at}-player": str(at + 1) for at in range(3)},
            },
            "Chặt chồng! Cúc ăn 74.000.",
        ),
    ],
)
def test_a_great_round_says_so(fields: dict[str, str], great: str) -> None:
    session = a_table(4, rules="sam_loc")
    state = {"submission": str(uuid4()), "newest": 0, "rules": "sam_loc", "seats": "1,2,3,4"}
    shown = phone(session).post(f"/t/{session.pk}/rounds/", state | fields, headers=HTMX)
    assert great in shown.content.decode()
