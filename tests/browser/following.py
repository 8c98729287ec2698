"""When a page hears its table, and when nobody sees it."""

from playwright.sync_api import Page, expect


def live(page: Page) -> None:
    expect(page.locator("#state")).to_have_attribute("data-state", "live")


def hide(page: Page, hidden: bool) -> None:
    """Turn to another page of the browser, or back."""
    page.evaluate(
        """hidden => {
            Object.defineProperty(document, "hidden", { configurable: true, value: hidden });
            document.dispatchEvent(new Event("visibilitychange"));
        }""",
        hidden,
    )
