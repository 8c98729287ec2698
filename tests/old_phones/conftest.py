"""Phones of other engines in front of a real server; every test is played on each."""

from collections.abc import Callable, Iterator

import pytest

from tests.browser.conftest import shared_database, shared_server
from tests.old_phones import chromium_87, webkit
from tests.old_phones.engine import Engine
from tests.running.server import Server

__all__ = ["shared_database", "shared_server"]

ENGINES = {"chromium_87": chromium_87.started, "webkitgtk": webkit.started}


@pytest.fixture(scope="package", params=ENGINES)
def new_phone(
    request: pytest.FixtureRequest,
    django_db_setup: None,
    tmp_path_factory: pytest.TempPathFactory,
) -> Iterator[Callable[[], Engine]]:
    """Makes a phone, one at a time, of an engine that stays for all tests.

    Beside the loop of Chromium 87 Django would make no test database any more.
    """
    with ENGINES[request.param](tmp_path_factory.mktemp("home")) as new:
        yield new


@pytest.fixture
def phone(new_phone: Callable[[], Engine]) -> Iterator[Engine]:
    """A phone that has visited nothing."""
    phone = new_phone()
    yield phone
    phone.close()


@pytest.fixture
def address(shared_server: Server) -> str:
    """Where the service is, without a slash at the end."""
    return f"http://localhost:{shared_server.port}"
