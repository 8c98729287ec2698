"""Each payment with its arithmetic: whose is what, and what is paid in another's place."""

from typing import Any

import pytest
from django.utils import translation

import scoring
from ledger.web.table.explain import why_lines

NAMES = {1: "An", 2: "Bình", 3: "Lan", 4: "Dũng"}
SEATS = [1, 2, 3, 4]


def sums(rules: str, facts: dict[str, Any], settings: dict[str, Any] | None = None) -> list[str]:
    """The arithmetic of each payment at a cược of 1."""
    outcome = scoring.score(rules, {"players": SEATS} | facts, settings or {})
    paid = [transfer.as_json() for transfer in outcome.transfers]
    return [str(line["sum"]) for line in why_lines(rules, paid, 1, NAMES)]


def chain(*plays: tuple[int, str]) -> dict[str, Any]:
    """The facts of one chain of chops."""
    moves = [{"player": player, "cards": [cards]} for player, cards in plays]
    return {"chat": [{"plays": moves}]}


OVER_CHOP = chain((1, "2C"), (2, "ba_doi_thong"), (4, "tu_quy"))
LONG_CHAIN = chain((1, "2C"), (2, "ba_doi_thong"), (4, "tu_quy"), (3, "bon_doi_thong"))
BY_PLACE = {"places": [1, 2, 4, 3]}
CARDS_LEFT = {"winner": 4, "cards_left": {"1": 5, "2": 6, "3": 13}}
THREE_EATEN = {"an": [{"eater": 2, "victim": 1, "chot": False}] * 3}

LINES: list[tuple[str, dict[str, Any], dict[str, Any], str, str]] = [
    (
        "dem_la",
        {"ve_hai": {"player": 2, "count": 2}},
        {"ve_hai": True},
        "về hai: 2 heo × 13: 26 × 1",
        "out on 2s (về hai): 2 twos × 13: 26 × 1",
    ),
    (
        "tien_len",
        BY_PLACE | OVER_CHOP,
        {},
        "chặt 2♣ (heo đen) của An ← 3 đôi thông",
        "chop 2♣ (black heo) of An ← 3 consecutive pairs",
    ),
    (
        "tien_len",
        BY_PLACE | LONG_CHAIN,
        {"chat_doubling": True},
        " + 3 đôi thông của Bình ← tứ quý (×2) ",
        " + 3 consecutive pairs of Bình ← four of a kind (×2) ",
    ),
    (
        "dem_la",
        CARDS_LEFT | OVER_CHOP,
        {},
        "chặt 2♣ (heo đen) của An ← 3 đôi thông",
        "chop 2♣ (black heo) of An ← 3 consecutive pairs",
    ),
    (
        "tien_len",
        {"places": [4], "cong": [1, 2, 3], "den": 1, "thoi": {"3": ["2H"]}},
        {},
        " + cóng thay Lan 2 + 2♥ (heo đỏ) thay Lan 1",
        " + cóng (played nothing) for Lan 2 + 2♥ (red heo) for Lan 1",
    ),
    (
        "tien_len",
        {"toi_trang": {"player": 4, "kind": "sau_doi"}, "den": 1},
        {"den_lang": True},
        "đền 6 đôi thay Lan: ",
        "pays for the table (đền) six pairs for Lan: ",
    ),
    (
        "dem_la",
        CARDS_LEFT | {"den": 1},
        {"den_lang": True},
        "đền 6 lá còn lại thay Bình: ",
        "pays for the table (đền) 6 cards left for Bình: ",
    ),
    (
        "dem_la",
        {"toi_trang": {"player": 4, "kind": "tu_quy_3"}},
        {},
        "tới trắng tứ quý 3: 13 lá × 2: 26",
        "instant win (tới trắng) four 3s: 13 cards × 2: 26",
    ),
    (
        "dem_la",
        CARDS_LEFT | {"thoi": {"3": ["2H"]}, "den": 1},
        {"den_lang": True},
        "đền 13 lá còn lại × 2 thay Lan = 26 + 2♥ (heo đỏ) thay Lan 4: 30",
        "13 cards left × 2 for Lan = 26 + 2♥ (red heo) for Lan 4: 30",
    ),
    (
        "dem_la",
        {"winner": 4, "cards_left": {"1": 1, "2": 6, "3": 13}},
        {},
        "1 lá còn lại: 1 × 1",
        "1 card left: 1 × 1",
    ),
    (
        "phom",
        THREE_EATEN,
        {},
        "đền ù 5 + ù thay Lan 5 + ù thay Dũng 5: 15",
        "pays for the table (đền) ù 5 + ù for Lan 5 + ù for Dũng 5: 15",
    ),
    (
        "phom",
        {"u": {"player": 2}, "den": 1},
        {"den_lang": True},
        "đền ù thay Lan: 5",
        "pays for the table (đền) ù for Lan: 5",
    ),
    (
        "phom",
        {"ranks": [4, 1, 2], "mom": [3], "den": 2},
        {"den_lang": True},
        "đền móm thay Lan: 4",
        "pays for the table (đền) móm (nothing laid down) for Lan: 4",
    ),
    (
        "phom",
        {"u": {"player": 2}, "pot": {"1": "0.5"}},
        {"ga": True, "ga_moi_van": "0.5"},
        "trong gà ½ + vào gà ván này ½: 1",
        "in the pot ½ + put in this round ½: 1",
    ),
    (
        "binh",
        {"mau_binh": {"1": "sau_doi", "3": "ba_thung"}},
        {"mau_binh_difference": True, "mau_binh_sau_doi": "5", "others_compare": False},
        "mậu binh 6 đôi +5, 3 thùng −3: 2",
        "mậu binh six pairs +5, three flushes −3: 2",
    ),
    (
        "binh",
        {"mau_binh": {"1": "sau_doi"}},
        {"others_compare": False},
        "mậu binh 6 đôi: 3",
        "mậu binh six pairs: 3",
    ),
    (
        "binh",
        {"binh_lung": [2, 3, 4]},
        {"lung_is_sap": True, "sap_ham_cong": "4"},
        "binh lủng 3 + sập hầm 4: 7",
        "rows out of order (binh lủng) 3 + all three rows 4: 7",
    ),
]
"""Game, facts, settings, and what one of the lines says in both languages."""


