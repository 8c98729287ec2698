"""Cards under the thumb: each big enough, none twice, and what they are said at once."""

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import OpenPhone
from tests.browser.fonts import in_each_font
from tests.browser.layout import each_of
from tests.browser.phone import Phone
from tests.browser.waiting import PREVIEWS

TAP = 44
OPENED = {
    "tien_len": ("An", "Bình", "Cường", "holds Dũng"),
    "dem_la": ("An", "hold Bình", "holds Bình"),
    "phom": ("open diem", "by-cards"),
    "binh": ("open bam-bai",),
}
SIX_PAIRS = "cards 2S 2C 3D 3H 5S 5C 6D 6H 8S 8C TD TH AS"


@pytest.mark.parametrize("game", OPENED)
def test_every_card_is_a_thumb_wide_on_the_smallest_phone(game: str, open_phone: OpenPhone) -> None:
    phone = Phone.of(open_phone(viewport={"width": 320, "height": 640}))
    phone.open_table(game)
    phone.do(*OPENED[game])
    cards = phone.page.locator(".picker [data-card]")
    expect(cards).to_have_count(52)
    for font in in_each_font(phone.page):
        boxes = cards.evaluate_all(
            "all => all.map((card) => card.getBoundingClientRect().toJSON())"
        )
        assert all(box["width"] >= TAP and box["height"] >= TAP for box in boxes), font
        assert all(box["left"] >= 0 and box["right"] <= 320 for box in boxes), font


@pytest.mark.parametrize(("width", "height"), [(820, 1180), (932, 430)])
def test_a_suit_lies_in_one_row_where_there_is_room(
    width: int, height: int, open_phone: OpenPhone
) -> None:
    phone = Phone.of(open_phone(viewport={"width": width, "height": height}))
    phone.open_table("binh")
    phone.do("open bam-bai")
    suit = phone.page.locator(".picker .suit").first.locator("[data-card]")
    expect(suit).to_have_count(13)
    boxes = suit.evaluate_all("all => all.map((card) => card.getBoundingClientRect().toJSON())")
    assert len({box["top"] for box in boxes}) == 1
    assert min(box["width"] for box in boxes) >= TAP


def test_what_a_hand_is_is_said_by_name_once_the_next_is_tapped(open_phone: OpenPhone) -> None:
    phone = Phone.of(open_phone())
    phone.open_table("binh")
    phone.do("open bam-bai")
    tool = phone.page.locator("[data-tool=bam-bai]")
    expect(tool).to_have_attribute("aria-expanded", "true")
    phone.do(SIX_PAIRS)
    expect(phone.page.locator("[data-whose]")).to_contain_text("Bình")
    notice = phone.page.locator("#panel [data-found]")
    expect(notice).to_contain_text("An: chi đầu")
    assert phone.page.locator("#panel").evaluate("panel => panel.scrollTop") == 0
    phone.do("open khac")
    expect(tool).to_have_attribute("aria-expanded", "false")


def test_a_card_is_in_one_place_only_and_can_be_taken_back(open_phone: OpenPhone) -> None:
    phone = Phone.of(open_phone())
    phone.open_table("binh")
    phone.do("open bam-bai", "cards 2S 3S 4S 5S")
    first, second = (phone.page.locator(f"[name={row}-1]") for row in ("dau", "giua"))
    expect(first).to_have_value("2♠ 3♠ 4♠")
    phone.do("cards 3S")
    expect(first).to_have_value("2♠ 4♠")
    expect(second).to_have_value("5♠")
    phone.do("cards 7D")
    expect(first).to_have_value("2♠ 4♠ 7♦")
    phone.do("next", "next")
    expect(phone.page.locator("[data-whose]")).to_contain_text("Bình, chi đầu · 0/3")
    for gone in ("2S", "4S", "7D", "5S"):
        expect(phone.page.locator(f".picker [data-card='{gone}']")).to_be_disabled()
    expect(phone.page.locator(".picker [data-card='3S']")).to_be_enabled()
    phone.page.reload()
    expect(first).to_have_value("2♠ 4♠ 7♦")


def test_a_heo_ticked_for_one_is_gone_for_the_others(open_phone: OpenPhone) -> None:
    phone = Phone.of(open_phone())
    phone.open_table("tien_len")
    phone.do("An", "cong Cường", "cong Dũng", "held Cường 2H", "holds Dũng")
    expect(phone.page.locator(".picker [data-card='2H']")).to_be_disabled()
    phone.do("open thoi", "held Cường 2H", "holds Dũng")
    expect(phone.page.locator(".picker [data-card='2H']")).to_be_enabled()


def test_heo_chosen_by_name_are_cards_of_the_hand_and_what_looks_chosen_counts(
    open_phone: OpenPhone,
) -> None:
    phone = Phone.of(open_phone())
    phone.open_table("tien_len")
    phone.do("An", "Bình", "Cường", "answer 2D", "answer 2H")
    expect(phone.change("Dũng")).to_have_text("−6.000")
    phone.do("answer bam-la")
    for card in ("2D", "2H"):
        pressed = phone.page.locator(f".picker [data-card='{card}']")
        expect(pressed).to_have_attribute("aria-pressed", "true")
    phone.do("cards 2S", "next", "open thoi")
    expect(phone.answer("bam-la")).to_contain_text("2♦ 2♥ 2♠")
    for code in ("2S", "2D", "2H"):
        expect(phone.answer(code)).to_have_attribute("aria-pressed", "false")
    expect(phone.change("Dũng")).to_have_text("−7.000")
    phone.do("answer 2C")
    for code in ("2S", "2C", "2D", "2H"):
        expect(phone.answer(code)).to_have_attribute("aria-pressed", "true")
    expect(phone.answer("bam-la")).to_have_attribute("aria-pressed", "false")
    expect(phone.change("Dũng")).to_have_text("−8.000")
    phone.record(1)
    assert phone.balance("Dũng") == -8000


