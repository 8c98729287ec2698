"""A server is stopped, renewed or killed while phones record: what was answered is recorded."""

import os
import signal
import socket
from pathlib import Path

import pytest

from ledger.models import Round
from tests.running.load import Load, load
from tests.running.server import PATIENCE, Server, serving, until
from tests.running.viewers import workers

pytestmark = pytest.mark.full


def recorded(load: Load) -> list[str]:
    rounds = Round.objects.filter(session=load.watched.id).order_by("number")
    return [str(id) for id in rounds.values_list("submission_id", flat=True)]


def refuses(port: int) -> bool:
    try:
        socket.create_connection(("127.0.0.1", port), timeout=1).close()
    except OSError:
        return True
    return False


def half_a_request(server: Server) -> socket.socket:
    """A request whose body is not all sent yet, which a worker has begun to read."""
    phone = socket.create_connection(("127.0.0.1", server.port))
    phone.sendall(
        b"POST / HTTP/1.1\r\nHost: localhost\r\nContent-Length: 4\r\nExpect: 100-continue\r\n"
        b"Content-Type: application/x-www-form-urlencoded\r\n\r\n"
    )
    assert phone.recv(1000).startswith(b"HTTP/1.1 100 Continue")
    phone.sendall(b"a=")
    return phone


@pytest.mark.parametrize("signum", [signal.SIGINT, signal.SIGTERM])
def test_a_request_under_way_is_answered_before_the_server_stops(
    tmp_path: Path, signum: int
) -> None:
    with serving(tmp_path, "--workers", "2") as server, half_a_request(server) as phone:
        os.kill(server.process.pid, signum)
        assert until(lambda: refuses(server.port))
        phone.sendall(b"bc")
        assert phone.recv(1000).startswith(b"HTTP/1.1 ")
        assert server.process.wait(PATIENCE) == 0
        assert not any("Traceback" in line for line in server.lines)


def test_killed_and_renewed_workers_lose_nothing(tmp_path: Path, fresh_ledger: str) -> None:
    """One worker is killed and replaced, then all are renewed, while phones record."""
    with (
        serving(tmp_path, "--workers", "2", DATABASE_URL=fresh_ledger) as server,
        load(server) as phones,
    ):
        phones.wait_for(20)
        killed, *_ = before = workers(server)
        os.kill(killed, signal.SIGKILL)
        assert until(lambda: len(set(workers(server)) - {killed}) == 2)
        phones.wait_for(20)
        server.process.send_signal(signal.SIGHUP)
        assert until(lambda: len(workers(server)) == 2 and not {*before} & {*workers(server)})
        phones.wait_for(20)
        phones.finish()
        assert server.stop(signal.SIGTERM) == 0
    there = recorded(phones)
    assert set(phones.saved) - set(there) == set()
    assert len(there) == len(set(there)) <= len(phones.sent)


def test_workers_whose_parent_was_killed_stop_serving(tmp_path: Path) -> None:
    with serving(tmp_path, "--workers", "2") as server:
        left = workers(server)
        os.kill(server.process.pid, signal.SIGKILL)
        server.process.wait()
        assert until(lambda: not any(Path("/proc", str(pid), "exe").exists() for pid in left))
        assert refuses(server.port)
