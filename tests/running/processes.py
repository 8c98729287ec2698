"""What a service's processes hold: memory, open files, threads, connections to the database."""

import os
import re
import resource
import subprocess
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path
from threading import Event, Thread
from typing import Self

from tests.running.viewers import children

GONE = (FileNotFoundError, ProcessLookupError, PermissionError)
MEBIBYTE = 2**20
LISTENS, IS_CLOSED = "0A", "06"
"""States of a connection in /proc/net/tcp."""


def family(pid: int) -> Iterator[int]:
    """The process and all that descend from it and live."""
    yield pid
    with suppress(*GONE):
        for child in children(pid):
            yield from family(child)


@contextmanager
def no_longer(pids: Sequence[int], size: int) -> Iterator[None]:
    """None of these processes may make a file longer than so many bytes."""
    before = {pid: resource.prlimit(pid, resource.RLIMIT_FSIZE) for pid in pids}
    for pid, (_soft, hard) in before.items():
        resource.prlimit(pid, resource.RLIMIT_FSIZE, (size, hard))
    try:
        yield
    finally:
        for pid, limits in before.items():
            resource.prlimit(pid, resource.RLIMIT_FSIZE, limits)


@dataclass(frozen=True, slots=True)
class Usage:
    """What several processes hold together; memory in bytes.

    `pss` counts memory that several processes share once, `rss` in each of them.
    """

    processes: int = 0
    rss: int = 0
    pss: int = 0
    files: int = 0
    """Open descriptors of any kind."""
    sockets: int = 0
    """Those of them that are sockets."""
    threads: int = 0
    connections: int = 0
    """Open descriptors of SQLite's database file itself; each connection has one."""

    @classmethod
    def by(cls, pid: int) -> Self:
        """By a process and all that descend from it."""
        usage = cls()
        for each in family(pid):
            with suppress(*GONE):
                usage = usage.plus(each)
        return usage

    def plus(self, pid: int) -> Self:
        memory = Path(f"/proc/{pid}/smaps_rollup").read_text()
        files = [_target(each) for each in Path(f"/proc/{pid}/fd").iterdir()]
        return type(self)(
            self.processes + 1,
            self.rss + _bytes("Rss", memory),
            self.pss + _bytes("Pss", memory),
            self.files + len(files),
            self.sockets + sum(each.startswith("socket:") for each in files),
            self.threads + len(list(Path(f"/proc/{pid}/task").iterdir())),
            self.connections + sum(each.endswith(".sqlite3") for each in files),
        )


def connected(port: int) -> int:
    """How many connections of this machine there are to the port and not yet closed by it."""
    lines = Path("/proc/net/tcp").read_text().splitlines()[1:]
    here = [each.split()[3] for each in lines if each.split()[1].endswith(f":{port:04X}")]
    return sum(state not in (LISTENS, IS_CLOSED) for state in here)


def _bytes(name: str, text: str) -> int:
    match = re.search(rf"^{name}:\s+(\d+) kB", text, re.MULTILINE)
    return int(match[1]) * 1024 if match else 0


def _target(file: Path) -> str:
    with suppress(*GONE):
        return str(file.readlink())
    return ""


@dataclass(frozen=True, slots=True)
class Ran:
    """What a command came to: seconds of the day and of a core, the most memory it ever held."""

    status: int
    output: str
    seconds: float
    of_a_core: float
    pss: int
    processes: int

    def __str__(self) -> str:
        took = f"{self.seconds:.1f} s ({self.of_a_core:.1f} s of a core)"
        return f"{took}, at most {self.pss / MEBIBYTE:.0f} MiB in {self.processes} processes"


def run(command: Sequence[str], cwd: Path, env: dict[str, str]) -> Ran:
    """Run a command to its end while its memory is looked at, ten times a second."""
    used, began = os.times(), time.monotonic()
    process = subprocess.Popen(
        command, cwd=cwd, env=env, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True
    )
    over, usages = Event(), [Usage.by(process.pid)]

    def look() -> None:
        while not over.wait(0.1):
            usages.append(Usage.by(process.pid))

    looking = Thread(target=look)
    looking.start()
    output, _none = process.communicate()
    over.set()
    looking.join()
    now = os.times()
    children_used = now.children_user + now.children_system
    return Ran(
        status=process.returncode,
        output=output,
        seconds=time.monotonic() - began,
        of_a_core=children_used - used.children_user - used.children_system,
        pss=max(each.pss for each in usages),
        processes=max(each.processes for each in usages),
    )
