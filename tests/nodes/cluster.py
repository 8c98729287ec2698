"""Three database machines as ledger/docs/operate.md sets them up, on addresses of this one."""

import http.client
import json
import os
import random
import shutil
import signal
import subprocess
import tempfile
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import psycopg

from tests.nodes.page import PASSWORD, carry_out, url
from tests.nodes.postgresql import DATABASE, as_owner
from tests.running.needs import program_path
from tests.running.server import until

NAMES = ("db1", "db2", "db3")
PAUSE = 0.3
"""Seconds between two looks at a cluster that is coming up."""

ROOM = 8 * 2**30
"""Bytes: each of three PostgreSQL keeps a gigabyte of its log for the others."""

COPIES = "SELECT pid FROM pg_stat_replication"
"""The processes that send a leader's copies what they lack."""


def ask_for(ip: str, port: int, path: str) -> Any:
    """The JSON of one answer; raises OSError or HTTPException where there is none."""
    connection = http.client.HTTPConnection(ip, port, timeout=3)
    try:
        connection.request("GET", path)
        return json.loads(connection.getresponse().read())
    finally:
        connection.close()


@dataclass
class Daemon:
    """A program that systemd keeps running, with the file of variables that its unit names."""

    command: Sequence[str]
    variables: Path
    log: Path
    process: subprocess.Popen[bytes] | None = None

    def start(self) -> None:
        """Start it unless it runs."""
        if self.process and self.process.poll() is None:
            return
        lines = self.variables.read_text().split()
        environment = os.environ | dict(line.split("=", 1) for line in lines)
        with self.log.open("ab") as log:
            self.process = subprocess.Popen(
                self.command,
                env=environment,
                cwd="/",
                stdin=subprocess.DEVNULL,
                stdout=log,
                stderr=log,
                start_new_session=True,
                **as_owner(),
            )

    def kill(self) -> None:
        if self.process:
            self.process.kill()
            self.process.wait()


@dataclass
class Machine:
    """One of the three: its etcd, its Patroni, and the PostgreSQL that Patroni starts."""

    name: str
    ip: str
    folder: Path
    configuration: str = field(init=False)
    etcd: Daemon = field(init=False)
    patroni: Daemon = field(init=False)

    def __post_init__(self) -> None:
        etc, log = self.folder / "etc", self.folder / "log"
        self.configuration = str(etc / "patroni/config.yml")
        self.etcd = Daemon([program_path("etcd")], etc / "default/etcd", log)
        self.patroni = Daemon(
            [program_path("patroni"), self.configuration], etc / "patroni_env.conf", log
        )

    def start(self) -> None:
        """As systemd does, when the machine comes up or a program of it has ended."""
        self.etcd.start()
        self.patroni.start()

    def kill_postgresql(self, *, children: bool) -> None:
        """Kill the first process of it; with `children` all at once, as a lost machine does."""
        with suppress(FileNotFoundError, ProcessLookupError):
            first = int((self._data / "postmaster.pid").read_text().split()[0])
            if str(self._data) not in Path(f"/proc/{first}/cmdline").read_text():
                return  # it has ended before, and its number is somebody else's
            pids = Path(f"/proc/{first}/task/{first}/children").read_text().split()
            for pid in (first, *(map(int, pids) if children else ())):
                with suppress(ProcessLookupError):
                    os.kill(pid, signal.SIGKILL)

    def end(self) -> None:
        self.patroni.kill()
        self.etcd.kill()
        self.kill_postgresql(children=True)
        with suppress(FileNotFoundError):
            scrap = (self._data / "postmaster.pid").read_text().splitlines()[6].split()[1]
            # A scrap of shared memory that outlives it.
            subprocess.run(["ipcrm", "-m", scrap], capture_output=True, check=False)

    def ask(self, query: str) -> list[tuple[Any, ...]]:
        """The rows of one query, asked as the server's owner."""
        with psycopg.connect(
            host=self.ip,
            dbname=DATABASE,
            user="postgres",
            password=PASSWORD,
            connect_timeout=3,
            autocommit=True,
        ) as connection:
            return connection.execute(query.encode()).fetchall()

    @property
    def _data(self) -> Path:
        return self.folder / "var/lib/postgresql/15/ledger"


