"""`manage.py backup FILE`: the whole ledger in one file, while it is used."""

import os
import sqlite3
import subprocess
from argparse import ArgumentParser
from contextlib import closing, suppress
from pathlib import Path

from django.core.management.base import BaseCommand, CommandError
from django.db import DatabaseError, connection

from ledger.common.durable import sync
from ledger.database.sqlite import ON_THE_DISK
from ledger.database.transactions import in_a_line
from ledger.models import Upkeep

DUMP = ("--format=custom", "--no-owner", "--no-privileges", "--file")


class Command(BaseCommand):
    help = "Copies the ledger, as it is at one moment, into a new file."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("path", metavar="FILE", type=Path)

    def handle(self, *args: object, path: Path, **options: object) -> None:
        if path.exists():
            raise CommandError(f"Đã có {path}. / There is a file {path} already.")
        try:
            copy_ledger(path)
        finally:
            Upkeep.note(Upkeep.Kind.BACKUP, good=path.exists())
        self.stdout.write(
            "The copy is there. Keep beside it, from DATA_DIR: secret_key ca.crt ca.key"
        )


def copy_ledger(path: Path) -> None:
    """Copy the ledger into a new file that its owner alone can read."""
    part = path.with_name(f"{path.name}.part")
    try:
        remove(part)
        part.touch(mode=0o600)
        copy_sqlite(part) if connection.vendor == "sqlite" else run("pg_dump", *DUMP, str(part))
        part.rename(path)
        sync(path.parent)
    except (sqlite3.Error, DatabaseError, OSError) as problem:
        with suppress(OSError):
            path.unlink(missing_ok=True)
        reason = in_a_line(problem)
        sentence = f"Không chép được sổ: {reason} / The ledger cannot be copied: {reason}"
        raise CommandError(sentence) from problem
    finally:
        with suppress(OSError):
            remove(part)


def remove(file: Path) -> None:
    """Take a file away, and what SQLite may have left beside it."""
    for ending in ("-journal", "-wal", "-shm", ""):
        beside(file, ending).unlink(missing_ok=True)


def beside(file: Path, ending: str) -> Path:
    """A file that SQLite keeps beside that of a database."""
    return file.with_name(f"{file.name}{ending}")


def copy_sqlite(path: Path) -> None:
    """Copy by SQLite's online backup, in one step: nobody writes in between."""
    connection.ensure_connection()
    with closing(sqlite3.connect(path)) as copy:
        copy.executescript(ON_THE_DISK)
        connection.connection.backup(copy)
        check_sqlite(copy)


def check_sqlite(copy: sqlite3.Connection) -> None:
    """Raise CommandError if this is no ledger or its pages are damaged."""
    try:
        copy.execute("SELECT 1 FROM ledger_session")
        (answer,) = copy.execute("PRAGMA integrity_check(1)").fetchone()
    except sqlite3.Error as problem:
        answer = problem
    if answer != "ok":
        raise CommandError(f"Bản sao bị hỏng: {answer} / The copy is damaged: {answer}")


def run(program: str, *options: str) -> None:
    """Run a program of PostgreSQL on the ledger; its own messages go to the terminal."""
    if connection.settings_dict["DISABLE_SERVER_SIDE_CURSORS"]:
        theirs = "name PostgreSQL itself in DATABASE_URL, not PgBouncer"
        raise CommandError(f"DATABASE_URL: không qua PgBouncer. / For {program} {theirs}.")
    from psycopg.conninfo import make_conninfo  # there is none where the ledger is a file

    asked = connection.get_connection_params()
    for of_django in ("context", "cursor_factory", "prepare_threshold"):
        asked.pop(of_django, None)
    password = {"PGPASSWORD": asked.pop("password", "")}
    connection.close()
    call(program, *options, f"--dbname={make_conninfo(**asked)}", **password)


def call(program: str, *options: str, **variables: str) -> None:
    """Run it with more variables of the environment; raises CommandError."""
    try:
        subprocess.run([program, *options], env=os.environ | variables, check=True)
    except FileNotFoundError as problem:
        raise CommandError(f"Máy này thiếu {program}. / There is no {program} here.") from problem
    except subprocess.CalledProcessError as problem:
        raise CommandError(f"{program} không xong. / {program} failed.") from problem
