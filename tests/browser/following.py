"""When a page hears its table."""

from playwright.sync_api import Page, expect


def live(page: Page) -> None:
    expect(page.locator("#state")).to_have_attribute("data-state", "live")
