"""How the tables of a database stand to the migrations of this code; looking changes nothing."""

from enum import StrEnum

from django.db.backends.base.base import BaseDatabaseWrapper
from django.db.migrations.loader import MigrationLoader
from django.db.models import Model

from ledger.models import Session


class Making(StrEnum):
    """Who made the tables: nobody yet, this release, an earlier or a later one, or another program.

    Unreleased is a state before the first release, or between two.
    """

    EMPTY = "empty"
    CURRENT = "current"
    OLDER = "older"
    NEWER = "newer"
    UNRELEASED = "unreleased"
    FOREIGN = "foreign"


def making(connection: BaseDatabaseWrapper) -> Making:
    """Compare the migrations that were applied, and the columns of the ledger, with ours."""
    tables = connection.introspection.table_names()
    if not tables:
        return Making.EMPTY
    if Session._meta.db_table not in tables:
        return Making.FOREIGN
    loader, applied = MigrationLoader(None), set[tuple[str, str]]()
    if "django_migrations" in tables:
        # Django's own recorder asks by the alias, not this connection.
        with connection.cursor() as cursor:
            cursor.execute("SELECT app, name FROM django_migrations")
            applied = {*cursor.fetchall()}
    known = set(loader.disk_migrations)
    ours = sorted(each for each in known if each[0] == "ledger")
    done = [each for each in ours if each in applied]
    if not done:
        return Making.UNRELEASED
    if applied - known:
        return Making.NEWER if done == ours else Making.UNRELEASED
    then = loader.project_state([done[-1]]).apps.get_app_config("ledger")
    if any(_differs(each, connection, tables) for each in then.get_models()):
        return Making.UNRELEASED
    return Making.CURRENT if applied == known else Making.OLDER


def _differs(model: type[Model], connection: BaseDatabaseWrapper, tables: list[str]) -> bool:
    """Whether there is no such table, or it lacks a column or has more."""
    table = model._meta.db_table
    if table not in tables:
        return True
    with connection.cursor() as cursor:
        columns = connection.introspection.get_table_description(cursor, table)
    return {each.name for each in columns} != {each.column for each in model._meta.concrete_fields}
