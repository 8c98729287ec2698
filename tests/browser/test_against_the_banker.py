"""Games with a banker: a round is what the heads said as it was told, whatever comes after."""

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import OpenPhone
from tests.browser.following import live
from tests.browser.phone import Phone
from tests.browser.waiting import PATIENCE, Books, find_the_network, lose_the_network, waiting

AN, BINH, CUONG = 1, 2, 3


@pytest.fixture
def phone(open_phone: OpenPhone) -> Phone:
    """At a table of xì dách where the banker goes around; Bình is the banker of round 2."""
    opened = Phone.of(open_phone())
    opened.open_table("xi_dach", settings={"doi_cai": "rotate"})
    opened.do("An", "Bình", "lost Cường", "lost Dũng")
    opened.record(1)
    is_banker(opened, "Bình")
    return opened


def is_banker(phone: Phone, name: str) -> None:
    expect(phone.seat(name).locator(".lead")).to_have_text("cái")
    expect(phone.seat(name).locator(".lead")).to_be_visible()


def bankers(books: Books) -> list[int]:
    return [facts["banker"] for facts in books.rounds()]


def test_rounds_that_wait_keep_the_banker_of_their_heads(phone: Phone, books: Books) -> None:
    lose_the_network(phone)
    for _time in range(2):
        is_banker(phone, "Bình")
        phone.do("An", "Cường", "lost Dũng")
        phone.tap(phone.page.locator("#record"))
    find_the_network(phone)
    expect(waiting(phone)).to_have_count(0, timeout=PATIENCE)
    expect(phone.line(3)).to_be_visible(timeout=PATIENCE)
    assert bankers(books) == [AN, BINH, BINH]
    is_banker(phone, "Cường")


def test_of_a_round_that_waited_it_is_said_who_should_have_been_the_banker(
    open_phone: OpenPhone, books: Books
) -> None:
    """Round 2 hands the banker on by a xì bàng; round 3 was told before anybody could say so."""
    phone = Phone.of(open_phone())
    phone.open_table("xi_dach", settings={"doi_cai": "xi_bang"})
    phone.do("An", "Bình", "lost Cường", "lost Dũng")
    phone.record(1)
    lose_the_network(phone)
    phone.do("Bình", "Bình", "Bình", "lost Cường", "lost Dũng")
    expect(phone.seat("Bình").locator(".mark")).to_have_text("Xì bàng")
    phone.tap(phone.page.locator("#record"))
    phone.do("Bình", "lost Cường", "lost Dũng")
    phone.tap(phone.page.locator("#record"))
    expect(waiting(phone)).to_have_count(2)
    find_the_network(phone)
    otherwise = "Ván 2 để lại cái Bình."
    expect(phone.page.locator("#strip")).to_contain_text(otherwise, timeout=PATIENCE)
    expect(phone.page.locator("#strip")).to_contain_text("Đã ghi ván 3")
    expect(phone.open_round(3)).to_contain_text(otherwise)
    phone.do("shut")
    expect(phone.open_round(2)).not_to_contain_text("để lại")
    assert bankers(books) == [AN, AN, AN]


def test_a_round_of_another_phone_changes_nothing_of_what_was_told(
    phone: Phone, open_phone: OpenPhone, books: Books
) -> None:
    other = phone.beside(open_phone())
    live(other.page)
    other.do("Bình", "An")
    phone.do("An", "lost Cường", "lost Dũng")
    phone.record(2)
    expect(other.line(2)).to_be_visible(timeout=PATIENCE)
    expect(other.seat("Bình").locator(".mark")).to_have_text("Cái ăn hết")
    other.page.reload()
    other.ready()
    expect(other.seat("Bình").locator(".mark")).to_have_text("Cái ăn hết")
    other.tap(other.page.locator("#record"))
    expect(other.page.locator("#panel")).to_contain_text("Bạn bấm: Bình cái")
    other.do("say Ván khác, ghi ván 3")
    expect(other.line(3)).to_be_visible(timeout=PATIENCE)
    assert bankers(books) == [AN, BINH, BINH]
    assert books.rounds()[2]["con"] == {"1": "won", "3": "lost", "4": "lost"}


def test_what_is_as_the_round_before_left_it_is_not_told_by_its_tool(phone: Phone) -> None:
    tool = phone.page.locator("[data-tool='cai']")
    phone.do("Bình")
    expect(phone.seat("Bình").locator(".mark")).to_have_text("Cái ăn hết")
    expect(tool).not_to_have_attribute("data-told", "")
    phone.do("open cai", "answer stake-1", "digits 25", "shut")
    expect(tool).to_have_attribute("data-told", "")
    phone.do("open cai", "answer stake-1", "digit 3", "answer erase", "digit 1", "shut")
    expect(tool).not_to_have_attribute("data-told", "")


def test_heads_answer_again_after_a_round_was_refused(open_phone: OpenPhone) -> None:
    phone = Phone.of(open_phone())
    names = ("An", "Bình", "Cường", "Dũng", "Em", "Giang")
    phone.open_table("xi_dach", names)
    phone.do("An", "Bình", "open den")
    expect(phone.seat("Cường")).to_have_attribute("data-answer", "3")
    with phone.page.expect_response("**/rounds/"):
        phone.tap(phone.page.locator("#record"))
    expect(phone.page.locator("#strip")).to_contain_text("Còn Cường")
    phone.do("shut")
    expect(phone.seat("Cường")).not_to_have_attribute("data-answer", "3")
    phone.do("Cường", "lost Dũng", "lost Em", "lost Giang")
    phone.record(1)
    phone.do("open den", "of Em")
    expect(phone.seat("Em").locator(".mark")).to_have_text("Đền")


def test_a_hand_of_one_suit_is_told_before_its_points(open_phone: OpenPhone, books: Books) -> None:
    phone = Phone.of(open_phone())
    phone.open_table("ba_cay", ("An", "Bình", "Cường"), settings={"dong_hoa": True})
    phone.do("An", "open diem", "answer 7", "answer dong-hoa-2", "answer 9", "answer 3")
    phone.record(1)
    phone.do("open diem", "answer 7", "answer 9")
    phone.do("Bình", "answer dong-hoa-2", "answer 3")
    phone.record(2)
    assert [facts["dong_hoa"] for facts in books.rounds()] == [[BINH], [BINH]]
    assert [facts["points"]["3"] for facts in books.rounds()] == [3, 3]
