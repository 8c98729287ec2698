"""What the cards of a hand are, said while they are tapped."""

import re
from html import unescape

import pytest

from tests.web.pages import figures
from tests.web.tables import HTMX, open_table, phone

pytestmark = pytest.mark.django_db


def notes(rules: str, fields: dict[str, str]) -> dict[str, str]:
    """The words at every place that holds cards, by the place."""
    session = open_table(rules)
    sent = {"rules": rules, "seats": "1,2,3,4"} | fields
    answer = phone(session).post(f"/t/{session.pk}/preview/", sent, headers=HTMX)
    matches = re.findall(r'id="(found-[^"]+)"[^>]*>(?:<p>(.*?)</p>)?', answer.content.decode())
    return {place: unescape(words) for place, words in matches if words}


@pytest.mark.parametrize(
    ("rules", "fields", "words"),
    [
        ("tien_len", {"hand-2": "2H 4S 4C 4D 4H 9S"}, {"found-hand-2": "2♥, tứ quý"}),
        ("tien_len", {"hand-2": "9S"}, {"found-hand-2": "không heo, không hàng"}),
        (
            "tien_len",
            {"hand-1": "2h", "hand-3": "3S 3C 3D 3H 4S 4C 5S 5C 6S 6C"},
            {"found-hand-1": "2♥", "found-hand-3": "tứ quý, 3 đôi thông"},
        ),
        ("dem_la", {"hand-3": "3S 3C 3D 3H 4S 4C 5S 5C 6S 6C"}, {"found-hand-3": "4 đôi thông"}),
        (
            "dem_la",
            {"toi-trang-hand": "4S 4C 5S 5C 7S 7C 9S 9C JS JC KS KC 2S"},
            {"found-toi-trang-hand": "6 đôi, đồng màu"},
        ),
        (
            "tien_len",
            {"toi-trang-hand": "3S 4C 5S 6C 8D 8C 9S 9C JS JH KS KC 2S"},
            {"found-toi-trang-hand": "Không có bộ tới trắng nào của bàn này."},
        ),
        ("tien_len", {"toi-trang-hand": "3S 4C"}, {}),
        (
            "phom",
            {"points-1": "KS KC KD KH AS 2S 3S 9D", "points-2": "12"},
            {"found-points-1": "9 điểm · phỏm A♠ 2♠ 3♠ · phỏm K♠ K♣ K♦ K♥"},
        ),
        (
            "phom",
            {"points-3": "AC 2D 4S 5D 7H 8H TC JD QS"},
            {"found-points-3": "Không có phỏm nào: móm."},
        ),
        (
            "binh",
            {"dau-1": "KS KD 4C", "giua-1": "9S 9C JS JC 2H", "cuoi-1": "TS TH TC 3D 6D"},
            {"found-rows-1": "chi đầu dách · chi giữa thú · chi cuối xám chi"},
        ),
        (
            "binh",
            {"dau-1": "TS TH TC", "giua-1": "9S 9C JS JC 2H", "cuoi-1": "KS KD 4C 3D 6D"},
            {"found-rows-1": "binh lủng · chi đầu xám chi · chi giữa thú · chi cuối dách"},
        ),
        ("binh", {"dau-1": "KS KD", "giua-1": "9S"}, {}),
    ],
)
def test_what_is_found_is_said(rules: str, fields: dict[str, str], words: dict[str, str]) -> None:
    assert notes(rules, fields) == words


@pytest.mark.parametrize(
    ("rules", "field", "place"),
    [
        ("tien_len", "hand-1", "found-hand-1"),
        ("dem_la", "toi-trang-hand", "found-toi-trang-hand"),
        ("phom", "points-1", "found-points-1"),
        ("binh", "giua-1", "found-rows-1"),
    ],
)
def test_what_is_no_card_is_named(rules: str, field: str, place: str) -> None:
    assert "“1X” không phải lá bài" in notes(rules, {field: "2S 1X"})[place]
    assert notes(rules, {field: "2S 2♠"})[place] == "Lá 2♠ có hai lần."


def test_a_whole_hand_of_phom_counts_without_its_phom() -> None:
    cards = {"points-1": "AS 2S 3S KD KH KC 9D 7C 5H", "points-2": "30"}
    fields = cards | {"points-3": "40", "points-4": "50", "rules": "phom", "seats": "1,2,3,4"}
    session = open_table("phom")
    answer = phone(session).post(f"/t/{session.pk}/preview/", fields, headers=HTMX)
    assert figures(answer.content.decode()) == ["+12.000", "−2.000", "−4.000", "−6.000"]