def test_a_mau_binh_is_found_offered_and_paid(open_phone: OpenPhone) -> None:
    phone = Phone.of(open_phone())
    phone.open_table("binh", ("An", "Bình"))
    phone.do("open bam-bai", SIX_PAIRS)
    notice = phone.page.locator("#panel [data-found]")
    phone.tap(notice.get_by_text("Báo mậu binh: 6 đôi"))
    expect(notice).not_to_contain_text("Báo")
    expect(notice).to_contain_text("chi đầu")
    phone.record(1)
    assert phone.balances() == {"An": 6000, "Bình": -6000}


def test_the_cards_lie_in_the_panel_and_move_nothing(open_phone: OpenPhone) -> None:
    phone = Phone.of(open_phone(viewport={"width": 360, "height": 640}))
    phone.open_table("binh")
    place = "one => one.getBoundingClientRect().toJSON()"
    before = each_of(phone.page, "[data-part]", place)
    phone.do("open bam-bai", "cards 2S 3S")
    assert each_of(phone.page, "[data-part]", place) == before
    phone.do("open bam-bai")
    expect(phone.page.locator("#panel")).to_be_hidden()
    expect(phone.page.locator("[name=dau-1]")).to_have_value("2♠ 3♠")
    assert each_of(phone.page, "[data-part]", place) == before


@pytest.mark.parametrize(
    ("game", "cards", "words"), [("tien_len", "cards 2H", "2♥"), ("binh", SIX_PAIRS, "An: chi đầu")]
)
def test_no_card_moves_as_the_words_about_a_hand_come(
    game: str, cards: str, words: str, open_phone: OpenPhone
) -> None:
    phone = Phone.of(open_phone(viewport={"width": 360, "height": 640}))
    phone.open_table(game)
    phone.do(*OPENED[game])
    phone.see_sums()
    phone.page.route(PREVIEWS, lambda route: None)
    phone.do(cards)
    place = "one => one.getBoundingClientRect().toJSON()"
    before = each_of(phone.page, ".picker [data-card]", place)
    phone.page.unroute(PREVIEWS)
    phone.see_sums()
    expect(phone.page.locator("#panel [data-found]")).to_contain_text(words)
    assert each_of(phone.page, ".picker [data-card]", place) == before


def offers(phone: Phone, on: str, off: str) -> None:
    """Which answers of the open question can be given, and which cannot."""
    for code in on.split():
        expect(phone.answer(code)).to_be_enabled()
    for code in off.split():
        expect(phone.answer(code)).to_be_disabled()


def test_what_was_played_or_is_held_by_another_is_not_offered(open_phone: OpenPhone) -> None:
    phone = Phone.of(open_phone())
    phone.open_table("tien_len")
    phone.do("open chat", "of Bình", "answer heo_do+heo_do", "of An", "answer bon_doi_thong")
    phone.do("shut", "Bình", "Cường", "Dũng")
    offers(phone, on="2S 2C tu_quy", off="2D 2H ba_doi_thong bon_doi_thong")
    phone.do("answer tu_quy", "open chat", "say Lần chặt khác", "of Cường")
    expect(phone.answer("heo_den")).to_be_visible()
    expect(phone.answer("heo_do")).to_have_count(0)
    phone.do("shut", "cong Cường", "cong Dũng", "held Cường 2C", "of Dũng")
    offers(phone, on="2S bon_doi_thong", off="2C 2D 2H")


def test_no_more_is_offered_than_there_are_cards_left(open_phone: OpenPhone) -> None:
    phone = Phone.of(open_phone())
    phone.open_table("dem_la")
    phone.do("An", "left 5", "left 3", "left 13", "Bình", "hold")
    offers(phone, on="2S tu_quy", off="ba_doi_thong bon_doi_thong")
    phone.do("of Cường")
    offers(phone, on="2S", off="tu_quy ba_doi_thong")
    phone.do("of Dũng")
    offers(phone, on="2S tu_quy bon_doi_thong", off="")


def test_cards_of_a_round_that_is_corrected_stand_as_players_write_them(
    open_phone: OpenPhone,
) -> None:
    phone = Phone.of(open_phone())
    phone.open_table("tien_len")
    phone.do("An", "Bình", "Cường", "holds Dũng", "cards 2D TS", "next")
    phone.record(1)
    phone.correct(1)
    phone.do("open thoi")
    expect(phone.answer("bam-la")).to_contain_text("2♦ 10♠")
    phone.do("answer 2S")
    for code in ("2S", "2D"):
        expect(phone.answer(code)).to_have_attribute("aria-pressed", "true")


def test_who_played_cards_has_no_more_than_the_others_left(open_phone: OpenPhone) -> None:
    phone = Phone.of(open_phone())
    phone.open_table("dem_la")
    phone.do("open chat", "of Bình", "answer heo_den", "of An", "answer ba_doi_thong", "shut")
    phone.do("Cường")
    offers(phone, on="1 7", off="8 13")
    phone.do("left 7")
    offers(phone, on="1 12", off="13")
