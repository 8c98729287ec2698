"""The service behind a real Caddy with the site file that is shipped."""

import json
import os
import re
import ssl
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from http.client import HTTPResponse, HTTPSConnection
from http.cookies import SimpleCookie
from pathlib import Path
from urllib.parse import urlencode
from uuid import uuid4

import pytest

from tests.deploy.folder import DEPLOY
from tests.running.needs import program_path
from tests.running.ports import free_port
from tests.running.server import Server, serving, until

pytestmark = pytest.mark.full
ONLINE = {"HTTPS": "1", "TRUSTED_PROXIES": "127.0.0.1", "ALLOWED_HOSTS": "localhost"}


@contextmanager
def caddy(folder: Path, service: int) -> Iterator[tuple[int, ssl.SSLContext]]:
    """Its port, and what trusts the authority that it makes for localhost."""
    port, plain = free_port(), free_port()
    (folder / "Caddyfile").write_text(
        "{\n\tadmin off\n\tskip_install_trust\n\tauto_https disable_redirects\n"
        f"\thttp_port {plain}\n}}\nimport {DEPLOY / 'Caddyfile'}\n"
    )
    told = {"SITE": f"https://localhost:{port}", "SERVICE": f"127.0.0.1:{service}"}
    home = {"HOME": str(folder), "XDG_DATA_HOME": str(folder), "XDG_CONFIG_HOME": str(folder)}
    command = [program_path("caddy"), "run", "--config", folder / "Caddyfile"]
    with (folder / "log").open("wb") as log:
        process = subprocess.Popen(command, env=os.environ | told | home, stderr=log)
    root = folder / "caddy/pki/authorities/local/root.crt"
    try:
        assert until(lambda: root.exists() and answers(port, root)), (folder / "log").read_text()
        yield port, ssl.create_default_context(cafile=root)
    finally:
        process.kill()  # it would wait for open streams
        process.wait()


def answers(port: int, root: Path) -> bool:
    connection = HTTPSConnection(
        "localhost", port, context=ssl.create_default_context(cafile=root), timeout=10
    )
    try:
        connection.request("GET", "/health/ready")
        return connection.getresponse().status == 200
    except OSError:
        return False
    finally:
        connection.close()


@pytest.fixture
def server(tmp_path: Path, fresh_database: str) -> Iterator[Server]:
    with serving(tmp_path / "data", DATABASE_URL=fresh_database, **ONLINE) as running:
        yield running


@dataclass
class Visitor:
    """A browser at the proxy: what it was given, and what it asks."""

    port: int
    trusted: ssl.SSLContext
    cookies: SimpleCookie = field(default_factory=SimpleCookie)

    def send(self, method: str, path: str, body: str | None = None, **more: str) -> HTTPResponse:
        connection = HTTPSConnection("localhost", self.port, context=self.trusted, timeout=60)
        told = "; ".join(f"{name}={each.value}" for name, each in self.cookies.items())
        here = {"Cookie": told, "Origin": f"https://localhost:{self.port}"}
        connection.request(method, path, body, {**here, **more})
        answer = connection.getresponse()
        for cookie in answer.headers.get_all("set-cookie", []):
            self.cookies.load(cookie)
        return answer

    def post(self, path: str, body: object, key: str) -> HTTPResponse:
        more = {"Content-Type": "application/json"} | (
            {"Authorization": f"Bearer {key}"} if key else {}
        )
        return self.send("POST", path, json.dumps(body), **more)


def test_a_table_is_opened_played_and_followed_through_it(server: Server, tmp_path: Path) -> None:
    (folder := tmp_path / "caddy").mkdir()
    with caddy(folder, server.port) as (port, trusted):
        visitor = Visitor(port, trusted)
        page = visitor.send("GET", "/join/")
        assert page.status == 200
        assert "Secure" in page.headers["set-cookie"]
        assert "max-age=31536000" in page.headers["strict-transport-security"]

        opening = {"rules": "tien_len", "bet_unit": 2000, "players": ["An", "Bình"]}
        told = json.loads(visitor.post("/api/v1/sessions/", opening, "").read())
        (token,) = set(re.findall(rb'csrfmiddlewaretoken" value="(\w+)"', page.read()))
        link = f"{told['id']}.{told['view_key']}"
        form = urlencode({"csrfmiddlewaretoken": token.decode(), "link": link})
        kind = {"Content-Type": "application/x-www-form-urlencoded"}
        assert visitor.send("POST", "/join/", form, **kind).status == 302

        stream = visitor.send("GET", f"/t/{told['id']}/live/")
        assert stream.headers["content-type"].startswith("text/event-stream")
        round = {"id": str(uuid4()), "facts": {"players": [1, 2], "places": [1, 2]}}
        here = f"/api/v1/sessions/{told['id']}/rounds/"
        assert visitor.post(here, round, told["score_key"]).status == 201
        assert visitor.post(here, round, told["score_key"]).status == 200
        heard = stream.read1(4096)
        while b"data" not in heard:
            heard += stream.read1(4096)


def test_the_port_behind_it_sends_visitors_to_https(server: Server) -> None:
    answer = server.get("/", Host="localhost")
    assert answer.status == 301
    assert answer.headers["location"].startswith("https://localhost")
