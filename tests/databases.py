"""Databases of their own for tests that really commit.

The journal cannot be emptied, so a test that commits gets a fresh database: a copy of
one that was migrated once. SQLite: a copied file; PostgreSQL: CREATE DATABASE … TEMPLATE.
"""

import os
import shutil
import sqlite3
import subprocess
import sys
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from typing import Any
from urllib.parse import quote, unquote, urlsplit
from uuid import uuid4

import psycopg
from django.db import connections
from psycopg import sql

from ledger.database.sqlite import sqlite_options
from tests.running.server import until

ROOT = Path(__file__).resolve().parents[1]


class SqliteDatabases:
    """Files in one folder, made after a database that is migrated already, or by migrating."""

    def __init__(self, folder: Path, migrated: str = "") -> None:
        self.folder = folder
        self.template = folder / "template.sqlite3"
        if migrated:
            with closing(sqlite3.connect(migrated)) as source:
                source.execute("VACUUM INTO ?", (str(self.template),))
            # Another journal is for one connection alone to set, and those of a test come at once.
            with closing(sqlite3.connect(self.template)) as template:
                template.executescript(sqlite_options(sqlite3.sqlite_version_info)["init_command"])
        else:
            migrate(self.url(self.template))

    def url(self, path: Path) -> str:
        return f"sqlite:///{path}"

    def close(self) -> None:
        """The folder goes with the test run."""

    @contextmanager
    def fresh(self) -> Iterator[str]:
        path = self.folder / f"{uuid4().hex}.sqlite3"
        shutil.copyfile(self.template, path)
        yield from self._until_done(path)

    @contextmanager
    def empty(self) -> Iterator[str]:
        """One without a table."""
        yield from self._until_done(self.folder / f"{uuid4().hex}.sqlite3")

    def _until_done(self, path: Path) -> Iterator[str]:
        yield self.url(path)
        for left in self.folder.glob(f"{path.name}*"):
            left.unlink()


class PostgresDatabases:
    """Databases on the server that the test run is connected to."""

    def __init__(self) -> None:
        self.server = dict(connections["default"].settings_dict)
        self.template = f"ledger_template_{uuid4().hex[:12]}"
        self._run("CREATE DATABASE {}", self.template)
        migrate(self.url(self.template))

    def url(self, name: str) -> str:
        user, password = (quote(self.server[key], safe="") for key in ("USER", "PASSWORD"))
        credentials = f"{user}:{password}@" if password else f"{user}@" if user else ""
        host, port = quote(self.server["HOST"], safe=""), self.server["PORT"]
        return f"postgres://{credentials}{host}{f':{port}' if port else ''}/{name}"

    def close(self) -> None:
        self._run("DROP DATABASE {} WITH (FORCE)", self.template)

    @contextmanager
    def fresh(self) -> Iterator[str]:
        yield from self._until_done("CREATE DATABASE {} TEMPLATE {}", self.template)

    @contextmanager
    def empty(self) -> Iterator[str]:
        """One without a table."""
        yield from self._until_done("CREATE DATABASE {}")

    def _until_done(self, command: str, *names: str) -> Iterator[str]:
        name = f"ledger_fresh_{uuid4().hex[:12]}"
        self._run(command, name, *names)
        yield self.url(name)
        self._run("DROP DATABASE {} WITH (FORCE)", name)

    def _run(self, command: str, *names: str) -> None:
        with psycopg.connect(self.url("postgres"), autocommit=True) as server:
            execute(server, sql.SQL(command).format(*map(sql.Identifier, names)))


def execute(server: "psycopg.Connection[Any]", command: sql.Composed) -> None:
    """Make or drop a database; where it needs a checkpoint, as soon as that succeeds again.

    None does while another test has a disk of the same server full.
    """

    def succeeds() -> bool:
        try:
            server.execute(command)
        except psycopg.errors.InternalError:
            return False
        return True

    assert until(succeeds, pause=0.1)


def migrate(url: str) -> None:
    """Make the tables in an empty database, as a deployment would."""
    subprocess.run(
        [sys.executable, "manage.py", "migrate", "--skip-checks", "--verbosity", "0"],
        cwd=ROOT,
        env=os.environ | {"DATABASE_URL": url},
        check=True,
    )


def opened(url: str) -> "sqlite3.Connection | psycopg.Connection[Any]":
    """A connection of the test's own to the database of `url`."""
    if url.startswith("sqlite"):
        return sqlite3.connect(url.removeprefix("sqlite:///"))
    return psycopg.connect(url)


@contextmanager
def connected_to(url: str) -> Iterator[None]:
    """Let this process, threads it starts too, use the database of `url`, as the role it names."""
    settings = connections["default"].settings_dict
    before, found = {key: settings[key] for key in ("NAME", "USER", "PASSWORD")}, urlsplit(url)
    if url.startswith("sqlite"):
        _switch({"NAME": url.removeprefix("sqlite:///")})
    else:
        role = {"USER": found.username, "PASSWORD": unquote(found.password or "")}
        _switch({"NAME": found.path[1:]} | (role if found.username else {}))
    try:
        yield
    finally:
        _switch(before)


def _switch(told: dict[str, Any]) -> None:
    connection = connections["default"]
    connection.close()
    if hasattr(connection, "close_pool"):
        connection.close_pool()
    connections.settings["default"].update(told)
    connection.settings_dict.update(told)