@pytest.mark.parametrize(("rules", "facts", "settings", "vietnamese", "english"), LINES)
def test_a_name_stands_by_the_one_thing_that_is_his(
    rules: str, facts: dict[str, Any], settings: dict[str, Any], vietnamese: str, english: str
) -> None:
    for language, wanted in (("vi", vietnamese), ("en", english)):
        with translation.override(language):
            lines = sums(rules, facts, settings)
        assert [line for line in lines if wanted in line], lines


TWO_BLACK = {"player": 1, "cards": ["heo_den", "heo_den"]}
CHOPPED_PAIR = {"chat": [{"plays": [TWO_BLACK, {"player": 2, "cards": ["bon_doi_thong"]}]}]}
RUNS = chain((1, "2C"), (2, "ba_doi_thong"), (4, "ba_doi_thong"), (3, "bon_doi_thong"))
QUADS = chain((1, "2C"), *[(1 + at % 4, "tu_quy") for at in range(1, 6)])
ONE_FOR_ALL = {"places": [4], "cong": [1, 2, 3], "den": 1}

TWICE: list[tuple[str, dict[str, Any], str, str]] = [
    ("tien_len", BY_PLACE | CHOPPED_PAIR, "chặt 2 heo đen", "chop two black 2s"),
    ("tien_len", BY_PLACE | {"thoi": {"3": ["heo_do"] * 2}}, "thối 2 heo đỏ", "two red 2s"),
    ("tien_len", BY_PLACE | {"thoi": {"3": ["tu_quy"] * 2}}, "2 tứ quý", "two fours of a kind"),
    ("tien_len", BY_PLACE | {"thoi": {"3": ["2S", "2C"]}}, "2♠, 2♣", "2♠, 2♣"),
    ("tien_len", BY_PLACE | RUNS, "chặt 2♣, 2 bộ 3 đôi thông", "chop"),
    ("tien_len", BY_PLACE | QUADS, "chặt 2♣, 4 × tứ quý", "chop 2♣, 4 × four of a kind"),
    ("tien_len", ONE_FOR_ALL, "đền 3 cóng", "three cóng"),
    ("dem_la", CARDS_LEFT | {"thoi": {"1": ["heo_den"] * 2}}, "2 heo đen", "two black 2s"),
]
"""Game, facts, and why a payment is made, in two words of both languages."""


def reasons(rules: str, facts: dict[str, Any], language: str) -> list[str]:
    """Why each payment of a round is made, in two words."""
    outcome = scoring.score(rules, {"players": SEATS} | facts, {})
    paid = [transfer.as_json() for transfer in outcome.transfers]
    with translation.override(language):
        return [str(line["reason"]) for line in why_lines(rules, paid, 1, NAMES)]


@pytest.mark.parametrize(("rules", "facts", "vietnamese", "english"), TWICE)
def test_what_is_paid_for_twice_is_counted(
    rules: str, facts: dict[str, Any], vietnamese: str, english: str
) -> None:
    for language, wanted in (("vi", vietnamese), ("en", english)):
        lines = reasons(rules, facts, language)
        assert [each for each in lines if wanted in each], lines


THOI = {"thoi": {"1": ["2H"], "2": ["tu_quy"]}}
BEHIND_CONG = {"places": [1, 2, 3], "cong": [4], "thoi": {"3": ["2H"]}}
AT_ONCE = {"toi_trang": {"player": 4, "kind": "sau_doi"}}
VOID = {"chat": [OVER_CHOP["chat"][0] | {"victim_went_out": True}]}

