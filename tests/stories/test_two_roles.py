"""Two roles in PostgreSQL, made by the very SQL of the docs: one owns, one only writes rows."""

import asyncio
import re
import shutil
from collections.abc import Iterator
from contextlib import closing, suppress
from dataclasses import dataclass
from io import StringIO
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit
from uuid import uuid4

import psycopg
import pytest
from django.core.management import call_command
from django.db import connection
from psycopg.errors import InsufficientPrivilege
from psycopg.sql import SQL, Identifier
from pytest_django import DjangoDbBlocker

from ledger.access.actor import ON_THE_MACHINE
from ledger.books.audit import differences
from ledger.database import guards
from ledger.models import Session, Upkeep
from ledger.people import groups
from tests.admin.people import browser, superuser
from tests.books.audit.two_tables import Books
from tests.databases import PostgresDatabases, connected_to, execute, migrate
from tests.docs.pages import OPERATE, blocks
from tests.running.needs import lacking
from tests.running.server import PATIENCE, manage, serving
from tests.running.viewers import Viewer, Watched
from tests.sample_tables import a_table, play
from tests.security.scene import build
from tests.stories.walker import Walker
from tests.trust import Tell

pytestmark = [
    pytest.mark.full,
    pytest.mark.trust("R1"),
    pytest.mark.skipif(connection.vendor != "postgresql", reason="SQLite has no roles"),
]
PART = OPERATE.partition("### Two roles")[2].partition("\n### ")[0]
MAKE_ROLE, GRANT = blocks(PART, "sql")


@dataclass(frozen=True)
class TwoRoles:
    """A database with its owner, and a role that only writes; all by address."""

    superuser: str
    owner: str
    writer: str

    def named(self, block: str) -> str:
        """SQL of the docs, with the names that these roles have."""
        owner, writer = (urlsplit(url).username or "" for url in (self.owner, self.writer))
        block = block.replace("another password", "một mật khẩu")
        return re.sub(r"\bledger\b", owner, re.sub(r"\bledger_writer\b", writer, block))

    def run(self, sql: str, url: str = "") -> None:
        with psycopg.connect(url or self.superuser, autocommit=True) as server:
            server.execute(self.named(sql).encode())


@pytest.fixture
def roles(databases: PostgresDatabases) -> Iterator[TwoRoles]:
    """A database that its owner has migrated, and then the two blocks of the docs."""
    name = uuid4().hex[:12]
    owner, writer, place = f"owner_{name}", f"writer_{name}", databases.url(f"owner_{name}")
    host = place.rpartition("@")[2]
    made = TwoRoles(
        place,
        f"postgres://{owner}:mine@{host}",
        f"postgres://{writer}:m%E1%BB%99t%20m%E1%BA%ADt%20kh%E1%BA%A9u@{host}",
    )
    with closing(psycopg.connect(databases.url("postgres"), autocommit=True)) as server:
        server.execute(f"CREATE ROLE {owner} LOGIN PASSWORD 'mine'".encode())
        server.execute(f"CREATE DATABASE {owner} OWNER {owner}".encode())
        try:
            migrate(made.owner)
            made.run(MAKE_ROLE)
            made.run(GRANT)
            yield made
        finally:
            connection.close()
            drop = SQL("DROP DATABASE {} WITH (FORCE)").format(Identifier(owner))
            execute(server, drop)
            server.execute(f"DROP ROLE IF EXISTS {writer}".encode())
            server.execute(f"DROP ROLE {owner}".encode())


@pytest.fixture
def writing(roles: TwoRoles, django_db_blocker: DjangoDbBlocker) -> Iterator[TwoRoles]:
    """This process is the role that only writes."""
    with django_db_blocker.unblock(), connected_to(roles.writer):
        yield roles


def test_the_docs_leave_the_writer_no_right_to_change_what_is_only_added_to(
    roles: TwoRoles,
) -> None:
    with psycopg.connect(roles.writer) as writer:
        rights = {
            right: {
                table
                for (table,) in writer.execute(
                    "SELECT relname FROM pg_class WHERE relnamespace = 'public'::regnamespace"
                    " AND relkind = 'r' AND has_table_privilege(oid, %s)",
                    [right],
                )
            }
            for right in ("INSERT", "UPDATE", "DELETE", "TRUNCATE", "TRIGGER", "REFERENCES")
        }
    immutable = {f"ledger_{table}" for table in guards.IMMUTABLE}
    watched = {f"ledger_{table}" for table in guards.WATCHED}
    assert immutable | watched <= rights["INSERT"]
    assert watched <= rights["UPDATE"]
    assert not immutable & rights["UPDATE"]
    assert not (immutable | watched) & rights["DELETE"]
    assert not rights["TRUNCATE"] | rights["TRIGGER"] | rights["REFERENCES"]


