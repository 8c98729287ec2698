"""What the database itself refuses, whoever asks: triggers on SQLite and PostgreSQL.

The migration installs them; `missing` compares their text with what it must be. Nothing here
is deferred or relies on sequences or advisory locks.
"""

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from django.apps.registry import Apps
from django.db import NotSupportedError, transaction
from django.db.backends.base.base import BaseDatabaseWrapper
from django.db.models import AutoField, Field, Model

from ledger.database.guard_rules import ON_INSERT, ON_UPDATE

Rules = Mapping[str, str]

KEPT = ("ruleversion", "betunit", "round", "payment", "carry", "posting", "entry", "change")
"""Only ever added to."""

WATCHED = ("session", "seat")
"""Changed, but never deleted, and not in what identifies or counts them."""

GIVEN_ID = "NEW.id <> -1"
"""In a BEFORE trigger of SQLite an id that is still to be given is -1."""


NEVER = {"the journal only grows": "FALSE"}
"""What refuses everything."""

IN_FORCE = {
    "sqlite": "SELECT sql FROM sqlite_master WHERE type = 'trigger'",
    "postgresql": (
        "SELECT p.prosrc, pg_get_triggerdef(t.oid, true) FROM pg_trigger t"
        " JOIN pg_proc p ON p.oid = t.tgfoid WHERE t.tgenabled IN ('O', 'A')"
    ),
}
"""The text of every trigger that fires; on PostgreSQL that of its function first."""


@dataclass(frozen=True, slots=True)
class Guard:
    """One trigger: `event` on `table` is refused unless all of `rules` hold (always, if none)."""

    name: str
    table: str
    event: str
    rules: Rules


def guards(apps: Apps, connection: BaseDatabaseWrapper) -> Iterator[Guard]:
    """Every trigger of this database, the loosely typed SQLite needing some more."""
    loose = connection.vendor == "sqlite"
    for table in (*WATCHED, *KEPT):
        model = apps.get_model("ledger", table)
        typed = _typed(model, connection) if loose else {}
        insert = ON_INSERT[table] | typed | (_unused(model) if loose else {})
        update = ON_UPDATE[table] | typed if table in WATCHED else {}
        yield Guard(f"ledger_{table}_insert", table, "INSERT", insert)
        yield Guard(f"ledger_{table}_update", table, "UPDATE", update)
        yield Guard(f"ledger_{table}_delete", table, "DELETE", {})
        if loose:
            yield Guard(f"ledger_{table}_id", table, "AFTER INSERT", {"an id is given": GIVEN_ID})
        else:
            yield Guard(f"ledger_{table}_truncate", table, "TRUNCATE", {})


def install(apps: Apps, connection: BaseDatabaseWrapper) -> None:
    """Put every guard in force, in place of the one of its name."""
    remove(apps, connection)
    make = _make_sqlite if connection.vendor == "sqlite" else _make_postgresql
    for guard in guards(apps, connection):
        try:
            with transaction.atomic(using=connection.alias), connection.cursor() as cursor:
                for statement in make(guard):
                    cursor.execute(statement)
        except NotSupportedError:
            if guard.event != "TRUNCATE":  # which not every compatible engine can guard
                raise


def remove(apps: Apps, connection: BaseDatabaseWrapper) -> None:
    """Take every guard away, for a migration that must rewrite a guarded table."""
    where = "" if connection.vendor == "sqlite" else " ON ledger_{0.table}"
    with connection.cursor() as cursor:
        for guard in guards(apps, connection):
            cursor.execute(f"DROP TRIGGER IF EXISTS {guard.name}{where.format(guard)}")


def missing(apps: Apps, connection: BaseDatabaseWrapper) -> tuple[str, ...]:
    """The names of guards that are not in force word for word."""
    with connection.cursor() as cursor:
        cursor.execute(IN_FORCE[connection.vendor])
        present = set(cursor.fetchall())
    text = _sqlite_text if connection.vendor == "sqlite" else _postgresql_text
    return tuple(guard.name for guard in guards(apps, connection) if text(guard) not in present)