UNPAID: list[tuple[str, dict[str, Any], dict[str, Any], list[str]]] = [
    ("tien_len", BEHIND_CONG, {}, ["TL-39 Lan → Bình thối 2♥"]),
    ("tien_len", BEHIND_CONG, {"thoi_behind_cong": True}, []),
    ("tien_len", AT_ONCE | {"thoi": {"3": ["2H"]}}, {}, ["TL-16 Lan → Dũng thối 2♥"]),
    ("tien_len", BY_PLACE | {"thoi": {"3": ["2S"]}}, {"heo_den": 0}, ["TL-40 Lan → Dũng thối 2♠"]),
    (
        "tien_len",
        BY_PLACE | {"thoi": {"3": ["bon_doi_thong"]}},
        {"doi_thong": False},
        ["TL-4 Lan → Dũng thối 4 đôi thông"],
    ),
    ("tien_len", {"places": [2, 1, 3, 4]} | VOID, {}, ["TL-43 Bình → Dũng chặt 2♣, 3 đôi thông"]),
    (
        "tien_len",
        {"places": [2, 1, 3, 4]} | VOID,
        {"chat_each": True},
        ["TL-43 Bình → Dũng chặt 3 đôi thông"],
    ),
    (
        "dem_la",
        AT_ONCE | {"thoi": {"1": ["heo_den"]}},
        {"thoi_2S": 3},
        ["DL-24 An → Dũng thối heo đen"],
    ),
    (
        "dem_la",
        CARDS_LEFT | THOI,
        {"thoi_by": "most_cards"},
        [
            "DL-16 An → Dũng thối 2♥",
            "DL-16 Bình → Dũng thối tứ quý",
        ],
    ),
    (
        "dem_la",
        CARDS_LEFT | THOI,
        {"thoi_beside_cards": "dearer"},
        [
            "DL-29 An → Dũng thối 2♥",
            "DL-29 Bình → Dũng lá còn lại",
        ],
    ),
    ("dem_la", CARDS_LEFT | THOI, {}, []),
    (
        "phom",
        {"u": {"player": 2}, "an": [{"victim": 1}]},
        {"an_beside_u": False},
        ["PH-19 An → Bình ăn bài, lá thứ nhất"],
    ),
]
"""Game, facts, settings, and what is told and pays nothing, with the rule that says so."""


@pytest.mark.parametrize(("rules", "facts", "settings", "wanted"), UNPAID)
def test_what_does_not_count_has_a_line_of_nothing_with_its_rule(
    rules: str, facts: dict[str, Any], settings: dict[str, Any], wanted: list[str]
) -> None:
    unpaid = scoring.RULE_SETS[rules].unpaid({"players": SEATS} | facts, settings)
    lines = why_lines(rules, unpaid, 2000, NAMES)
    assert {line["amount"] for line in lines} <= {0}
    texts = [f"{e['rule']['id']} {e['payer']} → {e['payee']} {e['sum']}" for e in lines]
    assert sorted(texts) == [f"{each}: không tính" for each in sorted(wanted)]


def test_nobody_is_said_to_have_what_the_winner_had() -> None:
    for facts in (THREE_EATEN, {"u": {"player": 2}, "den": 1}):
        lines = sums("phom", facts, {"den_lang": True})
        assert not [line for line in lines if "ù của" in line]


def test_a_card_left_is_counted_once_in_english() -> None:
    one_left = {"winner": 1, "cards_left": {"2": 1, "3": 13, "4": 2}}
    with translation.override("en"):
        assert sums("dem_la", one_left)[0] == "1 card left: 1 × 1"


@pytest.mark.parametrize(
    ("rules", "facts", "vietnamese", "english"),
    [
        ("phom", {"ranks": [4, 1, 2], "mom": [3]}, ["", "", "móm"], ["", "", "móm"]),
        (
            "dem_la",
            CARDS_LEFT,
            ["lá còn lại", "lá còn lại", "cóng"],
            ["cards left", "cards left", "cóng"],
        ),
        (
            "dem_la",
            CARDS_LEFT | {"dut_ba_bich": True},
            ["đút 3 bích", "đút 3 bích", "cóng"],
            ["out on the 3♠", "out on the 3♠", "cóng"],
        ),
        (
            "tien_len",
            {"places": [4, 1, 2], "cong": [3], "thoi": {"3": ["2H"]}},
            ["", "cóng, 2♥"],
            ["", "cóng, 2♥"],
        ),
    ],
)
def test_why_is_said_in_two_words_and_no_word_twice(
    rules: str, facts: dict[str, Any], vietnamese: list[str], english: list[str]
) -> None:
    for language, wanted in (("vi", vietnamese), ("en", english)):
        lines = reasons(rules, facts, language)
        assert sorted(lines) == sorted(wanted)
