"""Where scripts do not come, the page is the plain form: one or the other, never half of both."""

import pytest
from playwright.sync_api import Page, Route, expect

from tests.browser.conftest import OpenPhone
from tests.browser.phone import Phone
from tests.browser.waiting import Books

ENOUGH = 5_000
"""Milliseconds after which a page whose scripts did not come is the plain one."""


def record_plainly(page: Page) -> None:
    """A round by the plain fields, each of which must be in sight."""
    expect(page.locator("html.js")).to_have_count(0)
    for seat in (1, 2, 3):
        page.locator(f"[name=place-{seat}]").select_option(str(seat))
    page.locator("[data-record]").tap()
    expect(page.locator(".line[data-round='1']")).to_be_visible()


@pytest.mark.parametrize("missing", ["start", "htmx-4", "order"])
def test_with_any_script_missing_a_round_is_recorded(
    missing: str, open_phone: OpenPhone, books: Books
) -> None:
    phone = Phone.of(open_phone())
    phone.open_table("tien_len")
    table = phone.page.url
    page = open_phone(storage_state=phone.page.context.storage_state()).new_page()
    page.route(f"**/{missing}.*", lambda route: route.abort())
    page.goto(table)
    record_plainly(page)
    assert len(books.rounds()) == 1


@pytest.mark.parametrize("hanging", ["ledger/start", "ledger/taps/order", "htmx-4", "*.js"])
def test_a_script_that_hangs_leaves_the_plain_form_after_five_seconds(
    hanging: str, open_phone: OpenPhone, books: Books
) -> None:
    phone = Phone.of(open_phone())
    phone.open_table("tien_len")
    page = open_phone(storage_state=phone.page.context.storage_state()).new_page()
    routes: list[Route] = []
    page.route(f"**/{hanging}*", lambda route: routes.append(route))
    page.clock.install()
    page.goto(phone.page.url, wait_until="commit")
    expect(page.locator("#record")).to_have_count(1)
    page.clock.fast_forward(ENOUGH)
    record_plainly(page)
    assert len(books.rounds()) == 1
    for route in routes:
        route.abort()


def test_scripts_that_come_late_take_the_page_over(open_phone: OpenPhone) -> None:
    phone = Phone.of(open_phone())
    phone.open_table("tien_len")
    page = open_phone(storage_state=phone.page.context.storage_state()).new_page()
    routes: list[Route] = []
    page.route("**/ledger/taps/order*", lambda route: routes.append(route))
    page.clock.install()
    page.goto(phone.page.url, wait_until="commit")
    page.clock.fast_forward(ENOUGH)
    page.locator("[name=place-1]").select_option("1")
    routes[0].continue_()
    expect(page.locator("html.js[data-ready]")).to_have_count(1)
    expect(page.locator(".seat[data-seat='1'] .mark")).to_have_text("Nhất")


def test_scripts_that_come_before_the_page_is_whole_wait_for_it(
    open_phone: OpenPhone, books: Books
) -> None:
    """As on a second visit: the scripts are on the phone, the page comes piece by piece."""
    first = Phone.of(open_phone())
    first.open_table("tien_len")
    context = open_phone(storage_state=first.page.context.storage_state())
    routes: list[Route] = []
    context.route("**/held.js", lambda route: routes.append(route))
    context.route("**/t/*/", in_two_pieces)
    phone = Phone.of(context)
    with phone.page.expect_event("requestfinished", lambda asked: "htmx-4" in asked.url):
        phone.page.goto(first.page.url, wait_until="commit")
    phone.page.wait_for_timeout(500)  # in which they would begin
    for route in routes:
        route.fulfill(body="", content_type="text/javascript")
    phone.ready()
    expect(phone.page.locator("#state")).to_have_attribute("data-state", "live")
    phone.do("An", "Bình", "Cường")
    phone.record(1)
    assert len(books.rounds()) == 1


def in_two_pieces(route: Route) -> None:
    """The page, of which all but the head comes once /held.js is there."""
    answer = route.fetch()
    text = answer.text().replace("<main", "<script src='/held.js'></script><main", 1)
    route.fulfill(response=answer, body=text)
