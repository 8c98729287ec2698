"""Browsers that keep nothing: an Android WebView without a storage, and one that blocks cookies."""

import pytest
from playwright.sync_api import BrowserContext, Route, expect

from tests.browser.conftest import OpenPhone
from tests.browser.phone import Phone, deafen
from tests.browser.waiting import (
    ORDER,
    PATIENCE,
    SENDS,
    Books,
    find_the_network,
    join_as_scorer,
    lose_the_network,
    tell,
    waiting,
)

EACH = "for (const name of ['localStorage', 'sessionStorage']) Object.defineProperty(window, name, "
NULL = EACH + "{ value: null });"
FORBIDDEN = EACH + "{ get() { throw new DOMException('Access is denied', 'SecurityError'); } });"
FULL = "Storage.prototype.setItem = () => { throw new DOMException('', 'QuotaExceededError'); };"
UNREAD = "Storage.prototype.getItem = () => { throw new Error('not to be read'); };"
KINDS = {"null": NULL, "forbidden": FORBIDDEN, "full": FULL, "unread": UNREAD}

keeping_nothing = pytest.mark.parametrize("storage", KINDS.values(), ids=KINDS)


@pytest.fixture
def context(open_phone: OpenPhone, storage: str) -> BrowserContext:
    opened = open_phone()
    opened.add_init_script(storage)
    return opened


@pytest.fixture
def phone(context: BrowserContext) -> Phone:
    opened = Phone.of(context)
    opened.open_table("tien_len")
    return opened


def says_that_it_keeps_nothing(phone: Phone) -> None:
    """The round is in its form alone, and the page says so."""
    strip = phone.page.locator("#strip")
    expect(strip).to_contain_text("không giữ được ván", timeout=PATIENCE)
    expect(waiting(phone)).to_have_count(0)
    expect(phone.seat("An").locator(".mark")).to_have_text("Nhất")


@keeping_nothing
def test_a_round_is_recorded_where_nothing_is_kept(phone: Phone, books: Books) -> None:
    expect(phone.page.locator(":root[data-ready]")).to_have_count(1)
    expect(phone.page.locator("#state")).to_have_attribute("data-state", "live")
    phone.do(*ORDER)
    expect(phone.change("An")).to_have_text("+2.000")
    phone.record(1)
    assert len(books.rounds()) == 1


@keeping_nothing
def test_without_a_network_the_page_says_that_this_phone_cannot_keep_the_round(
    phone: Phone, books: Books
) -> None:
    lose_the_network(phone)
    phone.do(*ORDER)
    expect(phone.page.locator("#strip")).to_contain_text("không giữ được ván")
    phone.tap(phone.page.locator("#record"))
    says_that_it_keeps_nothing(phone)
    assert books.rounds() == []
    find_the_network(phone)
    phone.record(1)
    expect(phone.page.locator("#strip")).to_contain_text("Đã ghi ván 1")
    assert len(books.rounds()) == 1


@pytest.mark.parametrize("storage", [NULL], ids=["null"])
def test_an_answer_that_is_none_of_ours_says_it_too(phone: Phone, books: Books) -> None:
    def login_page(route: Route) -> None:
        route.fulfill(status=200, content_type="text/html", body="<h1>Free WiFi</h1>")

    phone.page.route(SENDS, login_page)
    tell(phone)
    says_that_it_keeps_nothing(phone)
    phone.page.unroute(SENDS)
    phone.record(1)
    assert len(books.rounds()) == 1


@pytest.mark.parametrize("storage", [NULL], ids=["null"])
def test_a_closed_table_answers_in_the_form(
    context: BrowserContext, open_phone: OpenPhone, books: Books
) -> None:
    """No list of waiting rounds could say it here."""
    first = Phone.of(open_phone())
    first.open_table("tien_len")
    deafen(context)
    phone = join_as_scorer(context.new_page, first)
    first.page.goto(first.page.url + "house/")
    first.page.locator("#close button").tap()
    first.page.wait_for_url("**/settle/")
    tell(phone)
    expect(phone.page.locator("#round[data-closed]")).to_contain_text("chốt sổ")
    assert books.rounds() == []


@keeping_nothing
def test_no_page_of_a_table_fails_where_nothing_is_kept(phone: Phone) -> None:
    """What fails on a page is told by the phone itself."""
    table = phone.page.url
    for page in ("house/", "share/", "settle/", "statistics/", "board/", "log/"):
        phone.page.goto(table + page)
    expect(phone.page.locator("#keeps-nothing")).to_contain_text("không có mã để so")
    phone.page.goto(f"{table}rules/")
    phone.page.locator("#set-heo_do").fill("2")
    expect(phone.page.locator(".count")).to_have_text("1")
