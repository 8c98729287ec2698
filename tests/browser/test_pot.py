"""The pot at the table: its chip, its question, and an evening with it, at the sizes of phones."""

import pytest
from playwright.sync_api import Locator, expect

from tests.browser.conftest import OpenPhone
from tests.browser.layout import (
    SIZES,
    TARGET,
    axe_problems,
    boxes,
    clipped,
    faults,
    large_letters,
    moved,
    overlapping,
)
from tests.browser.phone import Phone
from tests.browser.waiting import PATIENCE, find_the_network, lose_the_network

NAMES = ("An", "Bình", "Cường", "Dũng", "Em", "Giang", "Hùng", "Khôi")
WITH_POT = {"settings": {"ga": True, "ga_moi_van": 1}}
ORDER = ("An", "Bình", "Cường")


def chip(phone: Phone) -> Locator:
    return phone.page.locator("[data-tool=ga]")


def test_an_evening_with_a_pot(open_phone: OpenPhone) -> None:
    phone = Phone.of(open_phone())
    phone.open_table("phom", NAMES[:4], **WITH_POT)
    expect(chip(phone)).to_have_text("Gà: 0")
    phone.do(*ORDER)
    phone.record(1)
    expect(chip(phone)).to_have_text("Gà: 4")

    phone.taps = 0
    phone.do(*ORDER, "open ga", "of Bình")
    phone.record(2)
    assert phone.taps == 6, "taken by hand: two taps more"
    expect(chip(phone)).to_have_text("Gà: 0")
    phone.open_round(2)
    expect(phone.page.locator("#shown-2")).to_contain_text("Bình ăn gà")
    phone.do("shut", *ORDER)
    phone.record(3)

    phone.taps = 0
    phone.do("open u", "of Dũng")
    phone.record(4)
    assert phone.taps == 3, "taken by ù: no tap more"
    expect(chip(phone)).to_have_text("Gà: 0")

    phone.correct(3)
    expect(chip(phone)).to_have_text("Gà: 0")
    phone.do("open ga", "of An", "shut")
    phone.tap(phone.page.locator("[data-record]"))
    text = "Ván 4 bắt đầu với gà An 1, Bình 1, Cường 1, Dũng 1, cả thảy 4"
    expect(phone.page.locator("#strip")).to_contain_text(text)


def test_what_is_in_it_is_typed_also_of_who_rests(open_phone: OpenPhone) -> None:
    phone = Phone.of(open_phone())
    phone.open_table("tien_len", NAMES[:5], **WITH_POT)
    phone.do(*ORDER, "open ga", "answer pot-2", "digits 2,5", "answer tiep", "answer tiep")
    phone.do("digits 1", "shut")
    phone.record(1)
    expect(chip(phone)).to_have_text("Gà: 7½")
    phone.tap(phone.page.locator("[data-name=Em][data-seat-waiting]"))
    phone.do("of Bình")
    expect(phone.seat("Em")).to_be_visible()
    phone.ready()
    phone.do("open ga")
    expect(phone.answer("pot-2")).to_contain_text("Bình có trong gà")
    phone.do("of Em", "of Em", "answer pot-2", "digits 0")
    expect(phone.page.locator("#panel .ask")).to_contain_text("Bình có trong gà 0")


def test_three_cards_without_a_banker(open_phone: OpenPhone) -> None:
    phone = Phone.of(open_phone())
    phone.open_table("ba_cay", NAMES[:4], **WITH_POT)
    phone.do("open diem", "digit 7", "digit 9", "digit 9", "digit 3")
    phone.record(1)
    expect(chip(phone)).to_have_text("Gà: 4")
    phone.taps = 0
    phone.do("open diem", "digit 7", "digit 9", "digit 2", "digit 3")
    phone.record(2)
    assert phone.taps == 6
    expect(chip(phone)).to_have_text("Gà: 0")
    assert phone.balances() == {"An": -4000, "Bình": 12000, "Cường": -4000, "Dũng": -4000}
    phone.do("open ga", "of An")
    phone.record(3)
    assert phone.balance("An") == 2000


