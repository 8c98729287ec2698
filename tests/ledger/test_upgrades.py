"""What any earlier version kept is kept: brought up to date, the books are right and the same."""

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any
from uuid import uuid4

import pytest
from django.apps import apps as current
from django.apps.registry import Apps
from django.core.management import call_command
from django.core.management.color import no_style
from django.db import connection, transaction
from django.db.migrations.executor import MigrationExecutor
from django.db.migrations.loader import MigrationLoader
from django.db.models import F, Model
from pytest_django import DjangoDbBlocker

from ledger import guards, posting
from ledger.checking import differences
from ledger.models import Entry, Posting, Round, Seat, Session
from tests.databases import PostgresDatabases, SqliteDatabases, connected_to
from tests.ledger.evening import EATEN

EVENINGS = Path(__file__).with_name("evenings")
ALL = sorted(name for app, name in MigrationLoader(None).disk_migrations if app == "ledger")
STATES = [name for name in ALL if name != ALL[-1] or (EVENINGS / f"{name[:4]}.jsonl").exists()]
"""Those with an evening: every earlier one, and the newest once its evening is written."""
Row = dict[str, Any]


def evening_of(state: str) -> list[Row]:
    text = (EVENINGS / f"{state[:4]}.jsonl").read_text()
    return [json.loads(line) for line in text.splitlines()]


@pytest.fixture(scope="module", autouse=True)
def _brought_up_to_date(
    databases: SqliteDatabases | PostgresDatabases, django_db_blocker: DjangoDbBlocker
) -> Iterator[None]:
    """A ledger that went through every version, with an evening kept under each of them."""
    with databases.empty() as url, django_db_blocker.unblock(), connected_to(url):
        if connection.vendor == "sqlite":  # no power is cut here, and it is much quicker
            connection.cursor().execute("PRAGMA synchronous=OFF")
        for state in STATES:
            keep(state, evening_of(state))
        call_command("migrate", verbosity=0)
        yield


def keep(state: str, rows: list[Row]) -> None:
    """Put the rows into the tables of that state, as a copy that was taken then would."""
    apps = MigrationExecutor(connection).migrate([("ledger", state)]).apps
    guards.remove(apps, connection)
    with transaction.atomic():
        for row in rows:
            model = apps.get_model(row["model"])
            fields = {field.name: field for field in model._meta.local_concrete_fields}
            given = {
                fields[name].attname: _as_kept(fields[name], value)
                for name, value in row["fields"].items()
            }
            model._base_manager.bulk_create([model(**given)])
    guards.install(apps, connection)
    _number_on(apps)


def _as_kept(field: Any, value: Any) -> Any:
    return (field.target_field if field.remote_field else field).to_python(value)


def _number_on(apps: Apps) -> None:
    """New rows get numbers after those that came with theirs."""
    models = list(apps.get_app_config("ledger").get_models())
    with connection.cursor() as cursor:
        for statement in connection.ops.sequence_reset_sql(no_style(), models):
            cursor.execute(statement)


def told(rows: list[Row], model: str, *names: str) -> list[tuple[Any, ...]]:
    found = [row for row in rows if row["model"] == f"ledger.{model}"]
    return sorted((row["pk"], *(row["fields"][name] for name in names)) for row in found)


@pytest.mark.parametrize("state", STATES)
def test_what_an_earlier_version_kept_is_kept(state: str) -> None:
    rows = evening_of(state)
    assert is_kept(Seat, rows, "number", "name")
    assert is_kept(Posting, rows, "number", "kind", "hash")
    assert is_kept(Entry, rows, "line", "payer", "payee", "amount")
    assert is_kept(Round, rows, "number", "facts", "result", "balances")


def is_kept(model: type[Model], rows: list[Row], *names: str) -> int:
    """How many such rows there were; they must say the same as ever."""
    found = {row["fields"]["id"]: row for row in rows if row["model"] == model._meta.label_lower}
    count = len(found)
    for now in model._default_manager.filter(pk__in=found).values("pk", *names):
        before = found.pop(now.pop("pk"))["fields"]
        assert now == {name: before[name] for name in names}
    assert found == {}
    return count


def test_the_books_of_all_versions_are_right() -> None:
    assert Session.objects.count() >= 2 * len(STATES)
    assert list(differences()) == []


def test_an_amount_that_changed_on_the_way_is_found() -> None:
    """The control."""
    with transaction.atomic():
        guards.remove(current, connection)
        Entry.objects.filter(pk__in=Entry.objects.values("pk")[:1]).update(amount=F("amount") + 1)
        guards.install(current, connection)
        assert "entries" in {found.code for found in differences()}
        transaction.set_rollback(True)


@pytest.mark.parametrize("state", STATES)
def test_a_table_of_an_earlier_version_plays_on(state: str) -> None:
    sessions = (row["fields"] for row in evening_of(state) if row["model"] == "ledger.session")
    session_id = max((each["round_count"], each["id"]) for each in sessions)[1]
    before = Session.objects.get(pk=session_id).round_count
    played = posting.record(session_id, submission_id=uuid4(), facts=EATEN)
    assert played.round.number == before + 1
    assert list(differences([session_id])) == []
