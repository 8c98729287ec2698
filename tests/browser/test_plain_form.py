"""Where scripts do not come, the page is the plain form: one or the other, never half of both."""

import pytest
from playwright.sync_api import Page, Route, expect

from tests.browser.conftest import OpenPhone
from tests.browser.phone import Phone
from tests.browser.waiting import Books

ENOUGH = 5_000
"""Milliseconds after which a page whose scripts did not come is the plain one."""


@pytest.fixture
def books(database: str) -> Books:
    return Books(database)


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


def test_a_script_that_hangs_leaves_the_plain_form_after_five_seconds(
    open_phone: OpenPhone, books: Books
) -> None:
    phone = Phone.of(open_phone())
    phone.open_table("tien_len")
    page = open_phone(storage_state=phone.page.context.storage_state()).new_page()
    held: list[Route] = []
    page.route("**/ledger/taps/order*", lambda route: held.append(route))
    page.clock.install()
    page.goto(phone.page.url, wait_until="commit")
    expect(page.locator("html.js")).to_have_count(1)
    page.clock.fast_forward(ENOUGH)
    record_plainly(page)
    assert len(books.rounds()) == 1
    for route in held:
        route.abort()


def test_scripts_that_come_late_take_the_page_over(open_phone: OpenPhone) -> None:
    phone = Phone.of(open_phone())
    phone.open_table("tien_len")
    page = open_phone(storage_state=phone.page.context.storage_state()).new_page()
    held: list[Route] = []
    page.route("**/ledger/taps/order*", lambda route: held.append(route))
    page.clock.install()
    page.goto(phone.page.url, wait_until="commit")
    page.clock.fast_forward(ENOUGH)
    page.locator("[name=place-1]").select_option("1")
    held[0].continue_()
    expect(page.locator("html.js[data-ready]")).to_have_count(1)
    expect(page.locator(".seat[data-seat='1'] .mark")).to_have_text("Nhất")
