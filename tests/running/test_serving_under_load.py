"""Many phones at once: nothing leaks, the pool keeps its limits, streams do not hold a stop up."""

import json
import re
import signal
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from pathlib import Path

import psycopg
import pytest

from tests.running.needs import postgres_url
from tests.running.probe import UNDER_WAY
from tests.running.server import PROBE, Server, serving, until

PHONES, REQUESTS = 8, 2000


def hold(server: Server, requests: int) -> set[bytes]:
    """One phone's requests over one connection; the different answers."""
    connection = server.connect()
    answers = set()
    for _ in range(requests):
        connection.request("GET", "/ask")
        answers.add(connection.getresponse().read())
    connection.close()
    return answers


def all_phones(server: Server, requests: int) -> set[bytes]:
    with ThreadPoolExecutor(PHONES) as phones:
        return set().union(*phones.map(lambda _: hold(server, requests // PHONES), range(PHONES)))


def held_by(server: Server) -> tuple[int, int]:
    """Open files and threads of the server's process."""
    process = Path("/proc", str(server.process.pid))
    return len(list((process / "fd").iterdir())), len(list((process / "task").iterdir()))


needs_proc = pytest.mark.skipif(not Path("/proc/self/fd").exists(), reason="there is no /proc")


@pytest.fixture(scope="module")
def probe(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """One server on SQLite, for the tests that leave it as it is."""
    with serving(tmp_path_factory.mktemp("probe"), program=PROBE) as server:
        yield server


@needs_proc
def test_on_sqlite_nothing_is_left_open_after_many_requests(probe: Server) -> None:
    as_many_as_there_may_be(probe)
    before = settled(probe)
    assert all_phones(probe, REQUESTS) == {b"42"}
    files, threads = settled(probe)
    assert files <= before[0]
    assert threads <= before[1]


def as_many_as_there_may_be(server: Server) -> None:
    """A connection to the database for each phone at once: SQLite keeps their files for others."""
    with ThreadPoolExecutor(PHONES) as phones:
        threads = held_by(server)[1]
        waiting = [phones.submit(server.get, "/held") for _ in range(PHONES)]
        assert until(lambda: held_by(server)[1] >= threads + PHONES - 1)
        assert server.get("/release").body == b"done"
        assert {phone.result().body for phone in waiting} == {b"released"}


def settled(server: Server) -> tuple[int, int]:
    """The least the process holds within a second of the last request."""
    seen = []
    for _ in range(5):
        time.sleep(0.2)
        seen.append(held_by(server))
    return min(files for files, _ in seen), min(threads for _, threads in seen)


@pytest.mark.postgres
def test_on_postgresql_the_pool_serves_every_thread_within_its_limits(tmp_path: Path) -> None:
    limits = {"DATABASE_POOL_MIN": "2", "DATABASE_POOL_MAX": "4"}
    with (
        a_database(postgres_url()) as url,
        serving(tmp_path, program=PROBE, DATABASE_URL=url, **limits) as server,
        psycopg.connect(url) as watcher,
    ):
        assert all_phones(server, REQUESTS // 2) == {b"42"}
        used, waiting = watcher.execute(
            "SELECT count(*), count(*) FILTER (WHERE state <> 'idle') FROM pg_stat_activity"
            " WHERE datname = current_database() AND pid <> pg_backend_pid()"
        ).fetchone() or (0, 0)
        assert 2 <= used <= 4
        assert waiting == 0
        assert server.stop(signal.SIGTERM) == 0


@pytest.mark.postgres
def test_on_postgresql_a_connection_cut_by_the_server_is_replaced(tmp_path: Path) -> None:
    with (
        a_database(postgres_url()) as url,
        serving(tmp_path, program=PROBE, DATABASE_URL=url) as server,
        psycopg.connect(url, autocommit=True) as watcher,
    ):
        for _ in range(3):
            assert hold(server, 3) == {b"42"}
            watcher.execute(
                "SELECT pg_terminate_backend(pid) FROM pg_stat_activity"
                " WHERE datname = current_database() AND pid <> pg_backend_pid()"
            )


@contextmanager
def a_database(url: str) -> Iterator[str]:
    """A fresh database beside the one that `url` names."""
    name = f"served_{time.time_ns()}"
    with psycopg.connect(url, autocommit=True) as connection:
        connection.execute(f'CREATE DATABASE "{name}"')
        yield re.sub(r"/[^/?]*(\?|$)", rf"/{name}\1", url)
        connection.execute(f'DROP DATABASE "{name}" WITH (FORCE)')


def test_a_slow_answer_is_waited_for(tmp_path: Path) -> None:
    with serving(tmp_path, program=PROBE) as server, ThreadPoolExecutor(1) as phone:
        answer = phone.submit(server.get, "/slow")
        assert until(lambda: UNDER_WAY in server.lines)
        assert server.stop(signal.SIGTERM) == 0
        assert answer.result().body == b"done"


def test_an_event_stream_does_not_hold_up_a_stop(tmp_path: Path) -> None:
    with serving(tmp_path, program=PROBE) as server:
        connection = server.connect()
        connection.request("GET", "/events")
        stream = connection.getresponse()
        assert stream.readline() == b"data: here\n"
        assert server.stop(signal.SIGTERM) == 0
        stream.read()  # raises if the end is not a clean one
        assert not any("ERROR" in line for line in server.lines), "it was waited for in vain"


FORWARDED = {"X-Forwarded-For": "198.51.100.7", "X-Forwarded-Proto": "https"}


def test_forwarded_headers_are_believed_behind_a_proxy_only(probe: Server, tmp_path: Path) -> None:
    seen = json.loads(probe.get("/about", **FORWARDED).body)
    assert seen == {"address": "127.0.0.1", "secure": False}
    with serving(tmp_path, program=PROBE, BEHIND_PROXY="1") as server:
        seen = json.loads(server.get("/about", **FORWARDED).body)
        assert seen == {"address": "198.51.100.7", "secure": True}


def test_forwarded_headers_are_believed_from_the_proxies_named_only(tmp_path: Path) -> None:
    named = {"BEHIND_PROXY": "1", "FORWARDED_ALLOW_IPS": "203.0.113.7"}
    with serving(tmp_path, program=PROBE, **named) as server:
        seen = json.loads(server.get("/about", **FORWARDED).body)
        assert seen == {"address": "127.0.0.1", "secure": False}


@pytest.mark.parametrize("chunked", [False, True])
def test_a_body_that_would_fill_the_disk_is_refused(probe: Server, chunked: bool) -> None:
    connection = probe.connect()
    body = (b"x" * 65536 for _ in range(64)) if chunked else b"x" * 2**22
    connection.request("POST", "/about", body)
    assert connection.getresponse().status == 413
    assert probe.get("/ask").status == 200
