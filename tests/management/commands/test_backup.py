"""A copy of the ledger is whole, checked, and never put where something would be lost."""

import os
import stat
from collections.abc import Iterator
from contextlib import contextmanager
from io import StringIO
from pathlib import Path

import pytest
from django.core.management import CommandError, call_command
from django.db import connection

from ledger.books.audit import differences
from ledger.database import guards
from ledger.database.schema import Making
from ledger.management.upgrade import bring_up_to_date, look_here
from ledger.models import Round, Seat, Session
from tests.databases import PostgresDatabases, SqliteDatabases, connected_to
from tests.running.needs import lacking
from tests.running.processes import no_longer
from tests.sample_tables import a_table, play

Databases = SqliteDatabases | PostgresDatabases


@pytest.fixture
def copy(tmp_path: Path, fresh_ledger: str) -> Path:
    """A copy of a ledger with one table and three rounds."""
    needs_programs()
    table = a_table()
    for _ in range(3):
        play(table)
    path = tmp_path / "copy"
    command("backup", path)
    return path


def needs_programs() -> None:
    import shutil

    if connection.vendor == "postgresql" and not shutil.which("pg_dump"):
        lacking("there is no pg_dump on this machine")


def command(*words: object) -> str:
    output = StringIO()
    call_command(*map(str, words), stdout=output)
    return output.getvalue()


@contextmanager
def elsewhere(databases: Databases) -> Iterator[str]:
    """Another machine: an empty ledger that this process uses meanwhile."""
    with databases.fresh() as url, connected_to(url):
        yield url


@contextmanager
def nowhere(databases: Databases) -> Iterator[None]:
    """Another machine without a ledger."""
    with databases.empty() as url, connected_to(url):
        yield


def contents() -> tuple[list[tuple[object, ...]], list[tuple[object, ...]]]:
    """What a ledger comes to: its rounds in order, and its balances."""
    rounds = Round.objects.order_by("session", "number").values_list("submission_id", "number")
    return list(rounds), list(Seat.objects.order_by("pk").values_list("name", "balance"))


def test_a_copy_put_back_elsewhere_is_the_same_ledger(copy: Path, databases: Databases) -> None:
    before = contents()
    assert len(before[0]) == 3
    with elsewhere(databases):
        command("restore", copy)
        assert contents() == before
        assert list(differences()) == []
        assert play(Session.objects.get()).number == 4


def test_a_copy_is_for_its_owner_only_and_never_written_over(copy: Path) -> None:
    assert stat.S_IMODE(copy.stat().st_mode) == 0o600
    before = copy.read_bytes()
    with pytest.raises(CommandError, match="There is a file"):
        command("backup", copy)
    assert copy.read_bytes() == before
    assert [path.name for path in copy.parent.iterdir()] == ["copy"]


def test_a_ledger_that_holds_something_is_replaced_only_if_told_so(copy: Path) -> None:
    before = contents()
    play(Session.objects.get())
    with pytest.raises(CommandError, match="not empty"):
        command("restore", copy)
    assert len(contents()[0]) == 4
    command("restore", "--replace", copy)
    assert contents() == before
    assert list(differences()) == []
    command("restore", "--replace", f"{copy}.replaced")
    assert len(contents()[0]) == 4


NO_COPIES = (b"", b"an evening", b"PGDMP", b"SQLite format 3\x00")


def test_a_file_that_is_no_copy_is_refused(tmp_path: Path, fresh_ledger: str) -> None:
    needs_programs()
    play(a_table())
    before = contents()
    for text in NO_COPIES:
        (tmp_path / "file").write_bytes(text)
        with pytest.raises(CommandError):
            command("restore", "--replace", tmp_path / "file")
        assert contents() == before, text


def test_a_copy_that_was_cut_is_refused(copy: Path, databases: Databases) -> None:
    whole = copy.read_bytes()
    with elsewhere(databases):
        for left in (0.3, 0.6, 0.9, 0.99):
            copy.write_bytes(whole[: int(len(whole) * left)])
            with pytest.raises(CommandError):
                command("restore", copy)
            assert contents() == ([], []), left


def lie() -> None:
    """Change an amount behind the ledger's back."""
    guards.remove(connection)
    with connection.cursor() as cursor:
        cursor.execute("UPDATE ledger_entry SET amount = amount + 1")
    guards.install(connection)


def test_a_copy_whose_books_are_wrong_is_said_to_be(
    tmp_path: Path, fresh_ledger: str, databases: Databases
) -> None:
    needs_programs()
    play(a_table())
    lie()
    command("backup", tmp_path / "copy")
    with elsewhere(databases), pytest.raises(CommandError, match="The copy is damaged: "):
        command("restore", tmp_path / "copy")


def test_a_ledger_is_put_back_where_the_books_of_the_copy_are_wrong(
    tmp_path: Path, fresh_ledger: str, databases: Databases
) -> None:
    needs_programs()
    play(a_table())
    lie()
    command("backup", tmp_path / "copy")
    with elsewhere(databases):
        play(a_table())
        before = contents()
        with pytest.raises(CommandError, match="The copy is damaged: "):
            command("restore", "--replace", tmp_path / "copy")
        assert contents() == before
        assert list(differences()) == []


def test_a_copy_of_a_newer_version_is_refused(copy: Path, databases: Databases) -> None:
    newer = copy.with_name("newer")
    with connection.cursor() as cursor:
        cursor.execute(
            "INSERT INTO django_migrations (app, name, applied)"
            " VALUES ('ledger', '9999_later', '2030-01-01')"
        )
    command("backup", newer)
    with elsewhere(databases), pytest.raises(CommandError, match="a later release"):
        command("restore", newer)
    with nowhere(databases):
        with pytest.raises(CommandError, match="Nothing was changed"):
            command("restore", newer)
        assert look_here() is Making.EMPTY
        assert connection.vendor != "sqlite" or not Path(connection.settings_dict["NAME"]).exists()
        command("restore", copy)
        assert len(contents()[0]) == 3


def test_what_is_no_copy_leaves_nothing_where_nothing_was(
    tmp_path: Path, fresh_ledger: str, databases: Databases
) -> None:
    needs_programs()
    with nowhere(databases):
        for text in NO_COPIES:
            (tmp_path / "file").write_bytes(text)
            with pytest.raises(CommandError):
                command("restore", tmp_path / "file")
            assert look_here() is Making.EMPTY, text
        bring_up_to_date()
        assert look_here() is Making.CURRENT


def test_a_copy_that_cannot_be_made_is_said_in_a_line(tmp_path: Path, fresh_ledger: str) -> None:
    with pytest.raises(CommandError, match="The ledger cannot be copied: ") as refusal:
        command("backup", tmp_path / "no folder" / "copy")
    assert "\n" not in str(refusal.value)


@pytest.mark.skipif(connection.vendor != "sqlite", reason="PostgreSQL's programs say it")
def test_a_copy_that_cannot_be_put_back_is_said_in_a_line(copy: Path, databases: Databases) -> None:
    with nowhere(databases):
        with (
            no_longer([os.getpid()], 1 << 16),
            pytest.raises(CommandError, match="The copy cannot be put back: ") as refusal,
        ):
            command("restore", copy)
        assert "\n" not in str(refusal.value)
        command("restore", copy)
        assert len(contents()[0]) == 3
