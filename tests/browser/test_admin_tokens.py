"""A staff token in a browser: seen once, whatever is pressed, and dead when revoked."""

import re

import pytest
from playwright.sync_api import Error, Page, Route, expect

from tests.browser.office import follow
from tests.browser.offline import wait_until
from tests.running.server import Server

SECRET = re.compile(r"staff_[a-z2-7]{48}")
ROWS = "#result_list tbody tr"


def make(page: Page, label: str) -> str:
    """Make a token on the pages; what the one page shows."""
    page.goto("/admin/ledger/stafftoken/")
    follow(page, "Thêm mã quản lý")
    page.fill("[name=label]", label)
    page.get_by_role("button", name="Lưu lại").click()
    expect(page.get_by_role("heading", name=label)).to_be_visible()
    return page.get_by_label("Mã mới").input_value()


def opens(server: Server, token: str) -> int:
    return server.get("/api/v1/sessions/", authorization=f"Bearer {token}").status


def test_a_token_is_made_once_seen_once_and_dead_when_revoked(office: Page, server: Server) -> None:
    token = make(office, "Chị Hà")
    assert SECRET.fullmatch(token)
    assert opens(server, token) == 200
    office.get_by_role("button", name="Sao chép").click()
    expect(office.get_by_role("button", name="Đã sao chép")).to_be_visible()
    follow(office, "Đã chép xong")
    row = office.locator(ROWS, has_text="Chị Hà")
    expect(row).to_have_count(1)
    row.locator(".action-select").check()
    office.locator("[name=action]").select_option("revoke")
    office.get_by_role("button", name="Làm").click()
    expect(office.locator(".messagelist")).to_contain_text("Đã thu hồi")
    assert opens(server, token) == 401


def test_a_second_press_while_the_first_is_under_way_sends_nothing(office: Page) -> None:
    sent: list[Route] = []
    office.goto("/admin/ledger/stafftoken/add/")
    office.route("**/stafftoken/add/", lambda route: sent.append(route))
    office.fill("[name=label]", "Chị Năm")
    button = office.get_by_role("button", name="Lưu lại")
    button.evaluate("button => { button.click(); setTimeout(() => button.click(), 50) }")
    wait_until(office, lambda: bool(sent))
    office.wait_for_timeout(500)  # in which the second would come
    (only,) = sent
    only.continue_()
    expect(office.get_by_label("Mã mới")).to_have_value(SECRET)


def test_reloading_makes_no_second_token_and_shows_none(office: Page, server: Server) -> None:
    token = make(office, "máy ở quầy")
    office.reload()
    expect(office.locator(".messagelist")).to_contain_text("chỉ hiện một lần")
    expect(office.locator(ROWS, has_text="máy ở quầy")).to_have_count(1)
    assert token not in office.content()
    assert opens(server, token) == 200


def test_going_back_shows_no_token(office: Page) -> None:
    token = make(office, "Anh Ba")
    follow(office, "Đã chép xong")
    with pytest.raises(Error, match="ERR_CACHE_MISS"):  # it asks before it sends a form again
        office.go_back()
    expect(office.locator("textarea")).to_have_count(0)
    expect(office.locator("body")).not_to_contain_text(token)
    office.goto("/admin/ledger/stafftoken/")
    expect(office.locator(ROWS, has_text="Anh Ba")).to_have_count(1)


def test_the_page_kept_by_the_browser_has_forgotten_the_token(office: Page) -> None:
    make(office, "Anh Tư")
    office.evaluate("dispatchEvent(new PageTransitionEvent('pagehide', {persisted: true}))")
    expect(office.get_by_label("Mã mới")).to_have_value("")
