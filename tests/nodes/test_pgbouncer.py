"""The service behind Debian's PgBouncer, set up as ledger/docs/operate.md has it."""

import json
import shutil
import subprocess
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from dataclasses import dataclass, replace
from pathlib import Path
from threading import Event
from uuid import uuid4

import psycopg
import pytest

from tests.nodes.cluster import a_folder, a_network
from tests.nodes.node import Node
from tests.nodes.page import PASSWORD, carry_out, url
from tests.nodes.phones import SAVED, Phone, evening
from tests.nodes.postgresql import DATABASE, as_owner, server
from tests.running.needs import program_path
from tests.running.server import manage, until
from tests.running.viewers import Watched

pytestmark = pytest.mark.postgres

FEW = {"default_pool_size = 20": "default_pool_size = 2"}
"""Fewer connections than phones, so that each transaction may be on another one."""

DEAF = FEW | {"pool_mode =": "ignore_startup_parameters = options\npool_mode ="}
"""One that drops what it does not know of a connection, instead of refusing it."""

MAKE_TOKEN = """
from ledger.access import staff_tokens
print(staff_tokens.make("An", scope="export")[1])
"""

SAME_KEYS = {"SECRET_KEY": "a-secret-of-two-nodes-that-is-long-enough"}

TOLD_ONCE = "-c lock_timeout=20s"
"""How a connection of PostgreSQL's own is told for good."""


@dataclass(frozen=True)
class Pooled:
    """A PostgreSQL with a PgBouncer before it."""

    network: str
    folder: Path

    @property
    def url(self) -> str:
        return url("through-pgbouncer", self.network)

    def direct(self) -> "psycopg.Connection[tuple[object, ...]]":
        """A connection past PgBouncer, as the owner of everything."""
        return psycopg.connect(
            host=f"{self.network}1", user="postgres", password=PASSWORD, dbname=DATABASE
        )


@pytest.fixture(scope="module")
def pooled() -> Iterator[Pooled]:
    made = Pooled(a_network(), a_folder())
    try:
        (made.folder / "postgresql").mkdir()
        carry_out("pgbouncer", made.network, made.folder, FEW)
        with server(made.folder / "postgresql", f"{made.network}1", PASSWORD):
            once = {"10.0.0.1,10.0.0.2,10.0.0.3": "10.0.0.1"}
            carry_out("once", made.network, made.folder, once)
            with pgbouncer(made.folder):
                yield made
    finally:
        shutil.rmtree(made.folder, ignore_errors=True)


@contextmanager
def pgbouncer(folder: Path) -> Iterator[None]:
    """PgBouncer with the files that the page has written into this folder."""
    program = shutil.which("pgbouncer", path="/usr/sbin") or program_path("pgbouncer")
    log = folder / "var/log/postgresql/pgbouncer.log"
    process = subprocess.Popen(
        [program, folder / "etc/pgbouncer/pgbouncer.ini"], stderr=subprocess.DEVNULL, **as_owner()
    )
    try:
        assert until(lambda: log.exists() and "process up" in log.read_text())
        yield
    finally:
        process.kill()
        process.wait()


@pytest.fixture(scope="module")
def node(pooled: Pooled, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Node]:
    made = Node(tmp_path_factory.mktemp("node") / "data", DATABASE_URL=pooled.url, **SAME_KEYS)
    yield made
    made.kill()


def test_rounds_are_recorded_and_exported_while_phones_record(pooled: Pooled, node: Node) -> None:
    made = manage(node.data, "shell", "--verbosity=0", "-c", MAKE_TOKEN, **node.environment)
    assert made.returncode == 0, made.stderr
    token = made.stdout.strip()
    with evening([node.server], tables=6) as phones:
        for _ in range(5):
            phones.everybody_plays_on()
            assert exported(node, token)
    assert phones.statuses().keys() <= set(SAVED), phones.statuses()
    with pooled.direct() as direct:
        (entries,) = direct.execute("SELECT count(*) FROM ledger_entry").fetchone() or (0,)
    assert len(exported(node, token)) == entries
    checked = manage(node.data, "check_ledger", **node.environment)
    assert checked.returncode == 0, checked.stdout + checked.stderr


def exported(node: Node, token: str) -> list[object]:
    """Every entry of every table."""
    answer = node.server.get("/api/v1/exports/ledger/", Authorization=f"Bearer {token}")
    assert answer.status == 200, answer.body
    return list(json.loads(answer.body))


def test_whoever_waits_too_long_for_a_lock_is_told_so(pooled: Pooled, node: Node) -> None:
    """Where the lock is held for good, only lock_timeout ends the wait."""
    busy, free = (Phone(Watched.opened(node.server), Event()) for _ in range(2))
    with pooled.direct() as direct:
        direct.execute("SELECT 1 FROM ledger_session WHERE id = %s FOR UPDATE", [busy.table.id])
        refused = busy.send(str(uuid4()))
        assert free.send(str(uuid4())).saved
    assert (refused.status, refused.again) == (503, True)
    assert busy.send(str(uuid4())).saved


def test_what_is_told_a_connection_once_is_refused_or_lost(pooled: Pooled) -> None:
    """The control: why each transaction says it."""
    address = pooled.url.partition("?")[0]
    with pytest.raises(psycopg.OperationalError, match="unsupported startup parameter: options"):
        psycopg.connect(address, options=TOLD_ONCE)
    folder = a_folder()
    network = pooled.network
    carry_out("pgbouncer", network, folder, DEAF | {"listen_port = 6432": "listen_port = 6433"})
    with (
        pgbouncer(folder),
        psycopg.connect(address.replace(":6432/", ":6433/"), options=TOLD_ONCE) as connection,
    ):
        assert connection.execute("SHOW lock_timeout").fetchone() == ("0",)
    shutil.rmtree(folder)


def test_without_the_word_in_the_address_requests_fail(
    pooled: Pooled, node: Node, tmp_path: Path
) -> None:
    """The control: a statement is prepared on another connection than is lent for the next."""
    table = Watched.opened(node.server)
    without = Node(tmp_path / "data", DATABASE_URL=pooled.url.partition("?")[0], **SAME_KEYS)
    try:
        phone = Phone(replace(table, server=without.server), Event())
        with ThreadPoolExecutor(8) as pool:
            answers = list(pool.map(phone.send, [str(uuid4()) for _ in range(40)]))
        assert 500 in {each.status for each in answers}
    finally:
        without.kill()


def test_copies_go_past_it(node: Node, tmp_path: Path) -> None:
    """A dump sets up its connection once, and another one is lent to it after that."""
    result = manage(node.data, "backup", str(tmp_path / "copy"), **node.environment)
    assert result.returncode != 0
    assert "not PgBouncer" in result.stderr
    assert not (tmp_path / "copy").exists()
