"""A phone that takes its file slowly keeps nobody waiting, neither readers nor the scorer."""

import json
import socket
from collections.abc import Iterator
from contextlib import ExitStack, closing, contextmanager
from pathlib import Path

import pytest
from django.apps import apps
from django.conf import settings
from django.db import connection

from ledger.access import keys
from ledger.access.keys import Role
from ledger.database import guards
from ledger.models import Session
from ledger.tables import sessions
from tests.api.calls import a_round
from tests.benchmarks.check_a_big_ledger import fill
from tests.running.server import Server, serving

ENTRIES, LONG = 20_000, "Ổ" * 30
"""So many, and names so long, that no buffer between service and phone holds the file."""


@pytest.fixture
def session(fresh_ledger: str) -> Session:
    names = [f"{LONG[:-1]}{seat}" for seat in range(4)]
    session = sessions.open_session(
        rules="tien_len", settings={}, bet_unit=2000, players=names, name=LONG * 2
    )
    guards.remove(apps, connection)
    fill(session, ENTRIES)
    guards.install(apps, connection)
    connection.close()
    return session


def test_stalled_downloads_hold_no_connection_of_the_pool(
    session: Session, fresh_ledger: str, tmp_path: Path
) -> None:
    one = {"DATABASE_POOL_MIN": "0", "DATABASE_POOL_MAX": "1", "DATABASE_POOL_TIMEOUT": "3"}
    own = {"DATABASE_URL": fresh_ledger, "SECRET_KEY": settings.SECRET_KEY}
    with serving(tmp_path, **own, **one) as server, ExitStack() as phones:
        stalled = [phones.enter_context(stalling(server, session)) for _ in range(2)]
        assert call(server, session, Role.VIEW, "GET", "totals/") == 200
        assert call(server, session, Role.SCORE, "POST", "rounds/", a_round()) == 201
        assert all(phone.recv(1) for phone in stalled)


@contextmanager
def stalling(server: Server, session: Session) -> Iterator[socket.socket]:
    """A phone that asked for the ledger, got its beginning and takes no more of it."""
    with closing(socket.socket()) as phone:
        phone.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
        phone.settimeout(60)
        phone.connect(("127.0.0.1", server.port))
        lines = (
            f"GET /api/v1/sessions/{session.pk}/ledger/?format=csv HTTP/1.1",
            "Host: localhost",
            f"Authorization: Bearer {keys.key(session, Role.VIEW)}",
        )
        phone.sendall("\r\n".join([*lines, "", ""]).encode())
        began = b""
        while b"session_name" not in began:
            began += (more := phone.recv(1024))
            assert more, "the answer broke off"
            assert began.startswith(b"HTTP/1.1 200 ")
        yield phone


def call(
    server: Server, session: Session, role: Role, method: str, path: str, body: object = None
) -> int:
    """The status of a call to the API."""
    with closing(server.connect()) as phone:
        headers = {"Authorization": f"Bearer {keys.key(session, role)}"}
        sent = {} if body is None else {"Content-Type": "application/json"}
        raw = None if body is None else json.dumps(body)
        phone.request(method, f"/api/v1/sessions/{session.pk}/{path}", raw, headers | sent)
        return phone.getresponse().status
