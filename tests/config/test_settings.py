"""What the environment makes of the settings, read in a process of its own."""

import json
import os
import stat
import subprocess
import sys
from collections.abc import Iterable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import pytest
from django.db import connection

from ledger.common.lan import lan_address, local_names
from ledger.database.postgresql import is_serializable
from ledger.database.sqlite import sqlite_options, wal_is_sound
from tests.running.server import ROOT, beginning, environment, manage

pytestmark = pytest.mark.full
READ = """
import importlib, json, os, sys
import ledger.config.settings as settings
_, name, *cases = sys.argv
for variables in map(json.loads, cases):
    os.environ.update(variables)
    importlib.reload(settings)
    print(json.dumps(getattr(settings, name), default=str))
"""


def read(setting: str, data: Path, **variables: str) -> Any:
    """The value of a setting under these variables."""
    (value,) = read_each(setting, data, [{}], **variables)
    return value


def read_each(
    setting: str, data: Path, cases: Iterable[dict[str, str]], **variables: str
) -> list[Any]:
    """Its values under one case after another, which name the same variables, in one process."""
    answer = subprocess.run(
        [sys.executable, "-c", READ, setting, *map(json.dumps, cases)],
        cwd=ROOT,
        env=environment(data, **variables),
        capture_output=True,
        text=True,
        check=True,
    )
    return [json.loads(line) for line in answer.stdout.splitlines()]


def test_without_any_variable_the_data_is_one_sqlite_file_in_the_data_folder(
    tmp_path: Path,
) -> None:
    database = read("DATABASES", tmp_path)["default"]
    assert database["ENGINE"] == "django.db.backends.sqlite3"
    assert database["NAME"] == str(tmp_path / "ledger.sqlite3")


def test_the_path_of_the_data_folder_is_no_url(tmp_path: Path) -> None:
    names = ("Tối thứ 7 #12", "a?mode=ro", "a%25b", "a'b\"c", "a;b&c $HOME", "sqlite:", "[a]")
    folders = [tmp_path / name / ".data" for name in names]
    databases = read_each("DATABASES", tmp_path, [{"DATA_DIR": str(each)} for each in folders])
    files = [str(each / "ledger.sqlite3") for each in folders]
    assert [each["default"]["NAME"] for each in databases] == files


def test_postgresql_is_reached_over_a_connection_that_is_kept(tmp_path: Path) -> None:
    url = "postgres://an:secret@db.example:5433/table?sslmode=require"
    database = read("DATABASES", tmp_path, DATABASE_URL=url)["default"]
    assert (database["HOST"], database["PORT"], database["NAME"]) == ("db.example", 5433, "table")
    assert database["CONN_MAX_AGE"] is None
    assert database["OPTIONS"]["sslmode"] == "require"
    assert "target_session_attrs" not in database["OPTIONS"]


SEVERAL = {
    "postgres://an:secret@db1.lan,db2.lan/table": ("db1.lan,db2.lan", ""),
    "postgres://an:secret@db1.lan,db2.lan:5433/table": ("db1.lan,db2.lan", 5433),
    "postgres://an:secret@/table?host=db1,db2&port=5432,5433": ("db1,db2", "5432,5433"),
    "postgres://an@/table?host=%2Frun%2FA,%2Frun%2Fb": ("/run/A,/run/b", ""),
}


def test_of_several_servers_the_one_that_takes_writes_is_used(tmp_path: Path) -> None:
    databases = read_each("DATABASES", tmp_path, [{"DATABASE_URL": url} for url in SEVERAL])
    for expected, each in zip(SEVERAL.values(), databases, strict=True):
        database = each["default"]
        assert (database["HOST"], database["PORT"], database["NAME"]) == (*expected, "table")
        assert database["OPTIONS"]["target_session_attrs"] == "read-write"
        assert not {"host", "port"} & database["OPTIONS"].keys()


def test_what_the_address_says_of_a_session_is_passed_on(tmp_path: Path) -> None:
    url = "postgres://an:secret@db/table?options=-c%20work_mem%3D8MB"
    database = read("DATABASES", tmp_path, DATABASE_URL=url)["default"]
    assert database["OPTIONS"]["options"] == "-c work_mem=8MB"
    assert not is_serializable(database)


def test_behind_pgbouncer_nothing_is_kept_on_a_connection(tmp_path: Path) -> None:
    url = "postgres://an:secret@db:6432/table?pgbouncer=true"
    database = read("DATABASES", tmp_path, DATABASE_URL=url)["default"]
    assert database["OPTIONS"]["prepare_threshold"] is None
    assert database["DISABLE_SERVER_SIDE_CURSORS"]
    assert not {"options", "pgbouncer"} & database["OPTIONS"].keys()


