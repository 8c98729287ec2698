"""The ledger of each release is carried on by this one; any other is refused untouched."""

import gzip
import hashlib
import json
from collections.abc import Callable, Iterator
from contextlib import closing
from pathlib import Path
from random import Random
from typing import Any
from uuid import uuid4

import pytest
from django.core.management import CommandError, call_command
from django.db import connection
from pytest_django import DjangoDbBlocker

from ledger import books
from ledger.access.actor import ON_THE_MACHINE
from ledger.access.keys import Role, key
from ledger.books.audit import differences
from ledger.books.audit.readings import read_otherwise
from ledger.database.schema import Making, making
from ledger.management.commands.backup import copy_ledger
from ledger.management.commands.restore import load
from ledger.management.upgrade import bring_up_to_date
from ledger.models import Round, Session
from tests.databases import PostgresDatabases, SqliteDatabases, connected_to, opened
from tests.random_rounds import deal
from tests.running.server import ROOT, manage, serving
from tests.upgrades import LEDGERS, RELEASES
from tests.upgrades.make import NAME

Databases = SqliteDatabases | PostgresDatabases
SQLITE = connection.vendor == "sqlite"
MIGRATIONS = ROOT / "ledger/migrations"
ENDING = ".sqlite3.gz" if SQLITE else ".dump"
SECRET = "0123456789abcdefghijklmnopqrstuvwxyz"

RELEASED = {
    "0.2.0.dump": "187aca08bec0e8cd6e7f5d92b96f7843cff44cb17aa5a4e49653e11b21de67db",
    "0.2.0.sqlite3.gz": "bf657f64c2d4332810868007d925dff01145a3cf91b45ce54052d6ce40fdebae",
    "1.0.0.dump": "c49ff3367ab38e932ba3a563573efa8d6eebfe45cb5b41a9339df634f43c9d82",
    "1.0.0.sqlite3.gz": "95208f35a0329a8e5815e3cef2dc764f10c69ed4d7997a200275162fb518b17c",
}
"""The ledgers that releases made by their own code, with `make.py`."""

FROZEN = {
    "0001_tables.py": "7ccf7c480e714ab2a41d10c21149ec22014cb97eac59b88cbec5239219be23bd",
    "0001_tables_postgresql.sql": (
        "c784d3130466df1e28fca429a656fdb1b7d445ca94fcbd3cc4261c941f791df4"
    ),
    "0001_tables_sqlite.sql": "c1825629fdd1fde44a7e948e4fb871ad4c8bc27b19190f2662d22a1815231c13",
    "0002_upkeep.py": "f849d63fa5c469b4e74d80c282128a376db3e0ea0178acc794e25be1f6b79d8e",
    "0003_readings.py": "f1304209645bc8250a2ad2570fe19587a8d554401cd963e8ff449b6a27f5bdca",
    "0003_readings_postgresql.sql": (
        "90892d243172b5423482ba2ca342277b88dfe0347176c3aaba633a8ed0ef77a0"
    ),
    "0003_readings_sqlite.sql": "64c6e33de4c99b383ec5cff90856eb38fbc4c9c7e2fb56d8873767f2cb0504f3",
}
"""What was released is never changed: another change of the schema is another migration."""

READ_OTHERWISE = {"0.2.0": 2}
"""Rounds of a release's ledger that a mended reading of the rules reads otherwise now."""


def digests(folder: Path, *endings: str) -> dict[str, str]:
    files = (each for each in folder.iterdir() if each.name.endswith(endings))
    return {
        each.name: hashlib.sha256(each.read_bytes()).hexdigest()
        for each in files
        if each.name != "__init__.py"
    }


def test_what_was_released_stays_as_it_was() -> None:
    assert digests(LEDGERS, ".gz", ".dump") == RELEASED
    released = digests(MIGRATIONS, ".py", ".sql")
    assert {name: released.get(name) for name in FROZEN} == FROZEN


@pytest.fixture
def ledger(
    request: pytest.FixtureRequest, databases: Databases, django_db_blocker: DjangoDbBlocker
) -> Iterator[str]:
    """The DATABASE_URL of the ledger of a release, which this process uses too."""
    with django_db_blocker.unblock(), databases.empty() as url, connected_to(url):
        put(request.param, url)
        yield url


def put(release: str, url: str) -> None:
    file = LEDGERS / f"{release}{ENDING}"
    if SQLITE:
        Path(url.removeprefix("sqlite:///")).write_bytes(gzip.decompress(file.read_bytes()))
    else:
        load(file)


each_release = pytest.mark.parametrize("ledger", RELEASES, indirect=True, ids=RELEASES)

SCHEMA = {
    "sqlite": "SELECT type, name, tbl_name, sql FROM sqlite_master",
    "postgresql": (
        "SELECT 'column', table_name, column_name, concat_ws(' ', data_type, is_nullable,"
        " column_default, character_maximum_length) FROM information_schema.columns"
        " WHERE table_schema = 'public' UNION ALL"
        # A restored one casts the members of a list in another place.
        " SELECT 'constraint', conrelid::regclass::text, conname, regexp_replace("
        "pg_get_constraintdef(oid), '::[a-z ]+(\\[\\])?|[()]', '', 'g')"
        " FROM pg_constraint WHERE connamespace = 'public'::regnamespace UNION ALL"
        " SELECT 'index', tablename, indexname, indexdef FROM pg_indexes"
        " WHERE schemaname = 'public' UNION ALL"
        " SELECT 'trigger', tgrelid::regclass::text, tgname,"
        " tgenabled::text || pg_get_triggerdef(oid)"
        " FROM pg_trigger WHERE NOT tgisinternal UNION ALL"
        " SELECT 'function', '', proname, pg_get_functiondef(oid) FROM pg_proc"
        " WHERE pronamespace = 'public'::regnamespace"
    ),
}


