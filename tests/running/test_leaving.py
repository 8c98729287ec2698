"""A service is stopped, renewed or killed while phones record: what they are owed they get."""

import os
import signal
import socket
import time
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest

from ledger.config.serving import SECONDS_TO_START
from ledger.models import Round
from tests.running.load import Load, load
from tests.running.server import PATIENCE, Answer, Server, serving, until
from tests.running.test_serve import refuses
from tests.running.viewers import workers

ABRUPT = ("-m", "tests.running.abrupt")
needs_proc = pytest.mark.skipif(not Path("/proc/self/fd").exists(), reason="there is no /proc")


@pytest.fixture
def door() -> Iterator[socket.socket]:
    """A door that outlives every server behind it, as systemd holds it open."""
    with closing(socket.socket()) as door:
        door.bind(("127.0.0.1", 0))
        door.listen(128)
        yield door


def recorded(load: Load) -> list[str]:
    rounds = Round.objects.filter(session=load.watched.id).order_by("number")
    return [str(id) for id in rounds.values_list("submission_id", flat=True)]


def test_a_restart_behind_a_door_that_stays_open_fails_nobody(
    tmp_path: Path, door: socket.socket, fresh_ledger: str
) -> None:
    with (
        serving(tmp_path, door=door, DATABASE_URL=fresh_ledger) as first,
        load(first) as phones,
    ):
        phones.wait_for(20)
        assert first.stop(signal.SIGTERM) == 0
        with serving(tmp_path, door=door, DATABASE_URL=fresh_ledger):
            phones.wait_for(20)
            phones.finish()
    all_is_kept(phones, at_least=40)


def all_is_kept(phones: Load, at_least: int) -> None:
    assert phones.failed == []
    assert len(phones.saved) >= at_least
    assert sorted(recorded(phones)) == sorted(phones.saved)


def a_request_after_the_stop_began(server: Server) -> Answer:
    """What a phone gets that sends over a connection it kept, while the server is leaving."""
    connection = server.connect()
    connection.request("GET", "/health/live")
    connection.getresponse().read()
    server.process.send_signal(signal.SIGTERM)
    assert until(lambda: refuses(server.port))
    connection.request("GET", "/health/live")
    answer = connection.getresponse()
    return Answer(answer.status, answer.headers, answer.read())


def test_what_a_phone_sends_while_the_server_leaves_is_answered(tmp_path: Path) -> None:
    with serving(tmp_path) as server:
        answer = a_request_after_the_stop_began(server)
        assert answer.status == 200
        assert answer.headers["Connection"] == "close"
        assert server.process.wait(PATIENCE) == 0


def test_a_connection_that_ends_at_once_loses_what_is_sent(tmp_path: Path) -> None:
    """The control: the same without lingering."""
    with serving(tmp_path, program=ABRUPT) as server, pytest.raises(ConnectionError):
        a_request_after_the_stop_began(server)


@needs_proc
def test_workers_are_renewed_one_after_the_other_and_fail_nobody(
    tmp_path: Path, fresh_ledger: str
) -> None:
    with (
        serving(tmp_path, "--workers", "2", DATABASE_URL=fresh_ledger) as server,
        load(server) as phones,
    ):
        before = set(workers(server))
        phones.wait_for(20)
        server.process.send_signal(signal.SIGHUP)
        assert until(lambda: not before & set(workers(server)))
        phones.wait_for(20)
        assert len(workers(server)) == len(before) == 2
        phones.finish()
    all_is_kept(phones, at_least=40)


@needs_proc
def test_a_worker_that_dies_while_it_is_asked_how_it_is_is_replaced(tmp_path: Path) -> None:
    with serving(tmp_path, "--workers", "2") as server:
        assert until(lambda: len(workers(server)) == 2)
        hung, _other = workers(server)
        os.kill(hung, signal.SIGSTOP)
        time.sleep(1)  # twice as long as passes between two questions
        os.kill(hung, signal.SIGKILL)
        replaced = until(lambda: len({*workers(server)} - {hung}) == 2, SECONDS_TO_START / 2)
        assert replaced, "nobody hears of it before an answer is overdue"


@needs_proc
def test_workers_whose_parent_was_killed_stop_serving(tmp_path: Path, fresh_database: str) -> None:
    with serving(tmp_path, "--workers", "2", DATABASE_URL=fresh_database) as server:
        assert server.get("/health/live").status == 200
        left = workers(server)
        os.kill(server.process.pid, signal.SIGKILL)
        server.process.wait()
        assert until(lambda: not any(Path("/proc", str(pid), "exe").exists() for pid in left))
        assert refuses(server.port)
