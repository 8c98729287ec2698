"""Databases for all tests: one that rolls back (`db`), and fresh ones that really commit."""

import gc
import sys
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory

import hypothesis
import pytest
import sqlparse
from django.conf import settings
from django.db import connections
from django.utils import translation
from pytest_django import DjangoDbBlocker

from tests.conflicts import SHARE, thrown
from tests.databases import PostgresDatabases, SqliteDatabases, connected_to
from tests.html import squeeze_pages

pytest_plugins = ["tests.drawing", "tests.stack", "tests.trust"]

FULL_FOLDERS = ("accessibility", "browser", "clients", "nodes", "old_phones")
"""Whose tests all start a browser or a server."""

NO_DATABASE = ("architecture", "scoring", "spoken")
"""Whose tests may ask no database, as pytest-django sees to: on every engine they are the same."""


hypothesis.settings.register_profile("fast", max_examples=40, deadline=None)
hypothesis.settings.register_profile("full", max_examples=100, deadline=None)


DATA = TemporaryDirectory()

sys.dont_write_bytecode = False  # or each process of each run compiles all tests anew
sqlparse.parse = cache(sqlparse.parse)  # a check of the guards reads the same tables each time


def pytest_configure(config: pytest.Config) -> None:
    """`-m full` selects every test, not only those that have the mark; each at one size.

    The longest size is selected only where an expression says "long".

    What a service of this folder keeps, and has collected, is nothing to the tests.
    """
    settings.DATA_DIR = Path(DATA.name)
    settings.STATIC_ROOT = Path(DATA.name) / "static"
    fast = config.option.markexpr == "not full"
    hypothesis.settings.load_profile("fast" if fast else "full")
    if config.option.markexpr == "full":
        config.option.markexpr = "not brief"
    if config.option.markexpr and "long" not in config.option.markexpr and not fast:
        config.option.markexpr = f"({config.option.markexpr}) and not long"


def pytest_ignore_collect(collection_path: Path, config: pytest.Config) -> bool | None:
    """Leave out folders that the fast ring has nothing of on this engine, unless one is named."""
    again = () if connections["default"].vendor == "sqlite" else NO_DATABASE
    if config.option.markexpr != "not full" or collection_path.name not in (*FULL_FOLDERS, *again):
        return None
    return not any(collection_path.name in Path(each).parts for each in config.args) or None


def pytest_collection_finish(session: pytest.Session) -> None:
    """Look for garbage less often in the fast ring; tests of the full one measure memory."""
    if session.config.option.markexpr == "not full":
        gc.collect()
        gc.freeze()
        gc.set_threshold(400_000, 50, 1000)


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Put whole folders in the full ring, and what takes long at the beginning."""
    items.sort(key=lambda item: item.get_closest_marker("full") is None)
    for item in items:
        if item.path.parent.name in FULL_FOLDERS:
            item.add_marker("full")


@pytest.fixture(autouse=True)
def default_language() -> Iterator[None]:
    """The default one: what a test or its client spoke is not left to the next."""
    with translation.override(settings.LANGUAGE_CODE):
        yield


@pytest.fixture(autouse=True)
def conflicts(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """None, unless the environment asks for them."""
    if not SHARE or request.node.get_closest_marker("undisturbed"):
        yield
        return
    with thrown(request.node.nodeid, SHARE, monkeypatch.setattr):
        yield


@pytest.fixture(scope="session")
def django_db_modify_db_settings(
    django_db_modify_db_settings_parallel_suffix: None, tmp_path_factory: pytest.TempPathFactory
) -> None:
    """Every process of a run has its own; SQLite's is a file, as in production, not memory."""
    settings = connections["default"].settings_dict
    if settings["ENGINE"] == "django.db.backends.sqlite3":
        settings["TEST"]["NAME"] = str(tmp_path_factory.mktemp("db") / "tests.sqlite3")


@pytest.fixture(scope="session")
def databases(
    django_db_setup: None, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[SqliteDatabases | PostgresDatabases]:
    """Where fresh databases come from, on the engine of this test run."""
    if connections["default"].vendor == "sqlite":
        own = connections["default"].settings_dict
        # Where no test of a run needs the database that rolls back, there is none.
        migrated = own["NAME"] if own["NAME"] == own["TEST"]["NAME"] else ""
        made = SqliteDatabases(tmp_path_factory.mktemp("fresh"), migrated)
    else:
        made = PostgresDatabases()
    yield made
    made.close()


@pytest.fixture
def fresh_database(databases: SqliteDatabases | PostgresDatabases) -> Iterator[str]:
    """The DATABASE_URL of a migrated, empty database, for a server process of the test."""
    with databases.fresh() as url:
        yield url


@pytest.fixture
def fresh_ledger(fresh_database: str, django_db_blocker: DjangoDbBlocker) -> Iterator[str]:
    """A fresh database that this process and its threads use too; commits are real."""
    with django_db_blocker.unblock(), connected_to(fresh_database):
        yield fresh_database


@pytest.fixture(autouse=True)
def plain_pages(monkeypatch: pytest.MonkeyPatch) -> None:
    squeeze_pages(monkeypatch)
