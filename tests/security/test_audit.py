"""What `.ci/audit` makes of what the database of weaknesses answers, or does not."""

import json
import subprocess
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, HTTPServer
from typing import Any

import pytest

from tests.running.needs import uv_path
from tests.running.server import ROOT

WEAKNESS = {"id": "GHSA-none", "modified": "2026-01-01T00:00:00Z", "summary": "a known weakness"}


@contextmanager
def database(known: dict[str, Any]) -> Iterator[str]:
    """A database of weaknesses, by package; its address."""

    class Answers(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            length = int(self.headers["Content-Length"])
            queries = json.loads(self.rfile.read(length))["queries"]
            asked = [each["package"]["name"] for each in queries]
            results = [{"vulns": [known[name]]} if name in known else {} for name in asked]
            self._tell({"results": results})

        def do_GET(self) -> None:
            self._tell(WEAKNESS | {"affected": []})

        def _tell(self, what: object) -> None:
            body = json.dumps(what).encode()
            self.send_response(200)
            self.send_header("Content-Type", "application/json")
            self.send_header("Content-Length", str(len(body)))
            self.end_headers()
            self.wfile.write(body)

        log_message: Callable[..., None] = lambda *words: None

    with HTTPServer(("127.0.0.1", 0), Answers) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        try:
            yield f"http://127.0.0.1:{server.server_port}"
        finally:
            server.shutdown()


def audit(address: str, *words: str) -> subprocess.CompletedProcess[str]:
    uv_path()
    return subprocess.run(
        [ROOT / ".ci" / "audit", *words, "--service-url", address],
        capture_output=True,
        text=True,
        timeout=120,
        check=False,
    )


@pytest.mark.parametrize(
    ("known", "status", "text"),
    [({}, 0, ""), ({"django": WEAKNESS}, 1, "known weaknesses"), ({"pytest": WEAKNESS}, 0, "")],
)
def test_a_weakness_in_what_is_served_fails_the_build(
    known: dict[str, Any], status: int, text: str
) -> None:
    with database(known) as address:
        done = audit(address)
    assert done.returncode == status, done.stderr
    assert text in done.stdout
    assert "NOT DONE" not in done.stdout


@pytest.mark.parametrize(("words", "status"), [([], 2), (["--or-not"], 0)])
def test_without_the_database_nothing_was_looked_at_which_fails_unless_told_not_to(
    words: list[str], status: int
) -> None:
    done = audit("http://127.0.0.1:9", *words)
    assert done.returncode == status
    assert "NOT DONE" in done.stdout
