"""What the database itself refuses, whoever asks: triggers on SQLite and PostgreSQL.

The migration installs them; `missing` compares their text with what it must be. Nothing here
is deferred or relies on sequences or advisory locks.
"""

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any

from django.apps.registry import Apps
from django.db import NotSupportedError, transaction
from django.db.backends.base.base import BaseDatabaseWrapper
from django.db.models import AutoField, Field, Model

from ledger.database.guard_rules import (
    ON_INSERT,
    ON_INSERT_UNLESS,
    ON_REPLACE,
    ON_UPDATE,
    ON_UPDATE_UNLESS,
)

Rules = Mapping[str, str]

KEPT = ("ruleversion", "betunit", "round", "payment", "carry", "posting", "entry", "change")
"""Only ever added to."""

WATCHED = ("session", "seat")
"""Changed, but never deleted, and not in what identifies or counts them."""

FRESH_ID = "NEW.id = -1 OR NOT EXISTS (SELECT 1 FROM ledger_{0} o WHERE o.id = NEW.id)"
GIVEN_ID = "NEW.id <> -1"
"""On SQLite a row in use can be replaced by its id; -1 means that the id is still to be given."""


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
    """One trigger: `event` on `table` is refused unless all of `rules` hold (never, if none).

    Those of `unless` must hold too where their condition does not.
    """

    name: str
    table: str
    event: str
    rules: Rules
    unless: Mapping[str, Rules] = field(default_factory=dict)


def guards(apps: Apps, connection: BaseDatabaseWrapper) -> Iterator[Guard]:
    """Every trigger of this database, the loosely typed SQLite needing some more."""
    loose = connection.vendor == "sqlite"
    for table in (*WATCHED, *KEPT):
        kept = table in KEPT
        typed = _typed(apps.get_model("ledger", table), connection) if loose else {}
        fresh = {"the id is not in use": FRESH_ID.format(table)} if loose else {}
        insert = ON_INSERT[table] | typed | fresh | (ON_REPLACE.get(table, {}) if loose else {})
        update = {} if kept else ON_UPDATE.get(table, {}) | typed
        added, changed = ON_INSERT_UNLESS.get(table, {}), ON_UPDATE_UNLESS.get(table, {})
        yield Guard(f"ledger_{table}_insert", table, "INSERT", insert, added)
        yield Guard(f"ledger_{table}_update", table, "UPDATE", update, changed)
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
    only = {"": guard.rules} | {f"({c}) IS NOT TRUE AND ": r for c, r in guard.unless.items()}
    refusals = [
        f"SELECT RAISE(ABORT, 'refused: {rule}') WHERE {where}({condition}) IS NOT TRUE;"
        for where, rules in only.items()
        for rule, condition in rules.items()
    ] or ["SELECT RAISE(ABORT, 'refused: the journal only grows');"]
    when = guard.event if guard.event.startswith("AFTER") else f"BEFORE {guard.event}"
    yield (
        f"CREATE TRIGGER {guard.name} {when} ON ledger_{guard.table}"
        f" FOR EACH ROW BEGIN {' '.join(refusals)} END"
    )


def _postgresql_body(guard: Guard) -> str:
    refusals = [
        *(_unless(condition, _raise(rule)) for rule, condition in guard.rules.items()),
        *(
            _unless(usual, " ".join(_unless(c, _raise(rule)) for rule, c in rules.items()))
            for usual, rules in guard.unless.items()
        ),
    ] or [_raise("the journal only grows")]
    result = "RETURN NEW;" if guard.rules else "RETURN NULL;"
    return f" BEGIN {' '.join(refusals)} {result} END "


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


def _unless(condition: str, then: str) -> str:
    return f"IF ({condition}) IS NOT TRUE THEN {then} END IF;"


def _raise(rule: str) -> str:
    return f"RAISE EXCEPTION 'refused: {rule}' USING ERRCODE = 'integrity_constraint_violation';"


def _typed(model: type[Model], connection: BaseDatabaseWrapper) -> dict[str, str]:
    """Rules that every column holds its own type and length, which SQLite leaves open."""
    return {
        f"{field.column} has its type": _type_rule(field, connection)
        for field in sorted(model._meta.concrete_fields, key=lambda field: str(field.column))
        if not isinstance(field, AutoField)
    }


def _type_rule(field: "Field[Any, Any]", connection: BaseDatabaseWrapper) -> str:
    column, kind = f"NEW.{field.column}", str(field.db_type(connection))
    rule = f"typeof({column}) = '{'integer' if 'int' in kind or kind == 'bool' else 'text'}'"
    if length := re.search(r"char\((\d+)\)", kind):
        exact = "=" if kind.startswith("char") else "<="
        rule += f" AND LENGTH({column}) {exact} {length[1]}"
    return f"{column} IS NULL OR ({rule})" if field.null else rule
