"""Ways through the admin in a browser."""

from playwright.sync_api import Page

from tests.browser.conftest import OpenPhone
from tests.browser.phone import Phone


def follow(page: Page, text: str) -> None:
    page.get_by_role("link", name=text, exact=True).click()


def a_table_with_one_round(open_phone: OpenPhone) -> Phone:
    phone = Phone.of(open_phone())
    phone.open_table("tien_len")
    phone.do("An", "Bình", "Cường")
    phone.record(1)
    return phone
