"""PostgreSQL is copied by its own programs: pg_dump, pg_restore and psql."""

import subprocess
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any
from uuid import uuid4

from django.db import DatabaseError, connection
from django.db.backends.postgresql.client import DatabaseClient

from ledger.backup.engine import CopyError, begins_with, leave

MARK = b"PGDMP"

LONGEST = 40
"""Letters of a database's name that its copy keeps; PostgreSQL cuts names at 63."""

EMPTY = """
DO $empty$ DECLARE found record; BEGIN
    FOR found IN SELECT tablename AS name FROM pg_tables WHERE schemaname = current_schema() LOOP
        EXECUTE format('DROP TABLE %I CASCADE', found.name);
    END LOOP;
    FOR found IN SELECT oid::regprocedure AS name FROM pg_proc
        WHERE pronamespace = current_schema()::regnamespace LOOP
        EXECUTE format('DROP FUNCTION %s', found.name);
    END LOOP;
END $empty$;
"""
"""Drops what a ledger is made of; an older copy would not know the newer tables."""


class Psql(DatabaseClient):
    """Django's psql, which of several servers takes the one we write to."""

    @classmethod
    def settings_to_cmd_args_env(cls, settings_dict: Any, parameters: Any) -> Any:
        words, env = super().settings_to_cmd_args_env(settings_dict, parameters)
        wanted = settings_dict["OPTIONS"].get("target_session_attrs", "any")
        return words, {**(env or {}), "PGTARGETSESSIONATTRS": wanted}


class Dump(Psql):
    executable_name = "pg_dump"


class PostgreSQL:
    """See Engine."""

    def knows(self, path: Path) -> bool:
        return begins_with(path, MARK)

    def save(self, path: Path) -> None:
        options = ["--format=custom", "--no-owner", "--no-privileges", f"--file={path}"]
        _run(Dump, self._here(), options)

    @contextmanager
    def opened(self, path: Path) -> Iterator[str]:
        name = f"{self._here()[:LONGEST]}_copy_{uuid4().hex[:12]}"
        _create(name)
        try:
            _load(path, name)
            yield name
        finally:
            leave()
            _execute("DROP DATABASE {} WITH (FORCE)", name)

    def put(self, path: Path) -> None:
        leave()
        _load(path, self._here())

    def _here(self) -> str:
        return str(connection.settings_dict["NAME"])


ENGINE = PostgreSQL()


def _load(path: Path, name: str) -> None:
    """Read the copy into this database, in place of what is there, in one transaction."""
    with tempfile.TemporaryDirectory(prefix="ledger-") as folder:
        empty, script = Path(folder) / "empty.sql", Path(folder) / "copy.sql"
        empty.write_text(EMPTY)
        words = ["pg_restore", "--no-owner", "--no-privileges", f"--file={script}", str(path)]
        with _told(words[0]):
            subprocess.run(words, check=True)
        strictly = ["--no-psqlrc", "--quiet", "--single-transaction", "--set=ON_ERROR_STOP=1"]
        _run(Psql, name, [*strictly, f"--file={empty}", f"--file={script}"])


def _create(name: str) -> None:
    try:
        _execute("CREATE DATABASE {} TEMPLATE template0", name)
    except DatabaseError as problem:
        raise CopyError(
            f"Không kiểm tra được bản sao, vì không tạo được cơ sở dữ liệu tạm: {problem}"
            " Thêm --unchecked để bỏ qua.",
            f"The copy cannot be checked, for no database can be made for that: {problem}"
            " Say --unchecked to go without.",
        ) from problem


def _execute(command: str, name: str) -> None:
    with connection.cursor() as cursor:
        cursor.execute(command.format(connection.ops.quote_name(name)))


def _run(client: type[DatabaseClient], name: str, options: list[str]) -> None:
    """Run a program of PostgreSQL on one database, with what Django knows about the server."""
    other = connection.copy()
    other.settings_dict["NAME"] = name
    with _told(client.executable_name):
        client(other).runshell(options)


@contextmanager
def _told(program: str) -> Iterator[None]:
    """Its own words are on the terminal by then."""
    try:
        yield
    except FileNotFoundError as problem:
        raise CopyError(f"Máy này thiếu {program}.", f"There is no {program} here.") from problem
    except subprocess.CalledProcessError as problem:
        raise CopyError(f"{program} không xong.", f"{program} failed.") from problem