def test_rounds_that_wait_go_on_with_the_pot_of_those_before(open_phone: OpenPhone) -> None:
    phone = Phone.of(open_phone())
    phone.open_table("phom", NAMES[:4], **WITH_POT)
    phone.do(*ORDER)
    phone.record(1)
    lose_the_network(phone)
    for _time in range(2):
        phone.do(*ORDER)
        phone.tap(phone.page.locator("#record"))
    find_the_network(phone)
    expect(phone.line(3)).to_be_visible(timeout=PATIENCE)
    expect(chip(phone)).to_have_text("Gà: 12")


def test_a_round_put_right_shows_the_pot_it_began_with(open_phone: OpenPhone) -> None:
    phone = Phone.of(open_phone())
    phone.open_table("tien_len", NAMES[:6], **WITH_POT)
    for number in (1, 2):
        phone.do(*ORDER)
        phone.record(number)
    phone.correct(2)
    expect(chip(phone)).to_have_text("Gà: 4")
    expect(phone.page.locator("[data-seat-waiting]:visible")).to_have_count(0)
    for width, height in SIZES:
        phone.page.set_viewport_size({"width": width, "height": height})
        assert faults(phone.page, TARGET) == [], (width, height)
    phone.do("open ga", "of Bình")
    phone.tap(phone.page.locator("[data-record]"))
    expect(chip(phone)).to_have_text("Gà: 0")


def test_a_viewer_sees_the_chip_and_every_phone_what_is_in_it_now(open_phone: OpenPhone) -> None:
    phone = Phone.of(open_phone())
    phone.open_table("dem_la", NAMES[:4], **WITH_POT)
    link = phone.link("view")
    viewer = Phone.of(open_phone())
    viewer.join(link)
    expect(chip(viewer)).to_be_disabled()
    other = phone.beside(open_phone())
    before = boxes(viewer.page), boxes(other.page)
    phone.do("An", "left 1", "left 2", "left 3")
    phone.record(1)
    for each in (phone, viewer, other):
        expect(chip(each)).to_have_text("Gà: 4")
    expect(chip(other)).to_be_enabled()
    assert moved(before[0], boxes(viewer.page)) + moved(before[1], boxes(other.page)) == []


def test_a_table_without_a_pot_has_no_chip_and_no_script(open_phone: OpenPhone) -> None:
    phone = Phone.of(open_phone())
    asked: list[str] = []
    phone.page.on("request", lambda request: asked.append(request.url))
    phone.open_table("phom", NAMES[:4])
    phone.page.wait_for_load_state("networkidle")
    expect(chip(phone)).to_have_count(0)
    assert not [address for address in asked if "/ga." in address]


@pytest.mark.drawn(2)
@pytest.mark.parametrize("language", ["vi", "en"])
@pytest.mark.parametrize(("game", "players"), [("phom", 2), ("sam_loc", 5), ("ba_cay", 8)])
def test_the_chip_and_its_question_lie_apart(
    game: str, players: int, language: str, open_phone: OpenPhone
) -> None:
    phone = Phone.of(open_phone(locale=language))
    phone.open_table(game, NAMES[:players], **WITH_POT)
    page = phone.page
    for width, height in SIZES:
        page.set_viewport_size({"width": width, "height": height})
        idle = boxes(page)
        assert faults(page, TARGET) == [], (width, height)
        phone.do("open ga")
        assert faults(page, TARGET) == [], (width, height)
        assert moved(idle, boxes(page)) == [], (width, height)
        phone.do("shut")
        assert moved(idle, boxes(page)) == [], (width, height)
    assert axe_problems(page) == []
    with large_letters(page):
        for width, height in ((390, 664), (320, 568)):
            page.set_viewport_size({"width": width, "height": height})
            assert clipped(page) + overlapping(page) == [], width