def test_everything_the_service_does_is_done_by_a_role_that_only_writes(
    writing: TwoRoles, settings: Any, tell: Tell
) -> None:
    settings.PASSWORD_HASHERS = ["django.contrib.auth.hashers.MD5PasswordHasher"]
    call_command("demo", stdout=StringIO())
    compared = sum(Walker(seed).walk(30) for seed in range(2))
    Books()  # with payments, other terms, and what is carried and taken back
    scene = build()
    groups.delete(scene.group, by=ON_THE_MACHINE)
    office = browser(superuser("chu-nha"))
    closing_it = {"action": "close", "_selected_action": [scene.session.pk]}
    assert office.post("/admin/ledger/session/", closing_it).status_code == 302
    assert Session.objects.filter(pk=scene.session.pk).exclude(closed_at=None).exists()
    assert office.post("/admin/check/", follow=True).status_code == 200
    call_command("reset_limits", stdout=StringIO())
    call_command("check_ledger", stdout=StringIO())
    assert Upkeep.objects.get(kind=Upkeep.Kind.CHECK).good
    tell(f"{Session.objects.count()} tables, {compared} times compared, 0 differences")


@pytest.mark.parametrize("workers", ["1", "2"])
def test_it_serves_and_tells_open_pages(writing: TwoRoles, tmp_path: Path, workers: str) -> None:
    with serving(tmp_path, "--workers", workers, DATABASE_URL=writing.writer) as server:
        watched = Watched.opened(server)

        async def story() -> None:
            viewer = Viewer(watched)
            task = asyncio.ensure_future(viewer.watch())
            await viewer.hears(0)
            before = viewer.heard[-1]
            await asyncio.to_thread(watched.record)
            await viewer.hears(before + 1)
            task.cancel()

        asyncio.run(asyncio.wait_for(story(), PATIENCE))
        assert server.get("/health/ready").status == 200
    assert not any("owns the tables" in line for line in server.lines)
    assert list(differences()) == []


def test_a_service_that_owns_its_tables_says_so_once(roles: TwoRoles, tmp_path: Path) -> None:
    with serving(tmp_path, DATABASE_URL=roles.owner) as server:
        pass
    (warning,) = (line for line in server.lines if "owns the tables" in line)
    assert "ledger/docs/operate.md" in warning


def test_who_may_not_migrate_says_who_must_and_does_not_start(
    roles: TwoRoles, tmp_path: Path
) -> None:
    as_writer, as_owner = {"DATABASE_URL": roles.writer}, {"DATABASE_URL": roles.owner}
    with psycopg.connect(roles.owner) as owner:  # which is then of the release before
        owner.execute("DROP TABLE ledger_groupdue, ledger_grouppart, ledger_groupsettlement")
        owner.execute("DROP TABLE ledger_houseterms, ledger_putaway, ledger_lastuse")
        owner.execute("ALTER TABLE ledger_session DROP COLUMN nod_from")
        owner.execute("DELETE FROM django_migrations WHERE app = 'ledger' AND name > '0004'")
    for words in (["serve", "--port", "0"], ["demo"]):
        ended = manage(tmp_path, *words, **as_writer)
        assert (ended.returncode, len(ended.stderr.splitlines())) == (1, 1)
        assert "owner must run `manage.py migrate` first" in ended.stderr
    assert manage(tmp_path, "migrate", **as_writer).returncode != 0
    assert manage(tmp_path, "migrate", **as_owner).returncode == 0
    with serving(tmp_path, **as_writer):
        pass
    assert manage(tmp_path, "check_ledger", **as_writer).returncode == 0
    with psycopg.connect(roles.writer) as writer:
        assert writer.execute("SELECT kind, good FROM ledger_upkeep").fetchall() == [
            ("check", True)
        ]


