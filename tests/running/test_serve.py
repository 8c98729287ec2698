"""`manage.py serve`, started and stopped as at a table."""

import json
import re
import signal
import socket
import sqlite3
import subprocess
import sys
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from tests.running.server import PATIENCE, ROOT, Server, manage, serving, until


@pytest.fixture(scope="module")
def data(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("data")


@pytest.fixture(scope="module")
def server(data: Path) -> Iterator[Server]:
    with serving(data, STATIC_ROOT=str(data / "static")) as server:
        yield server


def a_static_file(data: Path) -> str:
    """The address of a file with a hash in its name."""
    names = json.loads((data / "static" / "staticfiles.json").read_text())["paths"]
    return "/static/" + names["ledger/pages.css"]


def test_it_makes_the_data_folder_the_database_and_a_secret(server: Server, data: Path) -> None:
    assert (data / "ledger.sqlite3").is_file()
    assert (data / "secret_key").stat().st_mode & 0o077 == 0


def test_it_answers_and_does_not_say_which_server_it_is(server: Server) -> None:
    answer = server.get("/")
    assert answer.status < 500
    assert answer.headers["Server"] is None


def test_static_files_are_compressed_and_kept_for_ever(server: Server, data: Path) -> None:
    for coding in ("br", "gzip"):
        answer = server.get(a_static_file(data), **{"Accept-Encoding": coding})
        assert answer.status == 200
        assert answer.headers["Content-Encoding"] == coding
        assert "immutable" in answer.headers["Cache-Control"]
        assert answer.headers["X-Content-Type-Options"] == "nosniff"
        assert "Access-Control-Allow-Origin" not in answer.headers


def test_a_request_is_not_written_down(server: Server) -> None:
    server.get("/?key=secret")
    assert not any("key=secret" in line for line in server.lines)


def test_figures_are_told_to_nobody_unless_asked_for(server: Server) -> None:
    assert server.get("/metrics").status == 404


def test_the_access_log_tells_the_route_and_nothing_a_visitor_wrote(tmp_path: Path) -> None:
    with serving(tmp_path, ACCESS_LOG="1") as server:
        name = server.get("/there?key=secret", **{"X-Request-ID": "a-visitor-says"}).headers[
            "X-Request-ID"
        ]
        server.get("/join/?key=secret")
        assert until(lambda: any("GET join/ 200" in line for line in server.lines))
        assert server.stop(signal.SIGTERM) == 0
    logged = "\n".join(server.lines)
    assert f"ledger.access.keys {name}: GET - 404" in logged
    assert not re.search("there|secret|visitor", logged)


@pytest.mark.parametrize(("level", "told"), [("WARNING", True), ("ERROR", False)])
def test_the_log_level_holds_for_requests_too(tmp_path: Path, level: str, told: bool) -> None:
    with serving(tmp_path, LOG_LEVEL=level) as server:
        server.get("/nowhere/")
        assert server.stop(signal.SIGTERM) == 0
    assert any("django.request" in line and "404 GET" in line for line in server.lines) is told


def test_a_stranger_cannot_pretend_to_be_a_proxy(server: Server) -> None:
    answer = server.get("/", **{"X-Forwarded-Host": "elsewhere.example", "Host": "elsewhere"})
    assert answer.status == 400


def test_a_taken_port_is_said_in_one_line(server: Server, tmp_path: Path) -> None:
    ended = manage(tmp_path, "serve", "--bind", "127.0.0.1", "--port", str(server.port))
    assert ended.returncode == 1
    assert f"Port {server.port} is in use" in ended.stderr
    assert len(ended.stderr.splitlines()) == 1


def test_a_folder_that_cannot_be_written_is_said_in_one_line(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    ended = manage(tmp_path / "file" / "data", "serve", "--port", "0")
    assert ended.returncode == 1
    assert "cannot be written" in ended.stderr
    assert len(ended.stderr.splitlines()) == 1


@pytest.mark.parametrize(
    ("name", "value", "said"),
    [
        ("DATABASE_URL", "postgres://nobody@127.0.0.1:1/none", "cannot be reached"),
        ("DATABASE_URL", "sqlite:////nowhere/at/all.sqlite3", "cannot be reached"),
        ("DATABASE_URL", "an evening", "DATABASE_URL"),
        ("DATABASE_POOL_MAX", "0", "DATABASE_POOL_MAX"),
        ("HTTPS", "perhaps", "HTTPS"),
        ("TIME_ZONE", "Asia/Atlantis", "Asia/Atlantis"),
    ],
)
def test_a_bad_value_is_said_in_one_line(tmp_path: Path, name: str, value: str, said: str) -> None:
    other = {"DATABASE_URL": "postgres://nobody@127.0.0.1:1/none"} if "POOL" in name else {}
    ended = manage(tmp_path, "serve", "--port", "0", **other, **{name: value})
    assert ended.returncode == 1
    assert said in ended.stderr
    assert "Traceback" not in ended.stderr
    assert len(ended.stderr.splitlines()) == 1


@pytest.mark.parametrize(
    ("option", "value", "said"),
    [
        ("--port", "70000", "--port must be 0 to 65535, not 70000"),
        ("--workers", "0", "--workers must be 1 to 64, not 0"),
        ("--bind", "no.such.place.example", "There is no address"),
        ("--bind", "203.0.113.7", "Cannot listen on 203.0.113.7"),
    ],
)
def test_a_bad_option_is_said_in_one_line(
    tmp_path: Path, option: str, value: str, said: str
) -> None:
    ended = manage(tmp_path, "serve", "--port", "0", option, value)
    assert ended.returncode == 1
    assert said in ended.stderr
    assert len(ended.stderr.splitlines()) == 1


@pytest.mark.parametrize(
    ("signum", "workers"),
    [(signal.SIGINT, "1"), (signal.SIGINT, "2"), (signal.SIGTERM, "2")],
    ids=["Ctrl-C", "Ctrl-C at several workers", "SIGTERM at several workers"],
)
def test_being_told_to_stop_is_no_failure(tmp_path: Path, signum: int, workers: str) -> None:
    with serving(tmp_path, "--workers", workers) as server:
        assert server.get("/").status < 500
        assert server.stop(signum) == 0
        assert not any("Traceback" in line for line in server.lines)


def test_a_request_under_way_is_answered_before_the_server_stops(tmp_path: Path) -> None:
    with serving(tmp_path) as server:
        body = b"a=" + b"b" * 1000
        connection = server.connect()
        connection.putrequest("POST", "/")
        connection.putheader("Content-Type", "application/x-www-form-urlencoded")
        connection.putheader("Content-Length", str(len(body)))
        connection.putheader("Expect", "100-continue")
        connection.endheaders()
        assert connection.sock.recv(1000) == b"HTTP/1.1 100 Continue\r\n\r\n"
        connection.send(body[:10])
        server.process.send_signal(signal.SIGTERM)
        assert until(lambda: refuses(server.port))
        connection.send(body[10:])
        assert connection.getresponse().status < 500
        assert server.process.wait(PATIENCE) == 0


def refuses(port: int) -> bool:
    try:
        socket.create_connection(("127.0.0.1", port), timeout=1).close()
    except OSError:
        return True
    return False


def test_several_workers_share_the_door_and_the_database(tmp_path: Path) -> None:
    with serving(tmp_path, "--workers", "2") as server, ThreadPoolExecutor(8) as phones:
        answers = list(phones.map(lambda _: server.get("/").status, range(80)))
        assert max(answers) < 500
        assert server.stop(signal.SIGTERM) == 0


def test_a_second_start_loses_nothing_and_collects_nothing(tmp_path: Path) -> None:
    static = str(tmp_path / "static")
    with serving(tmp_path, STATIC_ROOT=static) as server:
        server.stop(signal.SIGTERM)
    assert manage(tmp_path, "demo", "--rounds", "3").returncode == 0
    before = everything(tmp_path)
    with serving(tmp_path, STATIC_ROOT=static) as server:
        server.stop(signal.SIGTERM)
    assert everything(tmp_path) == before
    assert manage(tmp_path, "check_ledger").returncode == 0


def everything(data: Path) -> tuple[list[str], str, int]:
    """What must survive: every row, the secret, and when static files were last written."""
    with sqlite3.connect(data / "ledger.sqlite3") as database:
        tables = database.execute(
            "SELECT name FROM sqlite_master WHERE type = 'table' ORDER BY name"
        )
        rows = [str(row) for (name,) in tables for row in database.execute(f"SELECT * FROM {name}")]
    written = (data / "static" / "staticfiles.json").stat().st_mtime_ns
    return rows, (data / "secret_key").read_text(), written


def test_two_first_starts_at_once_agree_on_the_secret(tmp_path: Path) -> None:
    words = [sys.executable, "-c", READ_SECRET, str(tmp_path / "data")]
    started = [
        subprocess.Popen(words, cwd=ROOT, stdout=subprocess.PIPE, text=True) for _ in range(6)
    ]
    assert len({process.communicate()[0] for process in started}) == 1


READ_SECRET = (
    "import sys; from pathlib import Path; from ledger.config.secret import read_or_make_secret;"
    "print(read_or_make_secret(Path(sys.argv[1])))"
)
