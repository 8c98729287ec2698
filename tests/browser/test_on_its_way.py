"""Between the tap that records a round and its answer: what it brings, as not saved yet."""

import re
from datetime import datetime, timedelta

from playwright.sync_api import Locator, Route, expect

from tests.browser.conftest import OpenPhone
from tests.browser.phone import Phone
from tests.browser.waiting import ORDER, PREVIEWS, SENDS, hold_back, tell, tell_wrongly, waiting

AFTER = {"An": 2000, "Bình": 1000, "Cường": -1000, "Dũng": -2000}
NOTHING = dict.fromkeys(AFTER, 0)


def at_a_table(open_phone: OpenPhone, **options: str) -> tuple[Phone, list[Route]]:
    """A phone whose rounds the network holds back, and those."""
    phone = Phone.of(open_phone(**options))
    with phone.page.expect_response("**/table_later*"):
        phone.open_table("tien_len")
    phone.page.wait_for_load_state("networkidle")
    return phone, hold_back(phone.page, SENDS)


def tell_seen(phone: Phone) -> None:
    """Record a round whose sums are seen, while the page asks what the last one still has."""
    phone.do(*ORDER)
    expect(phone.page.locator("#panel")).to_be_visible()
    expect(phone.page.locator("#strip [data-ready]")).to_be_visible()
    with phone.page.expect_request(SENDS):
        phone.tap(phone.page.locator("#record"))
    expect(on_its_way(phone)).to_be_visible()


def on_its_way(phone: Phone) -> Locator:
    return phone.page.locator("#sheet [data-on-its-way]")


def unsaved(phone: Phone) -> Locator:
    return phone.page.locator(".balance[data-saved]")


def test_it_shows_what_comes_and_not_that_it_is_saved(open_phone: OpenPhone) -> None:
    phone, routes = at_a_table(open_phone)
    tell_seen(phone)
    assert phone.balances() == AFTER
    expect(unsaved(phone)).to_have_count(4)
    expect(unsaved(phone).first).to_have_css("font-style", "italic")
    expect(unsaved(phone).first).to_have_css("opacity", "1")
    expect(on_its_way(phone).locator(".figure")).to_have_text(
        ["+2.000", "+1.000", "−1.000", "−2.000"]
    )
    expect(on_its_way(phone)).to_be_visible()
    expect(phone.page.locator("#panel")).to_be_hidden()
    expect(phone.page.locator("#round")).to_have_attribute("aria-busy", "true")
    expect(phone.page.locator("#sheet [data-round]")).to_have_count(0)
    routes[0].continue_()
    expect(phone.line(1)).to_be_visible()
    expect(on_its_way(phone)).to_have_count(0)
    expect(unsaved(phone)).to_have_count(0)
    expect(phone.page.locator("#round")).not_to_have_attribute("aria-busy", re.compile("."))
    assert phone.balances() == AFTER


def test_where_no_answer_comes_the_balances_are_what_is_saved(open_phone: OpenPhone) -> None:
    phone, routes = at_a_table(open_phone)
    tell_seen(phone)
    routes[0].abort()
    expect(waiting(phone)).to_have_count(1)
    expect(on_its_way(phone)).to_have_count(0)
    expect(unsaved(phone)).to_have_count(0)
    assert phone.balances() == NOTHING
    expect(phone.page.locator("#round")).not_to_have_attribute("aria-busy", re.compile("."))


def test_what_the_server_refuses_was_never_there(open_phone: OpenPhone) -> None:
    phone, _routes = at_a_table(open_phone)
    phone.page.unroute(SENDS)
    tell_wrongly(phone)
    expect(phone.page.locator("#strip")).to_contain_text("Mỗi hạng đúng một người")
    expect(on_its_way(phone)).to_have_count(0)
    assert phone.balances() == NOTHING


def test_a_round_whose_sums_nobody_has_seen_shows_none(open_phone: OpenPhone) -> None:
    phone, routes = at_a_table(open_phone)
    phone.page.route(PREVIEWS, lambda route: route.abort())
    with phone.page.expect_request(SENDS):
        tell(phone)
    expect(on_its_way(phone)).to_have_count(0)
    assert phone.balances() == NOTHING
    routes[0].continue_()
    expect(phone.line(1)).to_be_visible()
    assert phone.balances() == AFTER


def test_the_round_of_another_comes_between(open_phone: OpenPhone) -> None:
    """Then the server asks which is meant, and nothing is as it was foretold."""
    phone, routes = at_a_table(open_phone)
    other = phone.beside(open_phone())
    tell_seen(phone)
    other.do("Dũng", "Cường", "Bình")
    other.record(1)
    routes[0].continue_()
    expect(phone.page.locator("#panel, #strip [role=alert]").first).to_be_visible()
    expect(on_its_way(phone)).to_have_count(0)
    expect(unsaved(phone)).to_have_count(0)


