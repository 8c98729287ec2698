"""Copies of the whole ledger in one file: taken while it is used, checked, and put back."""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from django.apps import apps
from django.core.management import call_command
from django.db import DatabaseError, connection
from django.db.migrations.loader import MigrationLoader

from ledger.backup import postgresql, sqlite
from ledger.backup.engine import CopyError, Engine, leave
from ledger.books.audit import differences
from ledger.models import Allowance

__all__ = ("CopyError", "backup", "restore")

ENGINES: dict[str, Engine] = {"sqlite": sqlite.ENGINE, "postgresql": postgresql.ENGINE}


def backup(path: Path, *, checked: bool = True) -> None:
    """Copy the ledger into a new file; CopyError if the copy is not right.

    The file has its name only once it is whole and was found right. A copy with
    differences is kept as FILE.damaged, for it may be all there is.
    """
    if path.exists():
        raise CopyError(f"Đã có {path}.", f"There is a file {path} already.")
    engine = ENGINES[connection.vendor]
    part = path.with_name(f"{path.name}.part")
    part.unlink(missing_ok=True)
    try:
        part.touch(mode=0o600)
        engine.save(part)
        if checked:
            _check_or_set_aside(engine, part, path)
        part.rename(path)
    finally:
        part.unlink(missing_ok=True)


def restore(path: Path, *, replace: bool = False, checked: bool = True) -> None:
    """Put a copy in the place of the ledger there is; CopyError if that must not be done.

    What is there is replaced in one transaction, and only if it is empty or `replace` is said.
    """
    engine = ENGINES[connection.vendor]
    if not path.is_file():
        raise CopyError(f"Không có {path}.", f"There is no file {path}.")
    if not engine.knows(path):
        raise CopyError(
            f"{path} không phải bản sao của loại cơ sở dữ liệu này.",
            f"{path} is no copy of a database of this kind.",
        )
    if not replace and _holds_anything():
        raise CopyError(
            "Sổ đang có không trống: thêm --replace nếu muốn thay nó.",
            "The ledger that is there is not empty: say --replace to replace it.",
        )
    if checked:
        _refuse_damaged(engine, path)
    engine.put(path)
    call_command("migrate", interactive=False, verbosity=0)


def _check_or_set_aside(engine: Engine, part: Path, path: Path) -> None:
    try:
        _refuse_damaged(engine, part)
    except CopyError:
        part.rename(path.with_name(f"{path.name}.damaged"))
        raise


def _refuse_damaged(engine: Engine, path: Path) -> None:
    """Open the copy in a place of its own, bring it up to date there, and check its books."""
    with engine.opened(path) as name, _reading(name):
        _refuse_newer()
        try:
            call_command("migrate", interactive=False, verbosity=0)
            found = next(differences(), None)
        except DatabaseError as problem:
            raise _damaged(str(problem)) from problem
    if found is not None:
        raise _damaged(str(found))


def _refuse_newer() -> None:
    loader = MigrationLoader(connection)
    unknown = sorted(set(loader.applied_migrations) - set(loader.disk_migrations))
    if unknown:
        raise CopyError(
            f"Bản sao của bản mới hơn: {unknown[-1][1]}.",
            f"The copy was made by a newer version, with {unknown[-1][1]}.",
        )


def _damaged(why: str) -> CopyError:
    return CopyError(f"Bản sao bị hỏng: {why}", f"The copy is damaged: {why}")


def _holds_anything() -> bool:
    """Whether any table of the ledger has a row; how often somebody tried is not counted."""
    there = set(connection.introspection.table_names())
    models = set(apps.get_app_config("ledger").get_models()) - {Allowance}
    tables = (model for model in models if model._meta.db_table in there)
    return any(model._default_manager.exists() for model in tables)


@contextmanager
def _reading(name: str) -> Iterator[None]:
    """Let this process use another database of the same server or disk meanwhile."""
    before = connection.settings_dict["NAME"]
    leave()
    connection.settings_dict["NAME"] = name
    try:
        yield
    finally:
        leave()
        connection.settings_dict["NAME"] = before
