"""A real server in a process of its own, as a table would start it."""

import http.client
import os
import re
import signal
import subprocess
import sys
import threading
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from http.client import HTTPMessage
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
OURS = ("DATABASE_URL", "SECRET_KEY", "ALLOWED_HOSTS", "HTTPS", "BEHIND_PROXY", "LOG_LEVEL")
PATIENCE = 60


def environment(data: Path, **extra: str) -> dict[str, str]:
    """The environment of a new server: none of our own settings but those given."""
    kept = {name: value for name, value in os.environ.items() if name not in OURS}
    return kept | {"DATA_DIR": str(data), "PYTHONUNBUFFERED": "1"} | extra


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

    def wait_for_greeting(self) -> None:
        assert self.process.stdout
        for line in self.process.stdout:
            self.lines.append(line.rstrip("\n"))
            if found := re.search(r"http://localhost:(\d+)", line):
                self.port = int(found[1])
            if "Ctrl-C" in line:
                threading.Thread(target=self._drain, daemon=True).start()
                return
        raise AssertionError("\n".join(["the server did not start:", *self.lines]))

    def _drain(self) -> None:
        assert self.process.stdout
        self.lines += [line.rstrip("\n") for line in self.process.stdout]

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
        """Send the signal, Ctrl-C as a terminal does to all processes; the exit status."""
        if signum == signal.SIGINT:
            os.killpg(self.process.pid, signum)
        else:
            self.process.send_signal(signum)
        return self.process.wait(timeout=PATIENCE)


SERVE = ("manage.py", "serve")
PROBE = ("-m", "tests.running.probe")


@contextmanager
def serving(
    data: Path, *words: str, program: Sequence[str] = SERVE, **extra: str
) -> Iterator[Server]:
    """The program on a free port, in a process group like a terminal's; killed at the end."""
    process = subprocess.Popen(
        [sys.executable, *program, "--bind", "127.0.0.1", "--port", "0", *words],
        cwd=ROOT,
        env=environment(data, **extra),
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
