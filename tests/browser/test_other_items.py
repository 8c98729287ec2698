"""Khoản khác: its line in the sheet leads to what takes it back, and a round being typed stays."""

from playwright.sync_api import expect

from tests.browser.conftest import OpenPhone
from tests.browser.phone import Phone


def test_the_line_opens_a_panel_that_takes_it_back(open_phone: OpenPhone) -> None:
    phone = Phone.of(open_phone())
    phone.open_table("tien_len")
    phone.page.goto(f"{phone.page.url}other/")
    phone.page.locator("label", has_text="An").first.tap()
    phone.page.locator("label", has_text="Bình").last.tap()
    phone.page.locator("[name=amount]").fill("20k")
    phone.page.locator("[name=text]").fill("chia sai")
    phone.page.get_by_role("button", name="Ghi khoản này").tap()
    phone.ready()
    phone.do("An", "Bình")
    line = phone.page.locator("#other-1 a")
    line.tap()
    panel = phone.page.locator("#panel")
    expect(panel).to_contain_text("An trả Bình 20.000: chia sai")
    phone.do("answer void")
    expect(phone.page.locator("#other-1 s")).to_be_visible()
    phone.ready()
    assert phone.balances()["An"] == 0
    expect(phone.seat("Bình")).to_have_attribute("data-mark", "2")
