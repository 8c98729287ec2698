"""What the database itself refuses, whoever asks: triggers on SQLite and PostgreSQL.

The migration installs them; `wrong` compares what is in force with what must be, by its text.
Nothing here is deferred or relies on sequences or advisory locks.
"""

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from importlib.resources import files
from typing import Any

from django.apps.registry import Apps
from django.db import NotSupportedError, transaction
from django.db.backends.base.base import BaseDatabaseWrapper
from django.db.models import AutoField, Field, Model

RULE = re.compile(r"^-- (INSERT|UPDATE) (\w+): (.+)\n([^;]+);", re.MULTILINE)

KEPT = (
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

GIVEN_ID = {"an id is given": "NEW.id <> -1"}
"""In a BEFORE trigger of SQLite an id that is still to be given is -1; this one comes after."""

NEVER = {"the journal only grows": "FALSE"}
"""What refuses everything."""

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

FUNCTION = (
    "CREATE OR REPLACE FUNCTION {}() RETURNS trigger LANGUAGE plpgsql"
    " SET plan_cache_mode = force_generic_plan AS $guard${}$guard$"
)
"""All it looks up, it finds by the same keys each time."""

ALWAYS = "ALTER TABLE ledger_{0.table} ENABLE ALWAYS TRIGGER {0.name}"
"""Also for whoever says to write as a replica does."""


@dataclass(frozen=True, slots=True)
class Guard:
    """One trigger: `event` on `table` is refused unless all of `rules`, in SQL by name, hold."""

    table: str
    event: str
    rules: Mapping[str, str]

    @property
    def name(self) -> str:
        return f"ledger_{self.table}_{self.event.lower()}"


def rules_of(event: str, table: str) -> dict[str, str]:
    """The rules of `guards.sql` for this event on this table."""
    text = (files(__package__) / "guards.sql").read_text(encoding="utf-8")
    found = (each.groups() for each in RULE.finditer(text))
    return {name: " ".join(sql.split()) for *of, name, sql in found if of == [event, table]}


def guards(apps: Apps, connection: BaseDatabaseWrapper) -> Iterator[Guard]:
    """Every trigger of this database, the loosely typed SQLite needing some more."""
    loose = connection.vendor == "sqlite"
    for table in (*WATCHED, *KEPT):
        model = apps.get_model("ledger", table)
        typed = _typed(model, connection) if loose else {}
        unused = _unused(model) if loose else {}
        changed = rules_of("UPDATE", table) | typed
        yield Guard(table, "INSERT", rules_of("INSERT", table) | typed | unused)
        yield Guard(table, "UPDATE", changed if table in WATCHED else NEVER)
        yield Guard(table, "DELETE", NEVER)
        yield Guard(table, "ID", GIVEN_ID) if loose else Guard(table, "TRUNCATE", NEVER)


def install(apps: Apps, connection: BaseDatabaseWrapper) -> None:
    """Put every guard in force, in place of the one of its name."""
    remove(apps, connection)
    text = _sqlite if connection.vendor == "sqlite" else _postgresql
    for guard in guards(apps, connection):
        *function, trigger = text(guard)
        try:
            with transaction.atomic(using=connection.alias), connection.cursor() as cursor:
                for body in function:
                    cursor.execute(FUNCTION.format(guard.name, body))
                cursor.execute(trigger)
                if function:
                    cursor.execute(ALWAYS.format(guard))
        except NotSupportedError:
            if guard.event != "TRUNCATE":  # which not every compatible engine can guard
                raise


def remove(apps: Apps, connection: BaseDatabaseWrapper) -> None:
    """Take every guard away, for a migration that must rewrite a guarded table."""
    where = "" if connection.vendor == "sqlite" else " ON ledger_{0.table}"
    with connection.cursor() as cursor:
        for guard in guards(apps, connection):
            cursor.execute(f"DROP TRIGGER IF EXISTS {guard.name}{where.format(guard)}")


def wrong(apps: Apps, connection: BaseDatabaseWrapper) -> Iterator[str]:
    """Which guards are not in force word for word or have company, which constraints are gone."""
    with connection.cursor() as cursor:
        cursor.execute(IN_FORCE[connection.vendor])
        present = {(table, name): text for table, name, *text in cursor.fetchall()}
    text = _sqlite if connection.vendor == "sqlite" else _postgresql
    for guard in guards(apps, connection):
        if present.pop((f"ledger_{guard.table}", guard.name), None) != [*text(guard)]:
            yield f"the trigger {guard.name} is not in force"
    for table, name in present:
        if table.startswith("ledger_"):
            yield f"the trigger or rule {name} on {table} is out of force, or not the ledger's"
    for table in (*WATCHED, *KEPT):
        for name in sorted(_lost(apps.get_model("ledger", table), connection)):
            yield f"the constraint {name} of {table} is gone"


def _lost(model: type[Model], connection: BaseDatabaseWrapper) -> set[str]:
    """The constraints of a model that its table does not have, by name or column, not by text."""
    table, looks = model._meta.db_table, connection.introspection
    with connection.cursor() as cursor:
        found: Any = looks.get_constraints(cursor, table)
        columns = looks.get_table_description(cursor, table)
    held = {
        " ".join([kind, *map(str, each["columns"] or ())])
        for each in found.values()
        for kind in each
        if each[kind] and not each["index"]
    }
    held |= {f"not null {column.name}" for column in columns if not column.null_ok}
    wanted = {each.name for each in model._meta.constraints}
    for field in model._meta.concrete_fields:
        kinds = {
            "foreign_key": field.remote_field,
            "primary_key": field.primary_key,
            "unique": field.unique and not field.primary_key,
            "not null": not field.null,
        }
        wanted |= {f"{kind} {field.column}" for kind, said in kinds.items() if said}
    return wanted - held - set(found)


def _sqlite(guard: Guard) -> tuple[str]:
    """One trigger; RAISE(ABORT) holds against INSERT OR REPLACE and OR IGNORE too."""
    refusals = " ".join(
        f"SELECT RAISE(ABORT, 'refused: {rule}') WHERE ({condition}) IS NOT TRUE;"
        for rule, condition in guard.rules.items()
    )
    when = "AFTER INSERT" if guard.event == "ID" else f"BEFORE {guard.event}"
    return (
        f"CREATE TRIGGER {guard.name} {when} ON ledger_{guard.table}"
        f" FOR EACH ROW BEGIN {refusals} END",
    )


def _postgresql(guard: Guard) -> tuple[str, str]:
    """The body of a function, and its trigger."""
    refusals = " ".join(
        f"IF ({condition}) IS NOT TRUE THEN RAISE EXCEPTION 'refused: {rule}'"
        " USING ERRCODE = 'integrity_constraint_violation'; END IF;"
        for rule, condition in guard.rules.items()
    )
    level = "STATEMENT" if guard.event == "TRUNCATE" else "ROW"
    return f" BEGIN {refusals} RETURN NEW; END ", (
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
    """Rules that a new row stands in no other's place, which OR REPLACE would let it do."""
    fields = model._meta.concrete_fields
    columns = {field.name: str(field.column) for field in fields}
    unique = [[field.name] for field in fields if field.unique]
    unique += [list(each.fields) for each in model._meta.total_unique_constraints]
    rules = {}
    for names in sorted(unique):
        same = " AND ".join(f"o.{columns[name]} = NEW.{columns[name]}" for name in names)
        rules[f"{' and '.join(names)} only once"] = (
            f"NOT EXISTS (SELECT 1 FROM {model._meta.db_table} o WHERE {same})"
        )
    return rules


def _type_rule(field: "Field[Any, Any]", connection: BaseDatabaseWrapper) -> str:
    column, kind = f"NEW.{field.column}", str(field.db_type(connection))
    rule = f"typeof({column}) = '{'integer' if 'int' in kind or kind == 'bool' else 'text'}'"
    if length := re.search(r"char\((\d+)\)", kind):
        exact = "=" if kind.startswith("char") else "<="
        rule += f" AND LENGTH({column}) {exact} {length[1]}"
    return f"{column} IS NULL OR ({rule})" if field.null else rule
