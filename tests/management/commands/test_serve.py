"""`manage.py serve`, started as at a table, and what it says where it does not start."""

import json
import os
import signal
import sqlite3
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import pytest
from django.core.management import CommandError, call_command

from ledger.config.settings import STATIC_ROOT
from ledger.management.commands import serve
from ledger.management.commands.serve import free_address, safe_port
from tests.running.server import Server, manage, serving

pytestmark = pytest.mark.full
COLLECTED = STATIC_ROOT / "staticfiles.json"


@pytest.fixture(scope="module")
def data(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("data")


@pytest.fixture(scope="module")
def server(data: Path) -> Iterator[Server]:
    with serving(data) as server:
        yield server


def test_it_makes_the_database_and_a_secret(server: Server, data: Path) -> None:
    assert (data / "ledger.sqlite3").is_file()
    assert (data / "secret_key").stat().st_mode & 0o077 == 0


def test_static_files_are_compressed_and_kept_for_ever(server: Server) -> None:
    names = json.loads(COLLECTED.read_text())["paths"]
    for coding in ("br", "gzip"):
        path = f"/static/{names['ledger/lists.css']}"
        answer = server.get(path, **{"Accept-Encoding": coding})
        assert answer.status == 200
        assert answer.headers["Content-Encoding"] == coding
        assert "immutable" in answer.headers["Cache-Control"]
        assert answer.headers["X-Content-Type-Options"] == "nosniff"
        assert "Access-Control-Allow-Origin" not in answer.headers


def test_a_stranger_cannot_pretend_to_be_a_proxy(server: Server) -> None:
    answer = server.get("/", **{"X-Forwarded-Host": "localhost", "Host": "elsewhere.example"})
    assert answer.status == 400


def test_behind_a_proxy_its_headers_are_believed_and_health_is_told_to_everybody(
    tmp_path: Path,
) -> None:
    online = {"HTTPS": "1", "TRUSTED_PROXIES": "127.0.0.1", "ALLOWED_HOSTS": "ban.example"}
    forwarded = {"X-Forwarded-For": "198.51.100.7", "X-Forwarded-Proto": "https"}
    with serving(tmp_path, **online) as server:
        assert server.get("/", Host="ban.example").status == 301
        assert server.get("/", Host="ban.example", **forwarded).status == 200
        assert server.get("/", Host="10.0.0.7").status == 400
        assert server.get("/health/live", Host="10.0.0.7").status == 200
        assert server.get("/health/ready", Host="10.0.0.7").status == 200
    assert any("https://ban.example/" in line for line in server.lines)


def test_a_taken_port_is_said_in_one_line(server: Server, tmp_path: Path) -> None:
    ended = manage(tmp_path, "serve", "--bind", "127.0.0.1", "--port", str(server.port))
    assert ended.returncode == 1
    assert "(Address already in use)" in ended.stderr
    assert len(ended.stderr.splitlines()) == 1


BAD_VALUES = [
    ("DATABASE_URL", "postgres://nobody@127.0.0.1:1/none", "cannot be prepared"),
    ("DATABASE_URL", "sqlite:////nowhere/at/all.sqlite3", "cannot be prepared"),
    ("DATABASE_URL", "an evening", "DATABASE_URL"),
    ("HTTPS", "perhaps", "HTTPS"),
    ("TIME_ZONE", "Asia/Atlantis", "Asia/Atlantis"),
    ("SECRET_KEY", "short", "SECRET_KEY is easily guessed"),
    ("ALLOWED_HOSTS", "*", "ALLOWED_HOSTS must not be *"),
    ("DATA_DIR", "/dev/null/data", "Not a directory"),
]


def test_all_who_start_take_the_locks_of_the_folders_in_one_order(
    tmp_path: Path, settings: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Two that took them in another order would wait for each other for ever."""
    locked: list[str] = []

    def lock(folder: int, _how: int) -> None:
        locked.append(os.readlink(f"/proc/self/fd/{folder}"))
        os.close(folder)
        if len(locked) == 2:
            raise OSError

    monkeypatch.setattr(serve, "flock", lock)
    settings.STATIC_ROOT = tmp_path / "m" / ".static"
    settings.STATIC_ROOT.parent.mkdir()
    for name in "abcdefgh":
        settings.DATA_DIR = tmp_path / name
        settings.DATA_DIR.mkdir()
        locked.clear()
        with pytest.raises(CommandError):
            serve._prepare()
        assert locked == [str(settings.DATA_DIR), str(tmp_path / "m")]


def test_a_bad_value_is_said_in_one_line(tmp_path: Path) -> None:
    def wrong(case: tuple[str, str, str]) -> bool:
        name, value, words = case
        ended = manage(tmp_path, "serve", "--port", "0", **{name: value})
        lines = ended.stderr.splitlines()
        return (ended.returncode, len(lines), words in ended.stderr) != (1, 1, True)

    with ThreadPoolExecutor(2) as several:
        results = several.map(wrong, BAD_VALUES)
        assert [case for case, is_wrong in zip(BAD_VALUES, results, strict=True) if is_wrong] == []


@pytest.mark.full
def test_a_terminal_without_vietnamese_letters_does_not_stop_it(tmp_path: Path) -> None:
    with serving(tmp_path, PYTHONIOENCODING="ascii") as server:
        assert any("On this machine" in line for line in server.lines)
        assert any("localhost" in line for line in server.lines)


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("option", "value", "words"),
    [
        ("port", 70000, "--port must be 0 to 65535"),
        ("workers", 0, "--workers 1 to 64"),
        ("bind", "no.such.place.example", "Cannot listen on no.such.place.example"),
        ("bind", "192.168.254.253", "Cannot listen on 192.168.254.253"),
    ],
)
def test_a_bad_option_is_said(option: str, value: str | int, words: str) -> None:
    with pytest.raises(CommandError, match=words):
        call_command("serve", **{"port": 0, option: value})


def test_https_never_gets_the_port_of_plain_http(monkeypatch: pytest.MonkeyPatch) -> None:
    with free_address("0.0.0.0", 0) as (_address, port):
        with pytest.raises(CommandError, match="try another --https-port"):
            safe_port("0.0.0.0", port)
        monkeypatch.setattr(serve, "HTTPS_PORT", port)
        assert safe_port("0.0.0.0", port) not in (None, port)


def test_a_second_start_loses_nothing_and_collects_nothing(tmp_path: Path) -> None:
    with serving(tmp_path) as server:
        server.stop(signal.SIGTERM)
    assert manage(tmp_path, "demo").returncode == 0
    before = everything(tmp_path)
    with serving(tmp_path) as server:
        assert server.stop(signal.SIGINT) == 0
    assert everything(tmp_path) == before


def everything(data: Path) -> tuple[list[str], str, int]:
    """What must survive: every row, the secret, and when static files were last written."""
    with sqlite3.connect(data / "ledger.sqlite3") as database:
        tables = database.execute(
            "SELECT name FROM sqlite_master WHERE type = 'table' ORDER BY name"
        )
        rows = [str(row) for (name,) in tables for row in database.execute(f"SELECT * FROM {name}")]
    written = COLLECTED.stat().st_mtime_ns
    return rows, (data / "secret_key").read_text(), written
