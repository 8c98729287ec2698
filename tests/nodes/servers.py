"""A primary and a standby of PostgreSQL, made for one story with the system's programs."""

import os
import shutil
import signal
import socket
import subprocess
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Any
from urllib.parse import urlencode

import psycopg

from tests.running.needs import lacking
from tests.running.server import until

DATABASE, STANDBY = "ledger", "standby"


NEEDED = ("initdb", "pg_basebackup", "pg_ctl")


def programs() -> Path:
    """The folder with all of PostgreSQL's programs: the newest of Debian's, or on the PATH."""
    debian = Path("/usr/lib/postgresql").glob("*/bin")
    newest = sorted(debian, key=lambda found: float(found.parent.name), reverse=True)
    for folder in (*newest, *map(Path, os.environ["PATH"].split(os.pathsep))):
        if all((folder / name).exists() for name in NEEDED):
            return folder
    return lacking("there are no PostgreSQL programs on this machine")


@dataclass(frozen=True)
class PostgreSQL:
    """One server with a folder and a port of its own, reached over the loopback."""

    folder: Path
    port: int

    def start(self) -> None:
        """Without fsync: the system stays, so what was written is there after a SIGKILL."""
        settings = {
            "listen_addresses": "127.0.0.1",
            "port": self.port,
            "unix_socket_directories": "",
            "fsync": "off",
        }
        words = " ".join(f"-c {name}='{value}'" for name, value in settings.items())
        run("pg_ctl", "-D", self.folder, "-l", f"{self.folder}.log", "-w", "-o", words, "start")

    def ask(self, query: str) -> list[tuple[Any, ...]]:
        """The rows of one query, asked as the server's owner."""
        address = f"host=127.0.0.1 port={self.port} user=postgres"
        named = f"{address} dbname={DATABASE if self._has_ledger(address) else 'postgres'}"
        with psycopg.connect(named, autocommit=True) as connection:
            cursor = connection.execute(query.encode())
            return cursor.fetchall() if cursor.description else []

    def _has_ledger(self, address: str) -> bool:
        with psycopg.connect(f"{address} dbname=postgres") as connection:
            found = connection.execute(
                "SELECT 1 FROM pg_database WHERE datname = %s", [DATABASE]
            ).fetchone()
        return found is not None

    def kill(self) -> None:
        """End every process of it at once, as a machine does that goes off."""
        told = self._running.read_text().splitlines()
        parent = int(told[0])
        children = Path(f"/proc/{parent}/task/{parent}/children").read_text().split()
        for pid in (parent, *map(int, children)):
            with suppress(ProcessLookupError):
                os.kill(pid, signal.SIGKILL)
        # What is left is a scrap of shared memory, which a machine would have lost too.
        subprocess.run(["ipcrm", "-m", told[6].split()[1]], capture_output=True, check=False)
        self._running.unlink()

    def promote(self) -> None:
        """Make a standby the primary, once all that it received is played."""
        run("pg_ctl", "-D", self.folder, "-w", "promote")

    def stop(self) -> None:
        if self._running.exists():
            run("pg_ctl", "-D", self.folder, "-m", "immediate", "stop")

    @property
    def _running(self) -> Path:
        """The file that a server keeps while it runs; its process stands first."""
        return self.folder / "postmaster.pid"


@dataclass(frozen=True)
class Pair:
    """Two servers with the same contents; the standby's copy is exact if it is `synchronous`."""

    primary: PostgreSQL
    standby: PostgreSQL

    @property
    def url(self) -> str:
        """The DATABASE_URL of a node that goes to whichever of them takes writes."""
        ports = f"{self.primary.port},{self.standby.port}"
        query = urlencode({"host": "127.0.0.1,127.0.0.1", "port": ports}, safe=",")
        return f"postgres://postgres@/{DATABASE}?{query}"

    def cut_the_line(self) -> None:
        """Let nothing reach the standby from now on, while the primary notices nothing."""
        for (pid,) in self.primary.ask("SELECT pid FROM pg_stat_replication"):
            os.kill(pid, signal.SIGSTOP)

    def stop_waiting(self) -> int:
        """Cancel every COMMIT that waits for the standby, as somebody does who sees them hang."""
        return len(
            self.primary.ask(
                "SELECT pg_cancel_backend(pid) FROM pg_stat_activity WHERE wait_event = 'SyncRep'"
            )
        )


@contextmanager
def pair(*, synchronous: bool) -> Iterator[Pair]:
    """Both servers, running, with an empty database; all is gone afterwards."""
    folder = Path(tempfile.mkdtemp(prefix="nodes-"))
    if os.getuid() == 0:
        shutil.chown(folder, "postgres")
    ports = two_ports()
    first, second = PostgreSQL(folder / "a", ports[0]), PostgreSQL(folder / "b", ports[1])
    try:
        run("initdb", "-D", first.folder, "-U", "postgres", "-A", "trust", "-E", "UTF8", "-N")
        first.start()
        first.ask(f"CREATE DATABASE {DATABASE}")
        _copy(first, second)
        second.start()
        _replicate(first, synchronous)
        yield Pair(first, second)
    finally:
        second.stop()
        first.stop()
        shutil.rmtree(folder, ignore_errors=True)


def _copy(first: PostgreSQL, second: PostgreSQL) -> None:
    """Make the second a standby of the first, with a slot, so that it never falls too far back."""
    address = f"host=127.0.0.1 port={first.port} user=postgres application_name={STANDBY}"
    options = ["--create-slot", f"--slot={STANDBY}", "--write-recovery-conf", "--no-sync"]
    run("pg_basebackup", "-d", address, "-D", second.folder, "--checkpoint=fast", *options)


def _replicate(primary: PostgreSQL, synchronous: bool) -> None:
    if synchronous:
        primary.ask(f"ALTER SYSTEM SET synchronous_standby_names = '{STANDBY}'")
        primary.ask("SELECT pg_reload_conf()")
    wanted = [("sync" if synchronous else "async",)]
    assert until(lambda: primary.ask("SELECT sync_state FROM pg_stat_replication") == wanted)


def two_ports() -> tuple[int, int]:
    """Two that were free a moment ago."""
    with socket.socket() as one, socket.socket() as other:
        for each in (one, other):
            each.bind(("127.0.0.1", 0))
        return one.getsockname()[1], other.getsockname()[1]


def run(program: str, *words: object) -> None:
    """Run a program of PostgreSQL's, as its user: it refuses to run as root."""
    as_user = ["runuser", "-u", "postgres", "--"] if os.getuid() == 0 else []
    subprocess.run(
        [*as_user, programs() / program, *map(str, words)],
        cwd="/",
        stdin=subprocess.DEVNULL,
        stdout=subprocess.DEVNULL,
        check=True,
    )