def _sqlite_text(guard: Guard) -> tuple[str, ...]:
    return tuple(_make_sqlite(guard))


def _postgresql_text(guard: Guard) -> tuple[str, ...]:
    _function, trigger = _make_postgresql(guard)
    return _postgresql_body(guard), trigger


def _make_sqlite(guard: Guard) -> Iterator[str]:
    """One trigger; RAISE(ABORT) holds against INSERT OR REPLACE and OR IGNORE too."""
    refusals = [
        f"SELECT RAISE(ABORT, 'refused: {rule}') WHERE ({condition}) IS NOT TRUE;"
        for rule, condition in (guard.rules or NEVER).items()
    ]
    when = guard.event if guard.event.startswith("AFTER") else f"BEFORE {guard.event}"
    yield (
        f"CREATE TRIGGER {guard.name} {when} ON ledger_{guard.table}"
        f" FOR EACH ROW BEGIN {' '.join(refusals)} END"
    )


def _postgresql_body(guard: Guard) -> str:
    refusals = [
        f"IF ({condition}) IS NOT TRUE THEN RAISE EXCEPTION 'refused: {rule}'"
        " USING ERRCODE = 'integrity_constraint_violation'; END IF;"
        for rule, condition in (guard.rules or NEVER).items()
    ]
    return f" BEGIN {' '.join(refusals)} RETURN NEW; END "


def _make_postgresql(guard: Guard) -> Iterator[str]:
    """One function and its trigger; all it looks up, it finds by the same keys each time."""
    level = "STATEMENT" if guard.event == "TRUNCATE" else "ROW"
    yield (
        f"CREATE OR REPLACE FUNCTION {guard.name}() RETURNS trigger LANGUAGE plpgsql"
        " SET plan_cache_mode = force_generic_plan"
        f" AS $guard${_postgresql_body(guard)}$guard$"
    )
    yield (
        f"CREATE TRIGGER {guard.name} BEFORE {guard.event} ON ledger_{guard.table}"
        f" FOR EACH {level} EXECUTE FUNCTION {guard.name}()"
    )


def _typed(model: type[Model], connection: BaseDatabaseWrapper) -> dict[str, str]:
    """Rules that every column holds its own type and length, which SQLite leaves open."""
    return {
        f"{field.column} has its type": _type_rule(field, connection)
        for field in sorted(model._meta.concrete_fields, key=lambda field: str(field.column))
        if not isinstance(field, AutoField)
    }


def _unused(model: type[Model]) -> dict[str, str]:
    """Rules that a new row stands in no other's place, which OR REPLACE would let it do.

    An id that is still to be given is -1, which GIVEN_ID keeps out of use.
    """
    meta = model._meta
    columns = {field.name: field.column for field in meta.concrete_fields}
    unique = {each.name: each.fields for each in meta.total_unique_constraints}
    unique |= {each.name: (each.name,) for each in meta.concrete_fields if each.unique}
    rules = {}
    for name, fields in sorted(unique.items()):
        same = " AND ".join(f"o.{columns[field]} = NEW.{columns[field]}" for field in fields)
        rules[f"{name} is not in use"] = (
            f"NOT EXISTS (SELECT 1 FROM {meta.db_table} o WHERE {same})"
        )
    return rules


def _type_rule(field: "Field[Any, Any]", connection: BaseDatabaseWrapper) -> str:
    column, kind = f"NEW.{field.column}", str(field.db_type(connection))
    rule = f"typeof({column}) = '{'integer' if 'int' in kind or kind == 'bool' else 'text'}'"
    if length := re.search(r"char\((\d+)\)", kind):
        exact = "=" if kind.startswith("char") else "<="
        rule += f" AND LENGTH({column}) {exact} {length[1]}"
    return f"{column} IS NULL OR ({rule})" if field.null else rule
