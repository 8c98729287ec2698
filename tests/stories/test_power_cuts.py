"""A round that was called saved is there after the power was cut, at any moment."""

import os
import shutil
import sqlite3
from pathlib import Path
from random import Random

import pytest
from django.db import connection

from ledger.database.sqlite import wal_is_sound
from tests.databases import ROOT
from tests.stories.power import Call, cuts, trace
from tests.trust import Tell, sizes

ROUNDS, CUTS, IN_FULL = 12, 100, 500

VERSIONS = {"DELETE": (3, 51, 2), "WAL": (3, 51, 3)}
"""Those that are told to keep a rollback journal, and a write-ahead log."""

WRITER = """
import os, sys, uuid
sys.path.insert(0, {root!r})
os.environ["DJANGO_SETTINGS_MODULE"] = "ledger.config.settings"
from ledger.database import sqlite
plain = sqlite.sqlite_options
def chosen(version):
    found = plain({version})
    command = found["init_command"].replace("synchronous=EXTRA", "synchronous={sync}")
    return found | {{"init_command": command}}
sqlite.sqlite_options = chosen
import django
django.setup()
from tests.sample_tables import a_table, play
table = a_table()
for _ in range({rounds}):
    play(table)
    os.write(1, b"saved\\n")
"""


def left(path: Path) -> int:
    """How many rounds are there; raises where the file or the journal is damaged."""
    with sqlite3.connect(path) as opened:
        assert opened.execute("PRAGMA integrity_check").fetchone() == ("ok",)
        (rounds,) = opened.execute("SELECT COUNT(*) FROM ledger_round").fetchone()
        postings, entries = opened.execute(
            "SELECT COUNT(DISTINCT p.id), COUNT(*) FROM ledger_posting p"
            " JOIN ledger_entry e ON e.posting_id = p.id"
        ).fetchone()
        (balance,) = opened.execute("SELECT SUM(ABS(balance)) FROM ledger_seat").fetchone()
    opened.close()
    assert (postings, entries, balance or 0) == (rounds, 2 * rounds, 6000 * rounds)
    return int(rounds)


def lost(fresh_database: str, journal: str, sync: str = "EXTRA", count: int = CUTS) -> list[str]:
    """What was wrong after each of the cuts that left anything wrong."""
    if journal == "WAL" and not wal_is_sound(sqlite3.sqlite_version_info):
        pytest.skip("this SQLite has the WAL-reset bug")
    path = Path(fresh_database.removeprefix("sqlite:///"))
    folder = path.with_suffix(".disk")
    folder.mkdir()
    path = shutil.copy(path, folder / path.name)
    before = {str(path): path.read_bytes()}
    program = WRITER.format(root=str(ROOT), version=VERSIONS[journal], sync=sync, rounds=ROUNDS)
    calls: list[Call] = trace(folder, program, os.environ | {"DATABASE_URL": f"sqlite:///{path}"})
    assert sum(call.name == "ack" for call in calls) == ROUNDS
    wrong = []
    for commits in cuts(folder, before, calls, Random(1), count):
        try:
            if (rounds := left(path)) < commits:
                wrong.append(f"{commits} rounds were called saved, {rounds} are there")
        except (AssertionError, sqlite3.DatabaseError) as error:
            wrong.append(repr(error))
    shutil.rmtree(folder)
    return wrong


@pytest.fixture(autouse=True)
def needs() -> None:
    if connection.vendor != "sqlite":
        pytest.skip("SQLite's own")
    if not shutil.which("strace"):
        pytest.skip("there is no strace on this machine")


@pytest.mark.full
@pytest.mark.trust("R7")
@pytest.mark.parametrize("journal", VERSIONS)
@sizes("count", CUTS, IN_FULL)
def test_no_power_cut_loses_what_was_called_saved(
    fresh_database: str, journal: str, count: int, tell: Tell
) -> None:
    wrong = lost(fresh_database, journal, count=count)
    tell(f"{journal}: {count} cuts in the writing of {ROUNDS} rounds, {len(wrong)} lost anything")
    assert wrong == []


@pytest.mark.full
@pytest.mark.trust("R7", control=True)
@pytest.mark.parametrize(
    ("journal", "sync"),
    [
        ("DELETE", "OFF"),
        ("DELETE", "NORMAL"),
        ("DELETE", "FULL"),
        ("WAL", "OFF"),
        ("WAL", "NORMAL"),
    ],
)
def test_with_less_syncing_cuts_do_lose(
    fresh_database: str, journal: str, sync: str, tell: Tell
) -> None:
    """The control: FULL loses too where the removal of the journal is left unsynced."""
    wrong = lost(fresh_database, journal, sync)
    tell(f"{journal}, synchronous={sync}: {CUTS} cuts, {len(wrong)} lost something")
    assert wrong


@pytest.mark.full
@pytest.mark.trust("R7")
def test_the_secret_of_the_links_is_on_the_disk_before_anything_is_signed(tmp_path: Path) -> None:
    folder = tmp_path / "data"
    program = f"import sys; sys.path.insert(0, {str(ROOT)!r}); import ledger.config.settings"
    calls = trace(folder, program, os.environ | {"DATA_DIR": str(folder)})
    secret = str(folder / "secret_key")
    made = [(call.name, call.path) for call in calls if call.name in ("write", "fsync")]
    assert made == [("write", secret), ("fsync", secret), ("fsync", str(folder))]
