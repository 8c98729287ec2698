"""A file that is gone or empty where a ledger was: `serve` asks, and begins none by itself."""

import shutil
import sqlite3
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

import pytest

from tests.running.server import Server, manage, serving

pytestmark = pytest.mark.full


def file_of(data: Path) -> Path:
    return data / "ledger.sqlite3"


def gone(data: Path) -> None:
    for left in data.glob("ledger.sqlite3*"):
        left.unlink()


def emptied(data: Path) -> None:
    gone(data)
    file_of(data).touch()


def without_tables(data: Path) -> None:
    """As any program of SQLite leaves it that looked for the file."""
    gone(data)
    with closing(sqlite3.connect(file_of(data))) as made:
        made.execute("PRAGMA journal_mode = WAL")
    assert file_of(data).stat().st_size


LOST: dict[str, Callable[[Path], None]] = {
    "gone": gone,
    "emptied": emptied,
    "without tables": without_tables,
}


@pytest.fixture(scope="module")
def played(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A data folder with tables in its ledger, and a copy of them."""
    data = tmp_path_factory.mktemp("played")
    with serving(data):
        assert manage(data, "demo").returncode == 0
    assert manage(data, "backup", str(data / "copy")).returncode == 0
    return data


@pytest.fixture
def data(played: Path, tmp_path: Path) -> Path:
    return Path(shutil.copytree(played, tmp_path / "data", symlinks=True))


def tables(data: Path) -> set[str]:
    with closing(sqlite3.connect(file_of(data))) as ledger:
        return {name for (name,) in ledger.execute("SELECT name FROM sqlite_master")}


def sessions(data: Path) -> int:
    with closing(sqlite3.connect(file_of(data))) as ledger:
        (count,) = ledger.execute("SELECT count(*) FROM ledger_session").fetchone()
    return int(count)


def refused(data: Path, *words: str) -> bool:
    """Whether the command ends with the question, in one line, and makes nothing."""
    secret = (data / "secret_key").read_text()
    ended = manage(data, *words)
    assert ended.returncode == 1, ended.stdout
    (line,) = ended.stderr.splitlines()
    assert str(file_of(data)) in line
    assert "trống" in line
    assert "restore FILE" in line
    assert tables(data) == set()
    return (data / "secret_key").read_text() == secret


@pytest.mark.parametrize("how", LOST)
def test_where_a_ledger_was_a_lost_file_is_asked_about_until_a_copy_is_put_back(
    data: Path, how: str
) -> None:
    before = sessions(data)
    LOST[how](data)
    for _ in range(2):
        assert refused(data, "serve", "--bind", "127.0.0.1", "--port", "0")
    assert refused(data, "demo")
    assert manage(data, "restore", str(data / "copy")).returncode == 0
    with serving(data):
        assert sessions(data) == before > 0


def test_a_new_ledger_is_begun_as_the_question_says(data: Path) -> None:
    gone(data)
    ended = manage(data, "serve", "--bind", "127.0.0.1", "--port", "0")
    mark = data / "has_ledger"
    assert str(mark) in ended.stderr.partition("new ledger")[2]
    mark.unlink()
    assert not file_of(data).exists()
    with serving(data):
        assert sessions(data) == 0


def test_an_empty_file_beside_a_secret_is_asked_about(tmp_path: Path, played: Path) -> None:
    shutil.copy(played / "secret_key", tmp_path)
    emptied(tmp_path)
    assert refused(tmp_path, "serve", "--bind", "127.0.0.1", "--port", "0")


def test_a_secret_that_is_gone_beside_a_ledger_is_asked_about(data: Path) -> None:
    secret = data / "secret_key"
    spare = secret.rename(data / "kept")
    ended = manage(data, "serve", "--bind", "127.0.0.1", "--port", "0")
    assert ended.returncode == 1
    (line,) = ended.stderr.splitlines()
    assert str(secret) in line
    assert str(data / "has_ledger") in line.partition("new one")[2]
    for words in (("check_ledger",), ("backup", str(data / "another"))):  # which need no secret
        assert manage(data, *words).returncode == 0
    assert not secret.exists()
    spare.rename(secret)
    with serving(data):
        assert sessions(data) > 0


def test_who_checks_where_no_ledger_is_is_told_so_in_a_line(tmp_path: Path) -> None:
    ended = manage(tmp_path, "check_ledger")
    assert ended.returncode == 2
    (line,) = ended.stderr.splitlines()
    assert "There is no ledger yet" in line
    assert not file_of(tmp_path).exists()


def starts(data: Path) -> Server:
    with serving(data) as server:
        assert sessions(data) == 0
        return server


def test_a_secret_alone_is_no_sign_of_a_ledger(tmp_path: Path, played: Path) -> None:
    """As in a volume of a container whose database was elsewhere, or moved to a new machine."""
    shutil.copy(played / "secret_key", tmp_path)
    starts(tmp_path)


def test_a_first_start_that_did_not_come_to_it_is_none(tmp_path: Path) -> None:
    with serving(tmp_path / "other") as other:
        taken = manage(tmp_path, "serve", "--bind", "127.0.0.1", "--port", str(other.port))
    assert taken.returncode == 1
    assert manage(tmp_path, "score", "/dev/null").returncode == 0
    assert (tmp_path / "secret_key").exists()
    starts(tmp_path)


@pytest.mark.parametrize("first", ["migrate", "demo"])
def test_what_makes_the_tables_before_the_first_start_is_asked_nothing(
    tmp_path: Path, first: str
) -> None:
    assert manage(tmp_path, first).returncode == 0
    with serving(tmp_path):
        assert (tmp_path / "has_ledger").exists()
