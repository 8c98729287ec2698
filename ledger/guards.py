"""What the database itself refuses, whoever asks: triggers on SQLite and PostgreSQL.

Migrations install them. On SQLite a migration that rebuilds a guarded table loses its
triggers, so it ends with `install` again; `missing` tells whether any is not there.
Nothing here is deferred or relies on sequences or advisory locks.
"""

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import Any

from django.apps.registry import Apps
from django.db import NotSupportedError, transaction
from django.db.backends.base.base import BaseDatabaseWrapper
from django.db.models import AutoField, Field, Model

KEPT = ("ruleversion", "betunit", "round", "posting", "entry")
"""Only ever added to."""

WATCHED = ("session", "seat")
"""Changed, but never deleted, and not in what identifies or counts them."""

AT_THE_TABLE = "EXISTS (SELECT 1 FROM ledger_session s WHERE s.id = NEW.session_id)"


FRESH_ID = "NEW.id = -1 OR NOT EXISTS (SELECT 1 FROM ledger_{0} o WHERE o.id = NEW.id)"
GIVEN_ID = "NEW.id <> -1"
"""On SQLite a row in use can be replaced by its id; -1 means that the id is still to be given."""


def _follows(table: str) -> str:
    return (
        f"NEW.number = 1 + (SELECT COALESCE(MAX(o.number), 0) FROM ledger_{table} o"
        " WHERE o.session_id = NEW.session_id)"
    )


def _of_the_session(table: str, row: str, session: str = "NEW.session_id") -> str:
    return (
        f"EXISTS (SELECT 1 FROM ledger_{table} o WHERE o.id = {row} AND o.session_id = {session})"
    )


def _seat(side: str) -> str:
    posting = "(SELECT p.session_id FROM ledger_posting p WHERE p.id = NEW.posting_id)"
    return _of_the_session("seat", f"NEW.{side}_id", posting)


