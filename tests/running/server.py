"""A real server in a process of its own, as a table would start it."""

import http.client
import os
import re
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from http.client import HTTPMessage
from pathlib import Path

from tests.running.ports import free_port, listens

ROOT = Path(__file__).resolve().parents[2]
OURS = (
    *("DATABASE_URL", "SECRET_KEY", "SECRET_KEY_FALLBACKS", "ALLOWED_HOSTS", "HTTPS", "LAN"),
    *("TRUSTED_PROXIES", "LOG_LEVEL", "CERTIFICATE", "CERTIFICATE_KEY"),
)
PATIENCE = 60


def environment(data: Path, **extra: str) -> dict[str, str]:
    """The environment of a new server: none of our own settings but those given."""
    rest = {name: value for name, value in os.environ.items() if name not in OURS}
    return rest | {"DATA_DIR": str(data), "PYTHONUNBUFFERED": "1"} | extra


def beginning(folder: Path, lines: str) -> dict[str, str]:
    """The environment in which every Python begins with these lines."""
    (folder / "sitecustomize.py").write_text(lines)
    return {"PYTHONPATH": str(folder)}


def manage(data: Path, *words: str, **extra: str) -> subprocess.CompletedProcess[str]:
    """Run a command of manage.py to its end."""
    return subprocess.run(
        [sys.executable, "manage.py", *words],
        cwd=ROOT,
        env=environment(data, **extra),
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        timeout=PATIENCE,
        check=False,
    )


@dataclass
class Answer:
    status: int
    headers: HTTPMessage
    body: bytes


@dataclass
class Server:
    process: subprocess.Popen[str]
    lines: list[str] = field(default_factory=list)
    port: int = 0
    reader: threading.Thread | None = None

    def wait_for_greeting(self) -> None:
        assert self.process.stdout
        for line in self.process.stdout:
            self.lines.append(line.rstrip("\n"))
            if match := re.search(r"https?://localhost:(\d+)", line):
                self.port = int(match[1])
            if "Ctrl-C" in line or "serving at" in line:
                self.reader = threading.Thread(target=self._drain, daemon=True)
                self.reader.start()
                assert until(lambda: self.process.poll() is not None or self.listens())
                return
        raise AssertionError("\n".join(["the server did not start:", *self.lines]))

    def _drain(self) -> None:
        assert self.process.stdout
        for line in self.process.stdout:
            self.lines.append(line.rstrip("\n"))

    def listens(self, port: int | None = None) -> bool:
        return listens(port or self.port)

    @property
    def safe_port(self) -> int:
        """Of HTTPS beside it, as the greeting says."""
        (line,) = (line for line in self.lines if "(HTTPS)" in line)
        return int(line.rpartition(":")[2].strip("/"))

    def connect(self) -> http.client.HTTPConnection:
        return http.client.HTTPConnection("127.0.0.1", self.port, timeout=PATIENCE)

    def get(self, path: str, **headers: str) -> Answer:
        connection = self.connect()
        connection.request("GET", path, headers=headers)
        answer = connection.getresponse()
        body = answer.read()
        connection.close()
        return Answer(answer.status, answer.headers, body)

    def stop(self, signum: int) -> int:
        """Send the signal; Ctrl-C and a power cut reach all processes. The exit status.

        What it said to the very end is in `lines` then.
        """
        if signum in (signal.SIGINT, signal.SIGKILL):
            os.killpg(self.process.pid, signum)
        else:
            self.process.send_signal(signum)
        status = self.process.wait(timeout=PATIENCE)
        if self.reader:
            self.reader.join(PATIENCE)
        return status


def until(holds: Callable[[], bool], patience: float = PATIENCE, pause: float = 0.02) -> bool:
    """Whether it comes to hold before patience ends; it is asked again after each pause."""
    end = time.monotonic() + patience
    while not holds():
        if time.monotonic() > end:
            return False
        time.sleep(pause)
    return True


SERVE = ("manage.py", "serve")


@contextmanager
def serving(
    data: Path, *words: str, program: Sequence[str] = SERVE, **extra: str
) -> Iterator[Server]:
    """The program on a free port of this machine, unless the words say otherwise."""
    with started(
        [sys.executable, *program], *words, cwd=ROOT, env=environment(data, **extra)
    ) as it:
        yield it


@contextmanager
def started(
    command: Sequence[str], *words: str, cwd: Path, env: dict[str, str]
) -> Iterator[Server]:
    """A command that serves, in a process group like a terminal's; killed at the end."""
    process = subprocess.Popen(
        [*command, "--bind", "127.0.0.1", "--port", str(free_port()), *words],
        cwd=cwd,
        env=env,
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        start_new_session=True,
    )
    server = Server(process)
    try:
        server.wait_for_greeting()
        yield server
    finally:
        with suppress(ProcessLookupError):
            os.killpg(process.pid, signal.SIGKILL)
        process.wait()
