"""The link that a phone shares, and when a page hears its table."""

from playwright.sync_api import Page, expect

from tests.browser.phone import Phone


def link(phone: Phone, role: str) -> str:
    """The link of the share page, as a friend gets it."""
    page = phone.page.context.new_page()
    page.goto(f"{phone.page.url}share/")
    found = page.locator(f"section:has(#{role}-title) [data-link]").input_value()
    page.close()
    return "/join/#" + found.partition("#")[2]


def live(page: Page) -> None:
    expect(page.locator("#state")).to_have_attribute("data-state", "live")
