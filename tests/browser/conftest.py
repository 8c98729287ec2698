"""A real Chromium in front of a real server with a database of its own."""

import os
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, suppress
from pathlib import Path

import pytest
from django.db import connection
from playwright.sync_api import Browser, BrowserContext, Error, Page, expect, sync_playwright

from tests.browser.fonts import launch
from tests.browser.offline import PATIENCE
from tests.browser.phone import Phone, is_csp
from tests.browser.waiting import Books
from tests.databases import PostgresDatabases, SqliteDatabases
from tests.running.server import Server, manage, serving

WORKERS = os.environ.get("TEST_WORKERS", "1")
"""Processes behind the pages: one as at home, more as in a place with many tables."""

ON_EVERY_ENGINE = (
    *("test_evening", "test_live", "test_own_hands"),
    *("test_settling", "test_twelve_cases", "test_waiting"),
)
"""Who writes what, who sees it and what becomes of it; the other pages are many, and only read."""

PASSWORD = "sổ-điểm-của-nhà-An"


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """On another engine than the first, only what an engine may change."""
    if connection.vendor == "sqlite":
        return
    skipped = pytest.mark.skip(reason="how this page works is the same on every engine")
    for item in items:
        if item.path.parent == Path(__file__).parent and item.path.stem not in ON_EVERY_ENGINE:
            item.add_marker(skipped)


@pytest.fixture(autouse=True, scope="package")
def patience() -> Iterator[None]:
    """Several pages and their server share one machine; how quick it is the benchmarks tell."""
    expect.set_options(timeout=PATIENCE)
    yield
    expect.set_options(timeout=None)


@pytest.fixture(scope="package")
def chromium(django_db_setup: None) -> Iterator[Browser]:
    """A browser; beside its loop Django would make no test database any more."""
    with sync_playwright() as playwright:
        browser = launch(playwright)
        yield browser
        browser.close()


@pytest.fixture(scope="package")
def shared_database(
    databases: SqliteDatabases | PostgresDatabases, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[str]:
    """Where most tests of a process open their tables; its books are right at the end."""
    with databases.fresh() as url:
        yield url
        checked = manage(tmp_path_factory.mktemp("checked"), "check_ledger", DATABASE_URL=url)
        assert checked.returncode == 0, checked.stdout + checked.stderr


@pytest.fixture(scope="package")
def shared_server(
    shared_database: str, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[Server]:
    data = tmp_path_factory.mktemp("server")
    with _serve(data, shared_database, API_LIMIT_FACTOR="100") as running:
        yield running


@pytest.fixture
def database(request: pytest.FixtureRequest) -> str:
    """The one behind the pages of a test: the shared one, unless it asks for a fresh one."""
    own = "fresh_database" in request.fixturenames
    return str(request.getfixturevalue("fresh_database" if own else "shared_database"))


@pytest.fixture(scope="package")
def office_server(
    databases: SqliteDatabases | PostgresDatabases, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[Server]:
    """For all who log in to the admin: its lists are as wide as the names that stand there."""
    data = tmp_path_factory.mktemp("office")
    words = ("createsuperuser", "--noinput", "--username", "chu", "--email", "")
    with databases.fresh() as url:
        secret = {"DATABASE_URL": url, "DJANGO_SUPERUSER_PASSWORD": PASSWORD}
        assert manage(data, *words, **secret).returncode == 0
        with _serve(data, url) as running:
            yield running


@pytest.fixture
def server(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Server]:
    """The shared one, unless the test asks for the office or a fresh database."""
    asked = request.fixturenames
    if "fresh_database" not in asked:
        yield request.getfixturevalue("office_server" if "office" in asked else "shared_server")
        return
    with _serve(tmp_path, request.getfixturevalue("fresh_database")) as running:
        yield running


def _serve(data: Path, database: str, **extra: str) -> AbstractContextManager[Server]:
    return serving(data, "--workers", WORKERS, DATABASE_URL=database, **extra)


OpenPhone = Callable[..., BrowserContext]


@pytest.fixture
def open_phone(chromium: Browser, server: Server) -> Iterator[OpenPhone]:
    """Makes a phone: a touch screen of 390 × 664 in Vietnamese, unless told otherwise."""
    opened: list[BrowserContext] = []

    def phone(**options: object) -> BrowserContext:
        settings: dict[str, object] = {
            "viewport": {"width": 390, "height": 664},
            "has_touch": True,
            "locale": "vi-VN",
            "base_url": f"http://localhost:{server.port}",
        }
        context = chromium.new_context(**(settings | options))  # type: ignore[arg-type]
        context.set_default_timeout(PATIENCE)
        # What a phone allows after a tap, and a browser without a window only where it is told.
        context.grant_permissions(["clipboard-read", "clipboard-write"])
        opened.append(context)
        return context

    yield phone
    for context in opened:
        _leave(context)


@pytest.fixture
def books(database: str) -> Books:
    return Books(database)


@pytest.fixture
def phone(open_phone: OpenPhone) -> Phone:
    """A scorer's phone at a table of four."""
    opened = Phone.of(open_phone())
    opened.open_table("tien_len")
    return opened


def _leave(context: BrowserContext) -> None:
    """Close what a phone opened, from pages at rest.

    Chromium never answers a close that meets a page just loading itself anew, as one that
    follows its table does.
    """
    for page in context.pages:
        with suppress(Error):  # "interrupted", by what it was loading, and on its way all the same
            page.goto("about:blank")
        page.wait_for_url("about:blank")
    context.close()


@pytest.fixture
def office(open_phone: OpenPhone) -> Iterator[Page]:
    """Logged in to the admin; a script that fails or is refused by the policy fails the test."""
    page = open_phone(viewport={"width": 1280, "height": 800}, has_touch=False).new_page()
    complaints: list[str] = []
    page.on("pageerror", lambda error: complaints.append(str(error)))
    page.on("console", lambda line: complaints.append(line.text) if is_csp(line.text) else None)
    page.goto("/admin/")
    page.fill("[name=username]", "chu")
    page.fill("[name=password]", PASSWORD)
    page.click("[type=submit]")
    page.wait_for_url("**/admin/")
    yield page
    assert complaints == []
