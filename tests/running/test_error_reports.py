"""What a collector of errors is sent: where the service failed, and nothing of a table."""

import json
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, HTTPServer
from pathlib import Path
from uuid import uuid4

import brotli
import pytest

from tests.running.faulty import FAULTY
from tests.running.server import Server, manage, serving, until

NAMES = ["Cường-mà-không-ai-được-biết", "Bình-cũng-thế"]


@contextmanager
def collector() -> Iterator[tuple[str, list[bytes]]]:
    """The address to report to, and what arrives there."""
    arrived: list[bytes] = []

    class Answers(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            sent = self.rfile.read(int(self.headers["content-length"]))
            assert self.headers["content-encoding"] == "br"
            arrived.append(brotli.decompress(sent))
            self.send_response(200)
            self.end_headers()

        def log_message(self, *said: object) -> None:
            pass

    with HTTPServer(("127.0.0.1", 0), Answers) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        yield f"http://publickey@127.0.0.1:{server.server_port}/1", arrived
        server.shutdown()


def failing_round(server: Server) -> list[str]:
    """A table, and a round that fails; what of it nobody else may know."""

    def post(path: str, key: str, **body: object) -> tuple[int, bytes]:
        connection = server.connect()
        headers = {"Content-Type": "application/json", "Authorization": f"Bearer {key}"}
        connection.request("POST", path, json.dumps(body), headers)
        answer = connection.getresponse()
        return answer.status, answer.read()

    sessions = "/api/v1/sessions/"
    _status, told = post(sessions, "", rules="tien_len", bet_unit=2000, players=NAMES)
    opened = json.loads(told)
    id, key = opened["id"], opened["score_key"]
    facts = {"players": [1, 2], "places": [1, 2]}
    status, _said = post(f"{sessions}{id}/rounds/", key, id=str(uuid4()), facts=facts)
    assert status == 500
    return [*NAMES, id, key, '"places"']


@pytest.mark.parametrize("fault", ["broken", "talkative"])
def test_a_report_tells_where_it_failed_and_nothing_of_the_table(
    fault: str, tmp_path: Path, fresh_database: str
) -> None:
    with collector() as (dsn, arrived):
        program = (*FAULTY, fault)
        with serving(
            tmp_path, program=program, SENTRY_DSN=dsn, DATABASE_URL=fresh_database
        ) as server:
            secrets = failing_round(server)
            assert until(lambda: bool(arrived))
        report = b"".join(arrived).decode()
    assert '"ValueError"' in report
    assert "faulty.py" in report
    found = [each for each in secrets if each in report or json.dumps(each)[1:-1] in report]
    assert bool(found) == (fault == "talkative"), found


def test_nothing_is_sent_unless_it_is_asked_for(tmp_path: Path, fresh_database: str) -> None:
    with serving(tmp_path, program=(*FAULTY, "broken"), DATABASE_URL=fresh_database) as server:
        failing_round(server)
        assert "sentry" not in Path(f"/proc/{server.process.pid}/maps").read_text()


def test_an_address_that_is_none_is_refused_with_its_name(tmp_path: Path) -> None:
    answer = manage(tmp_path, "check", SENTRY_DSN="sentry.example")
    assert answer.returncode == 1
    assert "SENTRY_DSN" in answer.stderr