def schema(url: str) -> set[Any]:
    with closing(opened(url)) as asked:
        return {*asked.execute(SCHEMA[connection.vendor]).fetchall()}


@each_release
def test_an_upgraded_schema_is_a_fresh_one(ledger: str, databases: Databases) -> None:
    bring_up_to_date()
    with databases.fresh() as fresh:
        assert schema(ledger) == schema(fresh) > set()


@each_release
def test_it_is_carried_on(ledger: str, databases: Databases, tmp_path: Path) -> None:
    """Upgraded, recorded in, corrected, checked, copied, put back elsewhere and checked again."""
    assert making(connection) in (Making.OLDER, Making.CURRENT)
    bring_up_to_date()
    assert making(connection) is Making.CURRENT
    assert [*differences()] == []
    for table in Session.objects.filter(closed_at=None).exclude(name=NAME):
        go_on(table)
    assert [*differences()] == []
    copy = tmp_path / "copy"
    call_command("backup", str(copy))
    played = Round.objects.count()
    with databases.fresh() as other, connected_to(other):
        call_command("restore", str(copy))
        assert [*differences()] == []
        assert Round.objects.count() == played


def go_on(table: Session) -> None:
    """Record a round, and correct the first one by its own facts."""
    version = table.rule_version
    assert version
    players = [*table.seats.values_list("number", flat=True)][:4]
    facts = deal(version.rules, Random(table.pk), players)
    new = books.record(table.pk, submission_id=uuid4(), facts=facts, by=ON_THE_MACHINE).round
    again = deal(version.rules, Random(f"{table.pk} again"), players)
    books.record(
        table.pk, submission_id=uuid4(), facts=again, correcting=new.number, by=ON_THE_MACHINE
    )


@each_release
def test_rounds_that_are_read_otherwise_now_stand_and_are_named(
    ledger: str, request: pytest.FixtureRequest, capsys: pytest.CaptureFixture[str]
) -> None:
    bring_up_to_date()
    named = [*read_otherwise()]
    assert len(named) == READ_OTHERWISE.get(request.node.callspec.id, 0)
    capsys.readouterr()
    call_command("check_ledger")
    assert [*capsys.readouterr().out.splitlines()][:-1] == named


@pytest.mark.full
@each_release
def test_it_is_served(ledger: str, tmp_path: Path, settings: Any) -> None:
    """A table that was open then takes a round by its key, and a copy of what was lies there."""
    settings.SECRET_KEY = SECRET
    own = {"SECRET_KEY": SECRET, "DATABASE_URL": ledger}
    with serving(tmp_path, **own) as server:
        assert server.get("/health/ready").status == 200
        table = Session.objects.filter(closed_at=None, rule_version__rules="khac").first()
        assert table
        played = table.round_count
        points = {str(seat.number): "0" for seat in table.seats.all()[:4]}
        facts = {"players": [*map(int, points)], "points": points | {"1": "1", "2": "-1"}}
        asked = server.connect()
        asked.request(
            "POST",
            f"/api/v1/sessions/{table.pk}/rounds/",
            json.dumps({"id": str(uuid4()), "facts": facts}),
            {
                "Authorization": f"Bearer {key(table, Role.SCORE)}",
                "Content-Type": "application/json",
            },
        )
        answer = asked.getresponse()
        assert (answer.status, json.loads(answer.read())["number"]) == (201, played + 1)
    assert manage(tmp_path, "check_ledger", **own).returncode == 0


def later(url: str) -> None:
    bring_up_to_date()
    change(url, "INSERT INTO django_migrations VALUES (9999, 'ledger', '0999_x', '2030-01-01')")


def between(url: str) -> None:
    change(url, "ALTER TABLE ledger_upkeep ADD COLUMN told integer")


def before(url: str) -> None:
    change(url, "UPDATE django_migrations SET name = '0002_append_only' WHERE name = '0002_upkeep'")


def others(url: str) -> None:
    change(url, "DELETE FROM django_migrations")


def change(url: str, statement: str) -> None:
    with closing(opened(url)) as asked:
        asked.execute(statement)
        asked.commit()


NOT_OURS: dict[Callable[[str], None], str] = {
    later: "a later release",
    between: "older than 0.2.0",
    before: "older than 0.2.0",
    others: "older than 0.2.0",
}
"""What is done to a ledger, and what is then said of it."""


@pytest.mark.parametrize("how", NOT_OURS, ids=lambda how: how.__name__)
@pytest.mark.parametrize("ledger", RELEASES[:1], indirect=True)
def test_what_is_of_no_release_is_refused_untouched(
    ledger: str, how: Callable[[str], None], databases: Databases, tmp_path: Path
) -> None:
    how(ledger)
    before, copy = contents(ledger), tmp_path / "copy"
    with pytest.raises(CommandError, match=NOT_OURS[how]):
        bring_up_to_date()
    assert contents(ledger) == before
    copy_ledger(copy)
    with databases.fresh() as other, connected_to(other):
        with pytest.raises(CommandError, match=NOT_OURS[how]):
            call_command("restore", str(copy))
        assert not SQLITE or not Session.objects.exists()


def contents(url: str) -> Any:
    return Path(url.removeprefix("sqlite:///")).read_bytes() if SQLITE else schema(url)
