"""The ledger that is found at a start: it is looked at, then carried on, or refused untouched."""

import sys
from contextlib import closing
from pathlib import Path
from sqlite3 import sqlite_version_info
from typing import NoReturn

from django.conf import settings
from django.core.management import call_command
from django.core.management.base import CommandError
from django.db import DatabaseError, connection
from django.db.utils import ConnectionHandler
from django.utils import timezone

from ledger import __version__
from ledger.database.schema import Making, making
from ledger.database.sqlite import wal_is_sound
from ledger.management.commands.backup import beside, copy_ledger, remove

OWNS = """SELECT coalesce(bool_or(pg_has_role(relowner, 'USAGE')), has_schema_privilege(
    current_schema(), 'CREATE')) FROM pg_class WHERE oid = to_regclass('ledger_session')"""
NOT_OURS = {
    Making.NEWER: (
        f"Sổ này do bản mới hơn {__version__} làm ra: hãy chạy bản ấy. Chưa có gì bị đổi.",
        f"This ledger was made by a later release than {__version__}: run that one. "
        "Nothing was changed.",
    ),
    Making.UNRELEASED: (
        "Sổ này do một bản trước 0.2.0, hay bản thử, làm ra: CHANGELOG.md chỉ cách chuyển từng "
        "buổi sang một sổ mới ở DATA_DIR khác. Chưa có gì bị đổi.",
        "This ledger is older than 0.2.0, or of no release: CHANGELOG.md says how its evenings "
        "are carried over into a new one in another DATA_DIR. Nothing was changed.",
    ),
    Making.FOREIGN: (
        "Ở đó là dữ liệu của chương trình khác, không phải sổ: đặt DATA_DIR hay DATABASE_URL "
        "khác. Chưa có gì bị đổi.",
        "What is there is no ledger but of another program: name another DATA_DIR or "
        "DATABASE_URL. Nothing was changed.",
    ),
}


def bring_up_to_date() -> None:
    """Migrate and mark the ledger, an older one beside a copy of what it was.

    Raises CommandError for one that is lost, of another making, or another role's to migrate.
    """
    in_file, mark = connection.vendor == "sqlite", settings.HAS_LEDGER_FILE
    file = file_here()
    at_home = in_file and file.parent == settings.DATA_DIR
    maker = look_here()
    if maker is Making.EMPTY and in_file and (file.exists() or (at_home and mark.exists())):
        again = "`manage.py restore FILE`"
        left = " ".join(str(each) for each in (mark, file) if each.exists())
        refuse(
            f"{file} trống: mất sổ? Lấy lại bằng {again}; muốn sổ mới thì xoá {left}",
            f"{file} is empty: is a ledger lost? Put a copy back with {again}; "
            f"to begin a new ledger delete {left}",
        )
    refuse_foreign(maker)
    check_only = not in_file and of_another_role()
    if maker is Making.OLDER and not check_only:
        keep_older(file if in_file else settings.DATA_DIR / "ledger.dump")
    try:
        call_command("migrate", interactive=False, verbosity=0, check_unapplied=check_only)
    except SystemExit:
        migrate = "`manage.py migrate`"
        refuse(f"Chủ các bảng phải chạy {migrate}.", f"The tables' owner must run {migrate} first.")
    except DatabaseError:
        if maker is Making.EMPTY and in_file:  # or the next start would ask after a lost ledger
            connection.close()
            remove(file)
        raise
    if at_home:
        mark.touch()


def need_ledger() -> None:
    """Raise CommandError where there is no ledger yet, or none of ours; nothing is made."""
    maker = look_here()
    if maker is Making.EMPTY:
        serve = "`manage.py serve`"
        refuse(f"Chưa có sổ: chạy {serve} trước.", f"There is no ledger yet: run {serve} first.")
    refuse_foreign(maker)


def look_here() -> Making:
    """Say who made the tables of the database that the settings name."""
    if connection.vendor == "sqlite":
        return look(file_here())
    return making(connection)


def file_here() -> Path:
    """The file of the database that the settings name; no file on PostgreSQL."""
    return Path(str(connection.settings_dict["NAME"]))


def look(file: Path) -> Making:
    """Say who made the tables in a file of SQLite; nothing is written there."""
    if not file.exists():
        return Making.EMPTY
    # A file in WAL mode that nobody has open would be left with two files beside it.
    at_rest = wal_is_sound(sqlite_version_info) and not beside(file, "-wal").exists()
    # A write that was cut short is first taken back, which takes a writer.
    half = beside(file, "-journal").exists()
    how = "mode=rw" if half else "immutable=1" if at_rest else "mode=ro"
    database = {"NAME": f"{file.absolute().as_uri()}?{how}", "OPTIONS": {"uri": True}}
    databases = {"default": connection.settings_dict | database}
    with closing(ConnectionHandler(databases)["default"]) as opened:
        return making(opened)


def refuse_foreign(maker: Making) -> None:
    """Raise CommandError for a ledger that this release cannot carry on."""
    if maker in NOT_OURS:
        refuse(*NOT_OURS[maker])


def keep_older(file: Path) -> None:
    """Copy the ledger as it is, beside itself, before it is migrated."""
    moment = timezone.localtime().strftime("%Y-%m-%d-%H%M%S")
    copy = file.with_name(f"{file.stem}-before-{__version__}-{moment}{file.suffix}")
    copy_ledger(copy)
    sys.stdout.write(
        f"\nSổ của bản trước: đã chép ra {copy}, đang nâng cấp. / "
        f"A ledger of an earlier release: copied to {copy}, now it is migrated. "
    )
    sys.stdout.flush()


def of_another_role() -> bool:
    """Whether the tables of PostgreSQL are not ours to change, or to make."""
    with connection.cursor() as cursor:
        cursor.execute(OWNS)
        return bool(cursor.fetchone() == (False,))


def refuse(vi: str, en: str) -> NoReturn:
    raise CommandError(f"{vi} / {en}")