def test_where_there_is_no_table_yet_its_owner_is_called_for(
    roles: TwoRoles, tmp_path: Path
) -> None:
    roles.run("DROP SCHEMA public CASCADE; CREATE SCHEMA public AUTHORIZATION ledger")
    roles.run("GRANT USAGE ON SCHEMA public TO ledger_writer")
    ended = manage(tmp_path, "serve", "--port", "0", DATABASE_URL=roles.writer)
    assert (ended.returncode, len(ended.stderr.splitlines())) == (1, 1)
    assert "owner must run `manage.py migrate` first" in ended.stderr
    with serving(tmp_path, DATABASE_URL=roles.owner) as server:
        assert server.get("/health/ready").status == 200


def test_the_writer_copies_and_the_owner_puts_back(writing: TwoRoles, tmp_path: Path) -> None:
    if not shutil.which("pg_dump"):
        lacking("there is no pg_dump on this machine")
    table = Books().table
    call_command("backup", str(tmp_path / "copy"), stdout=StringIO())
    words = ("restore", "--replace", str(tmp_path / "copy"))
    connection.close()
    assert manage(tmp_path, *words, DATABASE_URL=writing.writer).returncode != 0
    (tmp_path / "copy.replaced").unlink()
    assert Session.objects.filter(pk=table.pk).exists()
    connection.close()
    done = manage(tmp_path, *words, DATABASE_URL=writing.owner)
    assert done.returncode == 0, done.stderr
    writing.run(GRANT)
    connection.close()
    assert accepted(writing, writing.writer, ATTEMPTS) == []
    play(a_table())
    assert list(differences()) == []


EMPTY = "RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RETURN NEW; END $$"
ATTEMPTS = {
    "a trigger disabled": "ALTER TABLE ledger_entry DISABLE TRIGGER ledger_entry_update",
    "all triggers disabled": "ALTER TABLE ledger_entry DISABLE TRIGGER USER",
    "triggers for a replica": "ALTER TABLE ledger_entry ENABLE REPLICA TRIGGER ledger_entry_update",
    "a trigger dropped": "DROP TRIGGER ledger_entry_update ON ledger_entry",
    "a trigger renamed": "ALTER TRIGGER ledger_entry_update ON ledger_entry RENAME TO nothing",
    "a trigger replaced": "CREATE OR REPLACE TRIGGER ledger_entry_update BEFORE UPDATE"
    " ON ledger_entry FOR EACH ROW WHEN (FALSE) EXECUTE FUNCTION ledger_entry_update()",
    "a trigger beside": "CREATE TRIGGER zz BEFORE INSERT ON ledger_entry"
    " FOR EACH ROW EXECUTE FUNCTION ledger_entry_update()",
    "a function emptied": f"CREATE OR REPLACE FUNCTION ledger_entry_update() {EMPTY}",
    "a function dropped": "DROP FUNCTION ledger_entry_update() CASCADE",
    "a function that looks elsewhere": "ALTER FUNCTION ledger_entry_insert() SET search_path = ''",
    "a function of his own": f"CREATE FUNCTION another() {EMPTY}",
    "a rule": "CREATE RULE quiet AS ON INSERT TO ledger_entry DO INSTEAD NOTHING",
    "a policy": "ALTER TABLE ledger_entry ENABLE ROW LEVEL SECURITY",
    "an emptied table": "TRUNCATE ledger_entry",
    "every table emptied": "TRUNCATE ledger_session CASCADE",
    "another amount": "UPDATE ledger_entry SET amount = amount + 1",
    "other facts": "UPDATE ledger_round SET facts = '{}'",
    "another amount by INSERT": "INSERT INTO ledger_entry SELECT * FROM ledger_entry"
    " ON CONFLICT (id) DO UPDATE SET amount = 1",
    "a deleted entry": "DELETE FROM ledger_entry",
    "a deleted seat": "DELETE FROM ledger_seat",
    "a deleted table": "DELETE FROM ledger_session",
    "a deleted line of the log": "DELETE FROM django_admin_log",
    "a column dropped": "ALTER TABLE ledger_entry DROP COLUMN amount CASCADE",
    "a column that may be empty": "ALTER TABLE ledger_entry ALTER amount DROP NOT NULL",
    "a table dropped": "DROP TABLE ledger_entry CASCADE",
    "a table renamed": "ALTER TABLE ledger_entry RENAME TO nothing",
    "a table of his own": "CREATE TABLE another (id int)",
    "a table in front of ours": "CREATE TEMPORARY TABLE ledger_session (id text)",
    "a schema in front of ours": "CREATE SCHEMA front",
    "an id that is skipped": "SELECT setval(pg_get_serial_sequence('ledger_entry', 'id'), 1000)",
    "an owner of his own": "ALTER TABLE ledger_entry OWNER TO CURRENT_USER",
    "a migration undone": "DELETE FROM django_migrations",
    "the tables taken over": "REASSIGN OWNED BY ledger TO CURRENT_USER",
}
FOR_A_SUPERUSER = {
    "no trigger for this session": "SET session_replication_role = replica",
    "no trigger for this role": "ALTER ROLE ledger_writer SET session_replication_role = replica",
    "no trigger in this database": "ALTER DATABASE ledger SET session_replication_role = replica",
    "a file of the server": "SELECT pg_read_file('/etc/hostname')",
    "a program of the server": "COPY ledger_entry TO PROGRAM 'cat > /dev/null'",
}


