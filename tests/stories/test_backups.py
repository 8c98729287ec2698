"""Copies taken while phones record: each is a moment of the evening, and nothing in it is torn."""

import os
import shutil
import sqlite3
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import psycopg
import pytest
from django.apps import apps
from django.core.management import call_command
from django.db import connection
from psycopg import sql

from ledger.books.audit import differences
from ledger.database import guards
from ledger.models import Round, Session
from tests.databases import PostgresDatabases, SqliteDatabases, connected_to
from tests.running.load import Load, load
from tests.running.needs import lacking
from tests.running.server import serving
from tests.sample_tables import a_table, play
from tests.trust import Tell

pytestmark = pytest.mark.full
COPIES = 20


def in_order() -> list[str]:
    rounds = Round.objects.order_by("number")
    return [str(id) for id in rounds.values_list("submission_id", flat=True)]


@pytest.mark.trust("R11")
def test_every_copy_taken_under_load_is_a_prefix_of_what_was_answered(
    tmp_path: Path,
    fresh_ledger: str,
    databases: SqliteDatabases | PostgresDatabases,
    tell: Tell,
) -> None:
    if connection.vendor == "postgresql" and not shutil.which("pg_dump"):
        lacking("there is no pg_dump on this machine")
    own = {"DATABASE_URL": fresh_ledger}
    with serving(tmp_path, **own) as server, load(server, comes_again=True) as phones:
        copies = list(taken(tmp_path, phones, COPIES))
        phones.finish()
    assert phones.failed == []
    whole = in_order()
    assert sorted(whole) == sorted(phones.saved)
    tell(f"{COPIES} copies while {len(whole)} rounds were recorded, each put back and checked")
    for path, answered_before in copies:
        with databases.fresh() as url, connected_to(url):
            call_command("restore", str(path))
            ids = in_order()
            assert ids == whole[: len(ids)]
            assert answered_before <= set(ids)
            assert list(differences()) == []


def taken(folder: Path, phones: Load, count: int) -> Iterator[tuple[Path, set[str]]]:
    """Copies, each with the rounds that were answered before it was begun."""
    for number in range(count):
        phones.wait_for(5)
        path, answered = folder / f"copy-{number}", set(phones.saved)
        call_command("backup", str(path))
        yield path, answered


@pytest.mark.trust("R11", control=True)
@pytest.mark.skipif(connection.vendor != "sqlite", reason="about the file of SQLite")
def test_a_file_copied_while_it_is_written_is_torn(tmp_path: Path, fresh_ledger: str) -> None:
    """The control: half of the file is read, a round comes in, then the rest is read."""
    table = a_table()
    for _ in range(30):
        play(table)
    path = Path(fresh_ledger.removeprefix("sqlite:///"))
    half = os.path.getsize(path) // 2
    with path.open("rb") as file, (tmp_path / "copy").open("wb") as copy:
        copy.write(file.read(half))
        for _ in range(10):
            play(table)
        copy.write(file.read())
    assert is_torn(f"sqlite:///{tmp_path / 'copy'}")


@pytest.mark.trust("R11", control=True)
@pytest.mark.skipif(connection.vendor != "postgresql", reason="about the tables of PostgreSQL")
def test_tables_copied_one_after_the_other_are_torn(
    fresh_ledger: str, databases: SqliteDatabases | PostgresDatabases
) -> None:
    """The control: half of the tables are read, a round comes in, then the rest are read."""
    table = a_table()
    play(table)
    names = [each._meta.db_table for each in apps.get_app_config("ledger").get_models()]
    half = len(names) // 2
    copied = rows(fresh_ledger, names[:half])
    play(table)
    copied |= rows(fresh_ledger, names[half:])
    with databases.fresh() as url:
        with connected_to(url):
            guards.remove(connection)
        with psycopg.connect(url) as other:
            other.execute("SET session_replication_role = replica")
            for name, content in copied.items():
                with other.cursor().copy(sql.SQL(PUT).format(sql.Identifier(name))) as into:
                    into.write(content)
        with connected_to(url):
            guards.install(connection)
        assert is_torn(url)


TAKE, PUT = "COPY {} TO STDOUT", "COPY {} FROM STDIN"


def rows(url: str, names: list[str]) -> dict[str, bytes]:
    """What is in these tables now."""
    with psycopg.connect(url) as other:
        return {name: b"".join(_taken(other, name)) for name in names}


def _taken(other: Any, name: str) -> Iterator[bytes]:
    with other.cursor().copy(sql.SQL(TAKE).format(sql.Identifier(name))) as out:
        yield from map(bytes, out)


def is_torn(url: str) -> bool:
    with connected_to(url):
        try:
            return any(differences()) or not Session.objects.exists()
        except Exception as problem:  # whatever a torn file leads to
            return isinstance(problem.__cause__ or problem, sqlite3.DatabaseError)