ON_INSERT: Mapping[str, dict[str, str]] = MappingProxyType(
    {
        "session": {
            "a session begins empty": (
                "NEW.round_count = 0 AND NEW.posting_count = 0 AND NEW.head = ''"
            ),
        },
        "seat": {
            "a seat begins with nothing": (
                f"NEW.balance = 0 AND NEW.rounds_played = 0 AND {AT_THE_TABLE}"
            ),
        },
        "ruleversion": {
            "rule versions have no gaps": _follows("ruleversion"),
            "the session is known": AT_THE_TABLE,
        },
        "betunit": {
            "bet units have no gaps": _follows("betunit"),
            "the session is known": AT_THE_TABLE,
        },
        "round": {
            "round numbers have no gaps": _follows("round"),
            "rules are of the same session": _of_the_session("ruleversion", "NEW.rule_version_id"),
            "the bet unit is of the same session": _of_the_session("betunit", "NEW.bet_unit_id"),
            "a new round is played at an open table under the terms in force": (
                "NEW.corrects_id IS NOT NULL OR EXISTS (SELECT 1 FROM ledger_session s"
                " WHERE s.id = NEW.session_id AND s.closed_at IS NULL"
                " AND s.rule_version_id = NEW.rule_version_id"
                " AND s.bet_unit_id = NEW.bet_unit_id)"
            ),
            "a correction replaces a void round under its own terms": (
                "NEW.corrects_id IS NULL OR EXISTS (SELECT 1 FROM ledger_round o"
                " JOIN ledger_posting v ON v.round_id = o.id AND v.kind = 'void'"
                " WHERE o.id = NEW.corrects_id AND o.session_id = NEW.session_id"
                " AND o.stands_for = NEW.stands_for AND o.rule_version_id = NEW.rule_version_id"
                " AND o.bet_unit_id = NEW.bet_unit_id)"
            ),
            "a submission id stands for one round": (
                "NOT EXISTS (SELECT 1 FROM ledger_round o WHERE o.session_id = NEW.session_id"
                " AND o.submission_id = NEW.submission_id)"
            ),
            "a round is corrected once": (
                "NEW.corrects_id IS NULL OR NOT EXISTS"
                " (SELECT 1 FROM ledger_round o WHERE o.corrects_id = NEW.corrects_id)"
            ),
        },
        "posting": {
            "posting numbers have no gaps": _follows("posting"),
            "a posting is sealed before the next": (
                "NEW.number = 1 + (SELECT s.posting_count FROM ledger_session s"
                " WHERE s.id = NEW.session_id)"
            ),
            "the round is of the same session": _of_the_session("round", "NEW.round_id"),
            "only a posted round is void": (
                "NEW.kind <> 'void' OR EXISTS (SELECT 1 FROM ledger_posting o"
                " WHERE o.round_id = NEW.round_id AND o.kind = 'round')"
            ),
            "a round is posted once and void once": (
                "NOT EXISTS (SELECT 1 FROM ledger_posting o"
                " WHERE o.round_id = NEW.round_id AND o.kind = NEW.kind)"
            ),
            "a hash is whole": "LENGTH(NEW.hash) = 64",
        },
        "entry": {
            "a sealed posting takes no entry": (
                "EXISTS (SELECT 1 FROM ledger_posting p JOIN ledger_session s"
                " ON s.id = p.session_id AND p.number = s.posting_count + 1"
                " WHERE p.id = NEW.posting_id)"
            ),
            "the payer sits at the table": _seat("payer"),
            "the payee sits at the table": _seat("payee"),
            "a line is written once": (
                "NOT EXISTS (SELECT 1 FROM ledger_entry o"
                " WHERE o.posting_id = NEW.posting_id AND o.line = NEW.line)"
            ),
            "a void entry is the exact opposite": (
                "EXISTS (SELECT 1 FROM ledger_posting p"
                " WHERE p.id = NEW.posting_id AND p.kind = 'round')"
                " OR EXISTS (SELECT 1 FROM ledger_posting v JOIN ledger_posting p"
                " ON p.round_id = v.round_id AND p.kind = 'round'"
                " JOIN ledger_entry o ON o.posting_id = p.id AND o.line = NEW.line"
                " WHERE v.id = NEW.posting_id AND o.payer_id = NEW.payee_id"
                " AND o.payee_id = NEW.payer_id AND o.amount = NEW.amount)"
            ),
        },
    }
)
"""What must be true of a new row, by table; anything else, unknown too, is refused."""

ON_UPDATE: Mapping[str, dict[str, str]] = MappingProxyType(
    {
        "session": {
            "a session stays itself": "NEW.id = OLD.id AND NEW.opened_at = OLD.opened_at",
            "a session counts upwards": (
                "NEW.round_count >= OLD.round_count AND"
                " (NEW.posting_count = OLD.posting_count + 1"
                " OR (NEW.posting_count = OLD.posting_count AND NEW.head = OLD.head))"
            ),
            "an old key stays dead": (
                "NEW.score_key_generation >= OLD.score_key_generation"
                " AND NEW.view_key_generation >= OLD.view_key_generation"
            ),
            "rules are of the same session": _of_the_session(
                "ruleversion", "NEW.rule_version_id", "NEW.id"
            ),
            "the bet unit is of the same session": _of_the_session(
                "betunit", "NEW.bet_unit_id", "NEW.id"
            ),
        },
        "seat": {
            "a seat stays itself": (
                "NEW.id = OLD.id AND NEW.session_id = OLD.session_id AND NEW.number = OLD.number"
            ),
        },
    }
)
"""What must be true of a changed row of a WATCHED table."""


@dataclass(frozen=True, slots=True)
class Guard:
    """One trigger: `event` on `table` is refused unless all of `rules` hold (never, if none)."""

    name: str
    table: str
    event: str
    rules: Mapping[str, str]