def accepted(roles: TwoRoles, url: str, attempts: dict[str, str], before: str = "") -> list[str]:
    """What the database lets this role do, each in a transaction that is undone."""
    connection.close()
    taken = []
    for name, sql in attempts.items():
        with psycopg.connect(url) as hostile, suppress(InsufficientPrivilege):
            hostile.execute(before.encode())
            hostile.execute(roles.named(sql).encode())
            taken.append(name)
            hostile.rollback()
    return taken


def test_no_guard_gives_way_to_a_role_that_only_writes(writing: TwoRoles, tell: Tell) -> None:
    Books()
    tried = ATTEMPTS | FOR_A_SUPERUSER
    assert accepted(writing, writing.writer, tried) == []
    tell(f"{len(tried)} tried by the role that writes, 0 accepted")


@pytest.mark.trust("R1", control=True)
def test_the_owner_and_the_superuser_do_all_of_it(writing: TwoRoles, tell: Tell) -> None:
    Books()
    tables = (*guards.IMMUTABLE, *guards.WATCHED)
    off = ";".join(f"ALTER TABLE ledger_{table} DISABLE TRIGGER USER" for table in tables)
    by_owner = accepted(writing, writing.owner, ATTEMPTS, before=off)
    assert by_owner == [*ATTEMPTS]
    assert accepted(writing, writing.superuser, FOR_A_SUPERUSER) == [*FOR_A_SUPERUSER]
    tell(f"{len(ATTEMPTS)} tried by the owner, {len(by_owner)} accepted")


def a_gap(url: str, *before: str) -> str:
    """Leave a gap in the numbers of the rounds, after these statements; why it was refused."""
    connection.close()
    with psycopg.connect(url) as hostile:
        try:
            for statement in before:
                hostile.execute(statement.encode())
            names = hostile.execute(
                "SELECT string_agg(quote_ident(column_name), ', ') FROM information_schema.columns"
                " WHERE table_name = 'ledger_round' AND table_schema = 'public'"
                " AND column_name NOT IN ('id', 'number', 'submission_id', 'stands_for')"
            ).fetchone()
            hostile.execute(
                f"INSERT INTO public.ledger_round (number, submission_id, stands_for, {names[0]})"
                f" SELECT 999, gen_random_uuid(), 999, {names[0]} FROM public.ledger_round"
                " WHERE corrects_id IS NULL ORDER BY number DESC LIMIT 1".encode()
            )
        except psycopg.Error as refused:
            return str(refused)
        finally:
            hostile.rollback()
    return ""


SHADOW = "CREATE TEMPORARY TABLE ledger_round AS SELECT id, session_id, 998 AS number, stands_for,"
SHADOW += " rule_version_id, bet_unit_id FROM ledger_round"


def test_a_guard_is_not_shown_other_tables_than_ours(writing: TwoRoles) -> None:
    """Its function reads by the search path of who writes, where temporary tables come first."""
    play(a_table())
    assert "have no gaps" in a_gap(writing.writer)
    assert "does not exist" in a_gap(writing.writer, "SET search_path = pg_catalog")
    assert "permission denied to create temporary tables" in a_gap(writing.writer, SHADOW)
    writing.run("GRANT TEMPORARY ON DATABASE ledger TO ledger_writer")
    assert a_gap(writing.writer, SHADOW) == ""