def test_a_database_that_keeps_transactions_apart_is_known(tmp_path: Path) -> None:
    url = "postgres://db/t?options=-c%20default_transaction_isolation%3Dserializable"
    assert is_serializable(read("DATABASES", tmp_path, DATABASE_URL=url)["default"])


def test_a_secret_from_the_environment_is_not_written_down(tmp_path: Path) -> None:
    secret = "a-secret-of-the-house-that-is-long-enough"
    assert read("SECRET_KEY", tmp_path, SECRET_KEY=secret) == secret
    assert not (tmp_path / "secret_key").exists()


def test_the_secret_is_made_once_and_read_by_its_owner_only(tmp_path: Path) -> None:
    data = tmp_path / "new"
    first = read("SECRET_KEY", data)
    assert len(first) >= 50
    assert read("SECRET_KEY", data) == first
    assert stat.S_IMODE((data / "secret_key").stat().st_mode) == 0o600
    assert stat.S_IMODE(data.stat().st_mode) == 0o700
    assert os.listdir(data) == ["secret_key"]


def test_where_no_secret_can_be_written_there_is_none_and_why(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    assert read("SECRET_KEY", tmp_path / "file") == ""
    assert "File exists" in read("DATA_PROBLEM", tmp_path / "file")


def test_a_disk_without_hard_links_will_do(tmp_path: Path) -> None:
    refusing = beginning(
        tmp_path, "import os\n\ndef link(*_):\n    raise PermissionError(1, '')\nos.link = link"
    )
    data = tmp_path / "stick"
    assert len(read("SECRET_KEY", data, **refusing)) >= 50
    assert read("SECRET_KEY", data, **refusing) == read("SECRET_KEY", data)


def test_a_secret_that_a_full_disk_left_empty_is_made_unless_there_is_a_ledger(
    tmp_path: Path,
) -> None:
    (tmp_path / "secret_key").touch()
    (tmp_path / "has_ledger").touch()
    assert read("SECRET_KEY", tmp_path) == ""
    (tmp_path / "has_ledger").unlink()
    assert len(read("SECRET_KEY", tmp_path)) >= 50


def test_a_ledger_in_a_file_needs_no_driver_and_postgresql_says_what_to_install(
    tmp_path: Path,
) -> None:
    bare = beginning(tmp_path, "import sys\nsys.modules['psycopg'] = None")
    data = tmp_path / "data"
    for words in (["migrate"], ["backup", str(tmp_path / "copy")]):
        assert manage(data, *words, **bare).returncode == 0
    refused = manage(data, "check_ledger", **bare, DATABASE_URL="postgres://an@db/table")
    assert refused.returncode == 1
    (line,) = refused.stderr.splitlines()
    assert "uv run --extra postgres" in line


def test_static_files_are_collected_beside_the_code_and_not_where_people_copy(
    tmp_path: Path,
) -> None:
    assert read("STATIC_ROOT", tmp_path) == str(ROOT / ".static")
    read_only = beginning(tmp_path, "import os\nos.access = lambda *_: False")
    assert read("STATIC_ROOT", tmp_path / "data", **read_only) == str(tmp_path / "data/.static")


def test_two_first_starts_at_once_agree_on_the_secret(tmp_path: Path) -> None:
    with ThreadPoolExecutor(4) as several:
        assert len(set(several.map(lambda _: read("SECRET_KEY", tmp_path), range(4)))) == 1


def test_wal_is_used_only_where_its_bug_is_fixed() -> None:
    broken = ((3, 40, 1), (3, 44, 5), (3, 45, 0), (3, 50, 6), (3, 51, 2))
    mended = ((3, 44, 6), (3, 50, 7), (3, 51, 3), (3, 60, 0))
    for version in (*broken, *mended):
        assert wal_is_sound(version) is (version in mended), version
        in_use = "WAL" in sqlite_options(version)["init_command"]
        assert in_use is (version in mended), version


@pytest.mark.django_db
@pytest.mark.skipif(connection.vendor != "sqlite", reason="about SQLite")
def test_sqlite_is_opened_so_that_saved_means_on_disk() -> None:
    expected = {
        "synchronous": 3,
        "fullfsync": 1,
        "recursive_triggers": 1,
        "foreign_keys": 1,
        "busy_timeout": 2000,
        "journal_size_limit": 8_388_608,
    }
    with connection.cursor() as cursor:
        values = {each: cursor.execute(f"PRAGMA {each}").fetchone()[0] for each in expected}
    assert values == expected


def test_the_names_of_this_machine_have_no_doubles_and_hold_its_address() -> None:
    names = local_names()
    assert len(names) == len(set(names))
    assert {"localhost", "127.0.0.1", "[::1]", lan_address()} <= set(names)