def guards(apps: Apps, connection: BaseDatabaseWrapper) -> Iterator[Guard]:
    """Every trigger of this database, the loosely typed SQLite needing some more."""
    loose = connection.vendor == "sqlite"
    for table in (*WATCHED, *KEPT):
        kept = table in KEPT
        typed = _typed(apps.get_model("ledger", table), connection) if loose else {}
        fresh = {"the id is not in use": FRESH_ID.format(table)} if loose else {}
        insert, update = ON_INSERT[table], ON_UPDATE.get(table, {})
        yield Guard(f"ledger_{table}_insert", table, "INSERT", insert | typed | fresh)
        yield Guard(f"ledger_{table}_update", table, "UPDATE", {} if kept else update | typed)
        yield Guard(f"ledger_{table}_delete", table, "DELETE", {})
        if loose:
            yield Guard(f"ledger_{table}_id", table, "AFTER INSERT", {"an id is given": GIVEN_ID})
        else:
            yield Guard(f"ledger_{table}_truncate", table, "TRUNCATE", {})


def install(apps: Apps, connection: BaseDatabaseWrapper) -> None:
    """Put every guard in force, in place of what an older migration installed."""
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
    """The names of guards that are not in force."""
    query = {
        "sqlite": "SELECT name FROM sqlite_master WHERE type = 'trigger'",
        "postgresql": "SELECT tgname FROM pg_trigger WHERE tgenabled IN ('O', 'A')",
    }[connection.vendor]
    with connection.cursor() as cursor:
        cursor.execute(query)
        present = {row[0] for row in cursor.fetchall()}
    return tuple(g.name for g in guards(apps, connection) if g.name not in present)


def _make_sqlite(guard: Guard) -> Iterator[str]:
    """One trigger; RAISE(ABORT) holds against INSERT OR REPLACE and OR IGNORE too."""
    refusals = [
        f"SELECT RAISE(ABORT, 'refused: {rule}') WHERE ({condition}) IS NOT TRUE;"
        for rule, condition in guard.rules.items()
    ] or ["SELECT RAISE(ABORT, 'refused: the journal only grows');"]
    when = guard.event if guard.event.startswith("AFTER") else f"BEFORE {guard.event}"
    yield (
        f"CREATE TRIGGER {guard.name} {when} ON ledger_{guard.table}"
        f" FOR EACH ROW BEGIN {' '.join(refusals)} END"
    )


def _make_postgresql(guard: Guard) -> Iterator[str]:
    """One function and its trigger."""
    refusals = [
        f"IF ({condition}) IS NOT TRUE THEN {_raise(rule)} END IF;"
        for rule, condition in guard.rules.items()
    ] or [_raise("the journal only grows")]
    result = "RETURN NEW;" if guard.rules else "RETURN NULL;"
    level = "STATEMENT" if guard.event == "TRUNCATE" else "ROW"
    yield (
        f"CREATE OR REPLACE FUNCTION {guard.name}() RETURNS trigger LANGUAGE plpgsql AS"
        f" $guard$ BEGIN {' '.join(refusals)} {result} END $guard$"
    )
    yield (
        f"CREATE TRIGGER {guard.name} BEFORE {guard.event} ON ledger_{guard.table}"
        f" FOR EACH {level} EXECUTE FUNCTION {guard.name}()"
    )


def _raise(rule: str) -> str:
    return f"RAISE EXCEPTION 'refused: {rule}' USING ERRCODE = 'integrity_constraint_violation';"


def _typed(model: type[Model], connection: BaseDatabaseWrapper) -> dict[str, str]:
    """Rules that every column holds its own type and length, which SQLite leaves open."""
    return {
        f"{field.column} has its type": _type_rule(field, connection)
        for field in model._meta.local_concrete_fields
        if not isinstance(field, AutoField)
    }


def _type_rule(field: "Field[Any, Any]", connection: BaseDatabaseWrapper) -> str:
    column, kind = f"NEW.{field.column}", str(field.db_type(connection))
    rule = f"typeof({column}) = '{'integer' if 'int' in kind or kind == 'bool' else 'text'}'"
    if length := re.search(r"char\((\d+)\)", kind):
        exact = "=" if kind.startswith("char") else "<="
        rule += f" AND LENGTH({column}) {exact} {length[1]}"
    return f"{column} IS NULL OR ({rule})" if field.null else rule
