"""Who floods the service does not keep phones from recording."""

import re
import resource
import socket
import subprocess
import sys
import threading
import time
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, ExitStack, contextmanager, suppress
from http.client import HTTPResponse
from pathlib import Path

import pytest
from django.conf import settings

from ledger.models import Round
from tests.running.faulty import FAULTY
from tests.running.load import Load, load
from tests.running.server import ROOT, SERVE, Server, environment, serving, started, until
from tests.running.viewers import Watched, memory, workers
from tests.trust import Tell

pytestmark = pytest.mark.full
MANY, BODIES, ROUNDS, FILES = 2000, 1200, 100, 1024


@contextmanager
def attacked(folder: Path, url: str, *program: str) -> Iterator[Server]:
    """A server, and room for many connections to it."""
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (min(hard, 8192), hard))
    own = {"DATABASE_URL": url, "SECRET_KEY": settings.SECRET_KEY}
    with serving(folder, program=program or SERVE, **own) as server:
        yield server
    resource.setrlimit(resource.RLIMIT_NOFILE, (soft, hard))


@pytest.fixture
def server(tmp_path: Path, fresh_ledger: str) -> Iterator[Server]:
    with attacked(tmp_path, fresh_ledger) as server:
        yield server


def connected(server: Server) -> socket.socket:
    return socket.create_connection(("127.0.0.1", server.port), timeout=60)


@contextmanager
def endless_header(server: Server) -> Iterator[Counter[bytes]]:
    """A connection sends header after header until the server ends it; then another does."""
    over, answers = threading.Event(), Counter[bytes]()

    def send() -> None:
        while not over.is_set():
            with connected(server) as phone:
                phone.sendall(b"GET / HTTP/1.1\r\nHost: localhost\r\n")
                try:
                    while not over.is_set():
                        phone.sendall(b"X-More: " + b"x" * 1000 + b"\r\n")
                except OSError:
                    answers[b"ended"] += 1
            time.sleep(0.01)

    thread = threading.Thread(target=send)
    thread.start()
    yield answers
    over.set()
    thread.join()


@contextmanager
def half_sent_headers(server: Server, many: int = MANY) -> Iterator[Counter[bytes]]:
    """So many connections that each send the half of a header and wait."""
    with ExitStack() as open_ones:
        for _ in range(many):
            phone = open_ones.enter_context(connected(server))
            phone.sendall(b"GET / HTTP/1.1\r\nHost: local")
        yield Counter({b"open": many})