@dataclass
class Cluster:
    machines: Sequence[Machine]
    network: str
    synchronous: bool = True

    @property
    def url(self) -> str:
        """The DATABASE_URL of a node."""
        return url("node", self.network)

    def start(self) -> None:
        """Start what does not run: nothing else is ever done for the cluster."""
        for machine in self.machines:
            machine.start()

    def change(self, *, synchronous: bool) -> None:
        """Let Patroni change over, with the command that the page names."""
        self.synchronous = synchronous
        setting = f"synchronous_mode={json.dumps(synchronous)}"
        command = [program_path("patronictl"), "-c", self.machines[0].configuration]
        words = ["edit-config", "--force", "--quiet", "--set", setting]
        subprocess.run([*command, *words], check=True, stdout=subprocess.DEVNULL)
        self.becomes_whole()

    def leader(self) -> Machine | None:
        """The one that Patroni says takes writes, if one does."""
        for member in self._members():
            if member["role"] == "leader" and member["state"] == "running":
                return next(each for each in self.machines if each.name == member["name"])
        return None

    def is_whole(self) -> bool:
        """Whether all three work, and both copies follow the leader."""
        self.start()
        copies = ["replica", "sync_standby" if self.synchronous else "replica"]
        with suppress(OSError, http.client.HTTPException, psycopg.Error):
            members = self._members()
            lead = self.leader()
            return (
                lead is not None
                and sorted(each["role"] for each in members) == ["leader", *copies]
                and all(each["state"] == "running" for each in members)
                and len(lead.ask(f"{COPIES} WHERE state = 'streaming'")) == len(copies)
                and all(self._is_well(machine) for machine in self.machines)
            )
        return False

    def becomes_whole(self) -> None:
        assert until(self.is_whole, patience=120, pause=PAUSE), self._report()

    def cut_the_lines(self, leader: Machine) -> None:
        """Let nothing reach the copies from now on, while the leader notices nothing."""
        for (pid,) in leader.ask(COPIES):
            os.kill(pid, signal.SIGSTOP)

    def stop_waiting(self, leader: Machine) -> int:
        """Cancel every COMMIT that waits for a copy, as somebody does who sees them hang."""
        return len(
            leader.ask(
                "SELECT pg_cancel_backend(pid) FROM pg_stat_activity WHERE wait_event = 'SyncRep'"
            )
        )

    def _members(self) -> list[dict[str, Any]]:
        """What a Patroni that answers says of all of them."""
        for machine in self.machines:
            with suppress(OSError, http.client.HTTPException, ValueError):
                return list(ask_for(machine.ip, 8008, "/cluster")["members"])
        return []

    def _is_well(self, machine: Machine) -> bool:
        return bool(ask_for(machine.ip, 2379, "/health")["health"] == "true")

    def _report(self) -> str:
        """What Patroni says, and the end of each machine's log."""
        logs = [
            f"{each.name}: {(each.folder / 'log').read_text()[-3000:]}" for each in self.machines
        ]
        return "\n".join([str(self._members()), *logs])


@contextmanager
def cluster() -> Iterator[Cluster]:
    """The three, running, with an empty database; all is gone afterwards."""
    folder, network = a_folder(), a_network()
    machines = [
        Machine(name, f"{network}{number}", folder / name)
        for number, name in enumerate(NAMES, start=1)
    ]
    made = Cluster(machines, network)
    try:
        for machine in machines:
            own = {"name=db1 ip=10.0.0.1\n": f"name={machine.name} ip={machine.ip}\n"}
            carry_out("machine", network, machine.folder, own)
        made.start()
        assert until(lambda: made.leader() is not None, pause=PAUSE), made._report()
        carry_out("once", network, folder, {})
        made.becomes_whole()
        yield made
    finally:
        for machine in machines:
            machine.end()
        shutil.rmtree(folder, ignore_errors=True)


def a_folder() -> Path:
    """An empty one; in memory if there is room: a SIGKILL takes nothing from either."""
    memory = Path("/dev/shm")
    roomy = memory.is_dir() and shutil.disk_usage(memory).free > ROOM
    folder = Path(tempfile.mkdtemp(prefix="nodes-", dir=memory if roomy else None))
    folder.chmod(0o755)
    return folder


def a_network() -> str:
    """The beginning of addresses of this machine that nobody else has taken, most probably."""
    return f"127.{random.randint(1, 254)}.{random.randint(1, 254)}."