def test_what_is_told_after_the_sums_were_seen_is_not_in_them(open_phone: OpenPhone) -> None:
    """A thối and the tap that records follow each other before the server has priced it."""
    phone, routes = at_a_table(open_phone)
    phone.do(*ORDER)
    expect(phone.page.locator("#strip [data-ready]")).to_be_visible()
    phone.page.route(PREVIEWS, lambda route: None)
    phone.do(
        "answer "
        + (phone.page.locator("#panel [data-answer]").first.get_attribute("data-answer") or "")
    )
    with phone.page.expect_request(SENDS):
        phone.tap(phone.page.locator("#record"))
    expect(on_its_way(phone)).to_have_count(0)
    assert phone.balances() == NOTHING
    routes[0].abort()
    expect(waiting(phone)).to_have_count(1)
    expect(waiting(phone).locator(".figure")).to_have_count(0)


def test_sums_of_the_round_before_the_last_tap_are_not_shown(open_phone: OpenPhone) -> None:
    """They come after that tap, whose own question the network still holds back."""
    phone, _routes = at_a_table(open_phone)
    asked = hold_back(phone.page, PREVIEWS)
    with phone.page.expect_request(lambda request: "place-3=3" in (request.post_data or "")):
        phone.do(*ORDER)
    phone.page.evaluate(
        """() => {
            document.querySelector("[name=place-2]").value = "1";
            document.addEventListener("htmx:before:swap", ({ detail, defaultPrevented }) => {
                if (detail.ctx.sourceElement.id !== "strip") return;
                document.documentElement.dataset.dropped = defaultPrevented;
            });
        }"""
    )
    asked[-1].continue_()
    expect(phone.page.locator("html")).to_have_attribute("data-dropped", "true")
    expect(phone.page.locator("#strip [data-ready]")).to_have_count(0)


def test_a_page_that_is_left_for_the_round_shows_it_until_then(open_phone: OpenPhone) -> None:
    """Somebody sits out meanwhile, so the answer opens the page anew."""
    phone, routes = at_a_table(open_phone)
    other = phone.beside(open_phone())
    tell_seen(phone)
    other.sit_out("Dũng")
    phone.page.evaluate(
        """() => addEventListener("pagehide", () => {
            const shown = document.querySelectorAll("[data-on-its-way], [data-saved]").length;
            sessionStorage.setItem("shown", shown);
        })"""
    )
    routes[0].continue_()
    expect(phone.line(1)).to_be_visible()
    assert phone.page.evaluate("sessionStorage.getItem('shown')") == "5"


def test_a_round_can_be_looked_at_meanwhile(open_phone: OpenPhone) -> None:
    phone, routes = at_a_table(open_phone)
    tell_seen(phone)
    routes[0].continue_()
    expect(phone.line(1)).to_be_visible()
    tell_seen(phone)
    phone.open_round(1)
    routes[1].continue_()
    expect(phone.line(2)).to_be_visible()


def test_another_act_leaves_the_word_that_it_is_recorded(open_phone: OpenPhone) -> None:
    """A round is voided elsewhere while the next one is on its way."""
    phone, routes = at_a_table(open_phone)
    tell_seen(phone)
    routes[0].continue_()
    expect(phone.line(1)).to_be_visible()
    other = phone.beside(open_phone())
    tell_seen(phone)
    other.open_round(1)
    other.do("answer void")
    expect(other.line(1)).to_have_attribute("data-state", "void")
    routes[1].continue_()
    expect(phone.line(1)).to_have_attribute("data-state", "void")
    expect(phone.page.locator("#strip [data-kind=done]")).to_contain_text("Đã ghi ván 2")
    expect(phone.page.locator("#strip .act[form]")).to_be_visible()


def test_a_round_whose_answer_was_lost_stands_there_once(open_phone: OpenPhone) -> None:
    phone, _routes = at_a_table(open_phone)
    phone.page.unroute(SENDS)
    lost: list[Route] = []

    def lose_the_first(route: Route) -> None:
        if lost:
            return route.continue_()
        lost.append(route)
        route.fetch()
        return route.abort()

    phone.page.route(SENDS, lose_the_first)
    phone.page.evaluate(
        """() => {
            const sheet = document.getElementById("sheet");
            window.most = 0;
            new MutationObserver(() => {
                most = Math.max(most, sheet.querySelectorAll("li:not(#empty)").length);
            }).observe(sheet, { childList: true });
        }"""
    )
    tell(phone)
    expect(phone.line(1)).to_be_visible()
    expect(waiting(phone)).to_have_count(0)
    assert phone.page.evaluate("most") == 1
    assert phone.balances() == AFTER


def test_a_round_that_waits_goes_once_the_stream_speaks(open_phone: OpenPhone) -> None:
    phone, routes = at_a_table(open_phone)
    other = phone.beside(open_phone())
    tell_seen(phone)
    with phone.page.expect_request(SENDS):
        routes[0].abort()
    phone.page.clock.pause_at(datetime.now() + timedelta(seconds=1))  # no other try by itself
    with phone.page.expect_event("requestfailed"):
        routes[1].abort()
    expect(waiting(phone)).to_have_count(1)
    with phone.page.expect_request(SENDS):
        other.do("Dũng", "Cường", "Bình")
        other.record(1)
