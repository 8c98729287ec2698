"""Between the tap that records a round and its answer: what it brings, as not saved yet."""

import re

from playwright.sync_api import Locator, Route, expect

from tests.browser.conftest import OpenPhone
from tests.browser.phone import Phone
from tests.browser.waiting import ORDER, SENDS, tell, tell_wrongly, waiting

AFTER = {"An": 2000, "Bình": 1000, "Cường": -1000, "Dũng": -2000}
NOTHING = dict.fromkeys(AFTER, 0)


def at_a_table(open_phone: OpenPhone, **options: str) -> tuple[Phone, list[Route]]:
    """A phone whose rounds the network holds back, and those."""
    phone = Phone.of(open_phone(**options))
    with phone.page.expect_response("**/table_later*"):
        phone.open_table("tien_len")
    phone.page.wait_for_load_state("networkidle")
    held: list[Route] = []
    phone.page.route(SENDS, lambda route: held.append(route))
    return phone, held


def tell_seen(phone: Phone) -> None:
    """Record a round whose sums are seen, while the page asks what the last one still has."""
    phone.do(*ORDER)
    expect(phone.page.locator("#panel")).to_be_visible()
    expect(phone.page.locator("#strip [data-ready]")).to_be_visible()
    with phone.page.expect_request(SENDS):
        phone.tap(phone.page.locator("#record"))


def on_its_way(phone: Phone) -> Locator:
    return phone.page.locator("#sheet [data-on-its-way]")


def unsaved(phone: Phone) -> Locator:
    return phone.page.locator(".balance[data-saved]")


def test_it_shows_what_comes_and_not_that_it_is_saved(open_phone: OpenPhone) -> None:
    phone, held = at_a_table(open_phone)
    tell_seen(phone)
    assert phone.balances() == AFTER
    expect(unsaved(phone)).to_have_count(4)
    expect(unsaved(phone).first).to_have_css("font-style", "italic")
    expect(on_its_way(phone).locator(".figure")).to_have_text(
        ["+2.000", "+1.000", "−1.000", "−2.000"]
    )
    expect(on_its_way(phone)).to_be_visible()
    expect(phone.page.locator("#panel")).to_be_hidden()
    expect(phone.page.locator("#round")).to_have_attribute("aria-busy", "true")
    expect(phone.page.locator("#sheet [data-round]")).to_have_count(0)
    held[0].continue_()
    expect(phone.line(1)).to_be_visible()
    expect(on_its_way(phone)).to_have_count(0)
    expect(unsaved(phone)).to_have_count(0)
    expect(phone.page.locator("#round")).not_to_have_attribute("aria-busy", re.compile("."))
    assert phone.balances() == AFTER


def test_where_no_answer_comes_the_balances_are_what_is_saved(open_phone: OpenPhone) -> None:
    phone, held = at_a_table(open_phone)
    tell_seen(phone)
    held[0].abort()
    expect(waiting(phone)).to_have_count(1)
    expect(on_its_way(phone)).to_have_count(0)
    expect(unsaved(phone)).to_have_count(0)
    assert phone.balances() == NOTHING
    expect(phone.page.locator("#round")).not_to_have_attribute("aria-busy", re.compile("."))


def test_what_the_server_refuses_was_never_there(open_phone: OpenPhone) -> None:
    phone, _held = at_a_table(open_phone)
    phone.page.unroute(SENDS)
    tell_wrongly(phone)
    expect(phone.page.locator("#strip")).to_contain_text("Mỗi hạng đúng một người")
    expect(on_its_way(phone)).to_have_count(0)
    assert phone.balances() == NOTHING


def test_a_round_whose_sums_nobody_has_seen_shows_none(open_phone: OpenPhone) -> None:
    phone, held = at_a_table(open_phone)
    phone.page.route("**/preview/", lambda route: route.abort())
    with phone.page.expect_request(SENDS):
        tell(phone)
    expect(on_its_way(phone)).to_have_count(0)
    assert phone.balances() == NOTHING
    held[0].continue_()
    expect(phone.line(1)).to_be_visible()
    assert phone.balances() == AFTER


def test_the_round_of_another_comes_between(open_phone: OpenPhone) -> None:
    """Then the server asks which is meant, and nothing is as it was foretold."""
    phone, held = at_a_table(open_phone)
    other = phone.beside(open_phone())
    tell_seen(phone)
    other.do("Dũng", "Cường", "Bình")
    other.record(1)
    held[0].continue_()
    expect(phone.page.locator("#panel, #strip [role=alert]").first).to_be_visible()
    expect(on_its_way(phone)).to_have_count(0)
    expect(unsaved(phone)).to_have_count(0)
