"""What a phone keeps of the pages it has seen."""

from collections.abc import Callable

from playwright.sync_api import Page

PATIENCE = 60_000
"""Milliseconds; between two tries of a phone up to 30 seconds pass."""

PATHS = """async () => {
    const requests = await (await caches.open('kept-1')).keys();
    return requests.map((one) => new URL(one.url).pathname);
}"""
TEXT = """async () => {
    const kept = await (await caches.open('kept-1')).match(location.pathname);
    return kept ? kept.text() : "";
}"""


def offline_pages(page: Page) -> list[str]:
    """The pages kept on the phone, by path."""
    return [path for path in page.evaluate(PATHS) if not path.startswith("/static/")]


def wait_until(page: Page, happens: Callable[[], bool]) -> None:
    """Until this is so, or fail."""
    for _time in range(PATIENCE // 100):
        if happens():
            return
        page.wait_for_timeout(100)
    raise AssertionError(f"not within {PATIENCE // 1000} seconds: {offline_pages(page)}")


def wait_until_kept(page: Page, text: str) -> None:
    """Until what is kept of this page says this."""
    wait_until(page, lambda: text in page.evaluate(TEXT))