@contextmanager
def half_sent_bodies(server: Server, size: int = 2**20 - 1) -> Iterator[Counter[bytes]]:
    """So many connections without a key that each send the half of a long body and wait."""
    head = f"POST /join/ HTTP/1.1\r\nHost: localhost\r\nContent-Length: {size}\r\n\r\n"
    with ExitStack() as open_ones:
        phones = [open_ones.enter_context(connected(server)) for _ in range(BODIES)]
        for phone in phones:
            with suppress(OSError):  # it may be refused before
                phone.sendall(head.encode() + b"x" * (size // 2))
        yield Counter({b"open": BODIES})


@contextmanager
def streams_of_one_key(server: Server) -> Iterator[Counter[bytes]]:
    """So many event streams asked for with one view key, and left open."""
    table, answers = Watched.opened(server), Counter[bytes]()
    request = f"GET /t/{table.id}/live/ HTTP/1.1\r\nHost: localhost\r\nCookie: {table.cookie}\r\n"
    with ExitStack() as open_ones:
        phones = [open_ones.enter_context(connected(server)) for _ in range(MANY)]
        for phone in phones:
            phone.sendall(request.encode() + b"\r\n")
        answers.update(phone.recv(12)[9:] for phone in phones)
        for _ in range(MANY // 10):  # one after the other there is time for each
            with connected(server) as phone:
                phone.sendall(request.encode() + b"\r\n")
                answers[phone.recv(12)[9:]] += 1
        yield answers


Flood = Callable[[Server], AbstractContextManager[Counter[bytes]]]
FLOODS: dict[str, tuple[Flood, set[bytes]]] = {
    "an endless header": (endless_header, {b"ended"}),
    "half-sent headers": (half_sent_headers, {b"open"}),
    "half-sent bodies": (half_sent_bodies, {b"open"}),
    "streams of one key": (streams_of_one_key, {b"200", b"429", b"503"}),
}


def recorded_meanwhile(server: Server, flood: Flood) -> tuple[Counter[bytes], Load]:
    """What the flood was answered, and the rounds that two phones recorded during it."""
    with flood(server) as answers, load(server, phones=2) as phones:
        phones.wait_for(ROUNDS)
        phones.finish()
    return answers, phones


def test_recording_goes_on(server: Server, tell: Tell) -> None:
    for name, (flood, expected) in FLOODS.items():
        answers, phones = recorded_meanwhile(server, flood)
        slowest = phones.within(0.99)
        size = max(map(memory, workers(server))) / 2**20
        tell(
            f"{name}: {dict(answers)}; {len(phones.saved)} rounds recorded meanwhile,"
            f" p99 {slowest:.2f} s, a worker holds {size:.0f} MiB"
        )
        assert (name, phones.failed) == (name, [])
        assert len(phones.saved) >= ROUNDS
        there = Round.objects.filter(session=phones.watched.id)
        ids = map(str, there.values_list("submission_id", flat=True))
        assert sorted(ids) == sorted(phones.saved)
        assert answers.keys() <= expected
    assert 0 < answers[b"200"] <= 64
    assert answers[b"429"] > 0


def test_without_its_limits_a_flood_stops_recording(
    tmp_path: Path, fresh_ledger: str, tell: Tell
) -> None:
    """The control: half-sent headers take every connection there is, and are never ended."""
    with attacked(tmp_path, fresh_ledger, *FAULTY, "crowded") as server:
        table = Watched.opened(server)
        with half_sent_headers(server, MANY // 2), connected(server) as phone:
            phone.settimeout(3)
            phone.sendall(b"GET /health/live HTTP/1.1\r\nHost: localhost\r\n\r\n")
            with pytest.raises(TimeoutError):
                phone.recv(1)
        assert table.record() == 1
    tell("without room for more connections than are half open nobody is answered")


@contextmanager
def half_headers_that_come_back(port: int) -> Iterator[None]:
    """A crowd of connections from one other address; each that is ended comes again."""
    with subprocess.Popen([sys.executable, "-m", "tests.running.crowd", str(port)]) as crowd:
        yield
        crowd.kill()


def recorded_beside_a_crowd(folder: Path, database: str, *program: str, patience: float) -> Load:
    """With as few files as a system often allows a process."""
    few = ["bash", "-c", f'ulimit -n {FILES}; exec "$@"', "few", sys.executable, *program]
    own = {"DATABASE_URL": database, "SECRET_KEY": settings.SECRET_KEY}
    with (
        started(few, cwd=ROOT, env=environment(folder, **own)) as server,
        load(server, phones=2, keep=False) as phones,
    ):
        with half_headers_that_come_back(server.port):
            until(lambda: len(phones.saved) >= ROUNDS, patience)
        phones.finish()
    return phones


def test_one_address_does_not_take_the_places_of_others(
    tmp_path: Path, fresh_ledger: str, tell: Tell
) -> None:
    phones = recorded_beside_a_crowd(tmp_path, fresh_ledger, *SERVE, patience=30)
    slowest = phones.within(0.99)
    tell(f"beside a crowd {len(phones.saved)} rounds were recorded, p99 {slowest:.2f} s")
    assert phones.failed == []
    assert len(phones.saved) >= ROUNDS


def test_without_the_cap_it_takes_them(tmp_path: Path, fresh_ledger: str, tell: Tell) -> None:
    """The control: in half the time that is given with the cap not half as many are recorded."""
    open_door = (*FAULTY, "open_door")
    phones = recorded_beside_a_crowd(tmp_path, fresh_ledger, *open_door, patience=15)
    tell(f"without the cap {len(phones.saved)} rounds were recorded in 15 s")
    assert len(phones.saved) < ROUNDS / 2


def memory_for_bodies(server: Server) -> tuple[list[int], Load]:
    """MiB of a worker before bodies are half sent, then while and after, for two sizes."""
    (pid,) = workers(server)
    server.get("/")
    sizes = [memory(pid) >> 20]
    with load(server, phones=2) as phones:
        for size in (2**20 - 1, 60_000):
            with half_sent_bodies(server, size):
                phones.wait_for(ROUNDS)
                sizes.append(memory(pid) >> 20)
            phones.wait_for(ROUNDS)
            sizes.append(memory(pid) >> 20)
        phones.finish()
    return sizes, phones


def test_half_sent_bodies_take_no_memory(server: Server, tell: Tell) -> None:
    sizes, phones = memory_for_bodies(server)
    slowest = phones.within(0.99)
    tell(f"{BODIES} half-sent bodies: a worker holds {sizes} MiB, p99 of rounds {slowest:.2f} s")
    assert phones.failed == []
    assert max(sizes) <= 2 * sizes[0]
    assert sizes[2] <= 1.5 * sizes[0]


def test_where_every_body_is_taken_in_they_take_it(
    tmp_path: Path, fresh_ledger: str, tell: Tell
) -> None:
    """The control."""
    with attacked(tmp_path, fresh_ledger, *FAULTY, "hoarding") as server:
        sizes, _phones = memory_for_bodies(server)
    tell(f"where every body is taken in a worker holds {sizes} MiB")
    assert max(sizes) > 3 * sizes[0]


def answer_to(server: Server, sent: bytes) -> bytes:
    """The status line of the answer; empty if the connection ends without one."""
    with connected(server) as phone:
        try:
            phone.sendall(sent)
            return phone.recv(1000).partition(b"\r\n")[0]
        except OSError:
            return b""


def test_what_is_too_long_or_too_much_is_refused(server: Server) -> None:
    post = b"POST /join/ HTTP/1.1\r\nHost: localhost\r\n"
    chunks = b"10000\r\n" + b"x" * 65536 + b"\r\n"
    sent = {
        "long header": b"GET / HTTP/1.1\r\nHost: localhost\r\nX: " + b"x" * 100_000 + b"\r\n\r\n",
        "long body": post + b"Content-Length: 4000000\r\n\r\n" + b"x" * 4_000_000,
        "long body in chunks": post + b"Transfer-Encoding: chunked\r\n\r\n" + chunks * 64
        + b"0\r\n\r\n",
    }  # fmt: skip
    answers = {name: answer_to(server, each) for name, each in sent.items()}
    assert re.match(rb"HTTP/1.1 431|$", answers.pop("long header"))
    assert {each[9:12] for each in answers.values()} == {b"413"}
    retry = overload(server)
    assert set(retry) == {(200, None), (503, "2")}
    assert server.get("/").status == 200


def overload(server: Server) -> Counter[tuple[int, str | None]]:
    """The answers to many requests at once: their status and when to come back."""
    answers = Counter[tuple[int, str | None]]()
    with ExitStack() as open_ones:
        phones = [open_ones.enter_context(connected(server)) for _ in range(400)]
        for phone in phones:
            phone.sendall(b"GET / HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n")
        for phone in phones:
            answer = HTTPResponse(phone)
            answer.begin()
            answers[answer.status, answer.headers["Retry-After"]] += 1
    return answers
