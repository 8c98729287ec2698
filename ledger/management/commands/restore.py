"""`manage.py restore FILE`: a copy in the place of the ledger there is."""

import sqlite3
from argparse import ArgumentParser
from contextlib import closing
from pathlib import Path
from tempfile import TemporaryDirectory

from django.core.management import call_command
from django.core.management.base import BaseCommand, CommandError
from django.db import DatabaseError, connection

from ledger.books.audit import differences
from ledger.database.schema import Making, making
from ledger.database.transactions import in_a_line
from ledger.management.commands.backup import call, check_sqlite, copy_ledger, run
from ledger.management.upgrade import file_here, look, look_here, refuse, refuse_foreign
from ledger.models import Group, Session

SCRIPT = ("--clean", "--if-exists", "--no-owner", "--no-privileges")
STRICTLY = ("--quiet", "--single-transaction", "--set=ON_ERROR_STOP=1", "--output=/dev/null")


class Command(BaseCommand):
    """Exit status 1 if nothing was put back, or if the books of the copy are wrong.

    A ledger that would be replaced by such a copy is put back.
    """

    help = "Puts a copy in the place of the ledger there is, and checks its books."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("path", metavar="FILE", type=Path)
        parser.add_argument(
            "--replace",
            action="store_true",
            help="even if the ledger there is holds something; it is kept as FILE.replaced",
        )

    def handle(self, *args: object, path: Path, replace: bool, **options: object) -> None:
        if not path.is_file():
            raise CommandError(f"Không có {path}. / There is no file {path}.")
        try:
            self._put_back(path, replace)
        except (sqlite3.Error, DatabaseError, OSError) as problem:
            why = in_a_line(problem)
            refuse(f"Không trả lại được bản sao: {why}", f"The copy cannot be put back: {why}")
        self.stdout.write("The ledger is what the copy was.")

    def _put_back(self, path: Path, replace: bool) -> None:
        with TemporaryDirectory() as folder:
            before = self._keep(path, replace, Path(folder))
            load(path)
            try:
                check_books()
            except Exception:
                load(before) if before else remove()
                raise

    def _keep(self, path: Path, replace: bool, folder: Path) -> Path | None:
        """A copy of what there is, beside FILE if that holds anything; None for no ledger."""
        if look_here() is Making.EMPTY:
            return None
        before = folder / "before"
        if holds_anything():
            if not replace:
                refuse(
                    "Sổ đang có không trống: thêm --replace nếu muốn thay nó.",
                    "The ledger that is there is not empty: say --replace to replace it.",
                )
            before = path.with_name(f"{path.name}.replaced")
            call_command("backup", before, stdout=self.stdout)
        else:
            copy_ledger(before)
        return before


def holds_anything() -> bool:
    tables = connection.introspection.table_names()
    return any(each._meta.db_table in tables and each.objects.exists() for each in (Session, Group))


def remove() -> None:
    """Take all tables away again, where there were none."""
    if connection.vendor == "sqlite":
        connection.close()
        file_here().unlink()
    else:
        with connection.cursor() as cursor:
            cursor.execute(drop_tables())


def drop_tables() -> str:
    """The statement of PostgreSQL that takes all tables away."""
    names = map(connection.ops.quote_name, connection.introspection.table_names())
    return "".join(f"DROP TABLE {name} CASCADE;" for name in names)


def load(path: Path) -> None:
    """Replace the tables in one transaction."""
    load_sqlite(path) if connection.vendor == "sqlite" else load_postgresql(path)


def check_books() -> None:
    """Bring the ledger up to date; raises CommandError if it is not ours or its books are wrong."""
    refuse_foreign(making(connection))
    call_command("migrate", interactive=False, verbosity=0)
    for wrong in differences():
        raise CommandError(f"Bản sao bị hỏng: {wrong} / The copy is damaged: {wrong}")


def load_postgresql(path: Path) -> None:
    """Take all tables away and make those of the copy, in one transaction.

    `pg_restore` alone leaves a table that a copy of an earlier release has not, and fails where
    that refers to one of those it replaces.
    """
    with TemporaryDirectory() as folder:
        script = f"--file={folder}/copy.sql"
        call("pg_restore", *SCRIPT, script, str(path))
        run("psql", *STRICTLY, f"--command={drop_tables()}", script)


def load_sqlite(path: Path) -> None:
    """Copy the tables over the ledger in one transaction."""
    with closing(sqlite3.connect(f"{path.absolute().as_uri()}?mode=ro", uri=True)) as copy:
        check_sqlite(copy)
        refuse_foreign(look(path))
        (page,) = copy.execute("PRAGMA page_size").fetchone()
        if path.stat().st_size % page:
            raise CommandError("Bản sao bị cắt mất phần cuối. / The end of the copy is missing.")
        connection.ensure_connection()  # only now: it makes the file
        copy.backup(connection.connection)
    connection.close()
