"""A real Chromium in front of a real server with a database of its own."""

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, BrowserContext, sync_playwright

from tests.running.needs import chromium_path
from tests.running.server import Server, serving

FLAGS = (
    "--no-sandbox",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
)


@pytest.fixture(scope="package")
def chromium() -> Iterator[Browser]:
    path = chromium_path()
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=path, args=list(FLAGS))
        yield browser
        browser.close()


@pytest.fixture
def server(fresh_database: str, tmp_path: Path) -> Iterator[Server]:
    with serving(tmp_path, DATABASE_URL=fresh_database) as running:
        yield running


OpenPhone = Callable[..., BrowserContext]


@pytest.fixture
def open_phone(chromium: Browser, server: Server) -> Iterator[OpenPhone]:
    """Makes a phone: a touch screen of 390 × 844 in Vietnamese, unless told otherwise."""
    opened: list[BrowserContext] = []

    def phone(**options: object) -> BrowserContext:
        settings: dict[str, object] = {
            "viewport": {"width": 390, "height": 844},
            "has_touch": True,
            "locale": "vi-VN",
            "base_url": f"http://localhost:{server.port}",
        }
        context = chromium.new_context(**(settings | options))  # type: ignore[arg-type]
        context.set_default_timeout(15_000)
        opened.append(context)
        return context

    yield phone
    for context in opened:
        context.close()
