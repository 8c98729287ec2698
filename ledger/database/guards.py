"""What the database itself refuses, whoever asks: triggers on SQLite and PostgreSQL.

Migrations make them, by the statements in the files beside them; `wrong` compares what is in
force with these, word for word. Nothing here is deferred or relies on sequences or advisory locks.
"""

import re
from collections.abc import Iterator
from importlib.resources import files
from typing import Any

from django.apps.registry import Apps
from django.db.backends.base.base import BaseDatabaseWrapper
from django.db.models import Model

IMMUTABLE = (
    "ruleversion",
    "betunit",
    "round",
    "payment",
    "carry",
    "otheritem",
    "posting",
    "entry",
    "change",
)
"""Only ever added to."""

WATCHED = ("session", "seat")
"""Changed, but never deleted, and not in what identifies or counts them."""

IN_FORCE = {
    "sqlite": "SELECT lower(tbl_name), name, sql FROM sqlite_master WHERE type = 'trigger'",
    "postgresql": (
        "SELECT t.tgrelid::regclass::text, t.tgname,"
        " CASE WHEN p.proconfig = '{plan_cache_mode=force_generic_plan}' AND t.tgenabled = 'A'"
        " THEN p.prosrc END,"
        " pg_get_triggerdef(t.oid, true) FROM pg_trigger t JOIN pg_proc p ON p.oid = t.tgfoid"
        " WHERE CASE WHEN tgisinternal THEN tgenabled NOT IN ('O', 'A') ELSE tgenabled <> 'D' END"
        " UNION ALL SELECT tablename, rulename, '', definition FROM pg_rules"
        " WHERE schemaname = current_schema()"
    ),
}
"""Table, name and text of what fires; a function with a search path of its own is not ours.

On PostgreSQL also what keeps references and is out of force, and rules, which are not ours.
"""

TRIGGER = re.compile(r"CREATE TRIGGER (?P<name>\w+) \w+ \w+ ON (?P<table>\w+) ")
BODY = re.compile(r"CREATE OR REPLACE FUNCTION (?P<name>\w+)\(\) .*\$guard\$(?P<body>.*)\$guard\$")


def statements(connection: BaseDatabaseWrapper) -> Iterator[str]:
    """What the migrations say of triggers on this engine, in their order."""
    folder = files("ledger.migrations")
    for name in sorted(each.name for each in folder.iterdir()):
        if name.endswith(f"_{connection.vendor}.sql"):
            for text in (folder / name).read_text(encoding="utf-8").split("\n\n"):
                if not re.match(r"ALTER TABLE \w+ ADD", text):
                    yield " ".join(text.split())


def guards(connection: BaseDatabaseWrapper) -> dict[tuple[str, str], list[str]]:
    """The text of every trigger by table and name; on PostgreSQL behind that of its function."""
    bodies, triggers = {}, {}
    for statement in statements(connection):
        if function := BODY.match(statement):
            bodies[function["name"]] = function["body"]
        elif trigger := TRIGGER.match(statement):
            name = trigger["name"]
            triggers[trigger["table"], name] = [*filter(None, [bodies.get(name)]), statement]
    return triggers


def install(connection: BaseDatabaseWrapper) -> None:
    """Put every guard in force, in place of the one of its name."""
    remove(connection)
    with connection.cursor() as cursor:
        for statement in statements(connection):
            cursor.execute(statement)


def remove(connection: BaseDatabaseWrapper) -> None:
    """Take every guard away, for who must rewrite a guarded table."""
    with connection.cursor() as cursor:
        for table, name in guards(connection):
            where = "" if connection.vendor == "sqlite" else f" ON {table}"
            cursor.execute(f"DROP TRIGGER IF EXISTS {name}{where}")


def wrong(apps: Apps, connection: BaseDatabaseWrapper) -> Iterator[str]:
    """Which guards are not in force word for word or have company, which constraints are gone."""
    with connection.cursor() as cursor:
        cursor.execute(IN_FORCE[connection.vendor])
        present = {(table, name): text for table, name, *text in cursor.fetchall()}
    for guard, text in guards(connection).items():
        if present.pop(guard, None) != text:
            yield f"the trigger {guard[1]} is not in force"
    for table, name in present:
        if table.startswith("ledger_"):
            yield f"the trigger or rule {name} on {table} is out of force, or not the ledger's"
    for table in (*WATCHED, *IMMUTABLE):
        for name in sorted(_lost(apps.get_model("ledger", table), connection)):
            yield f"the constraint {name} of {table} is gone"


def _lost(model: type[Model], connection: BaseDatabaseWrapper) -> set[str]:
    """The constraints of a model that its table does not have, by name or column, not by text."""
    table, looks = model._meta.db_table, connection.introspection
    with connection.cursor() as cursor:
        constraints: Any = looks.get_constraints(cursor, table)
        columns = looks.get_table_description(cursor, table)
    present = {
        " ".join([kind, *map(str, each["columns"] or ())])
        for each in constraints.values()
        for kind in each
        if each[kind] and not each["index"]
    }
    present |= {f"not null {column.name}" for column in columns if not column.null_ok}
    wanted = {each.name for each in model._meta.constraints}
    for field in model._meta.concrete_fields:
        kinds = {
            "foreign_key": field.remote_field,
            "primary_key": field.primary_key,
            "unique": field.unique and not field.primary_key,
            "not null": not field.null,
        }
        wanted |= {f"{kind} {field.column}" for kind, is_set in kinds.items() if is_set}
    return wanted - present - set(constraints)
