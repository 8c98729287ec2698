"""Ways through the admin in a browser."""

from playwright.sync_api import Page


def follow(page: Page, text: str) -> None:
    page.get_by_role("link", name=text, exact=True).click()
