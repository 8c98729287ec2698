"""The service behind a real Caddy with the site file that is shipped."""

import json
import re
import socket
import ssl
import subprocess
from collections.abc import Iterator
from dataclasses import dataclass, field
from http.client import HTTPResponse, HTTPSConnection
from http.cookies import SimpleCookie
from pathlib import Path
from urllib.parse import urlencode
from uuid import uuid4

import pytest

from ledger.management.server import HEADER_MILLISECONDS
from tests.deploy.folder import DEPLOY
from tests.running.caddy import ONLINE, Proxy, caddy
from tests.running.guests import OPENING
from tests.running.needs import program_path
from tests.running.server import Server, serving

pytestmark = pytest.mark.full
ALL = 999
"""Openings that are left to who has opened one."""


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
        cookies = "; ".join(f"{name}={each.value}" for name, each in self.cookies.items())
        here = {"Cookie": cookies, "Origin": f"https://localhost:{self.port}"}
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
    with caddy(folder, server.port) as proxy:
        visitor = Visitor(proxy.port, proxy.trusted)
        page = visitor.send("GET", "/join/")
        assert page.status == 200
        assert "Secure" in page.headers["set-cookie"]
        assert "max-age=31536000" in page.headers["strict-transport-security"]

        opening = {"rules": "tien_len", "bet_unit": 2000, "players": ["An", "Bình"]}
        table = json.loads(visitor.post("/api/v1/sessions/", opening, "").read())
        (token,) = set(re.findall(rb'csrfmiddlewaretoken" value="(\w+)"', page.read()))
        link = f"{table['id']}.{table['view_key']}"
        form = urlencode({"csrfmiddlewaretoken": token.decode(), "link": link})
        kind = {"Content-Type": "application/x-www-form-urlencoded"}
        assert visitor.send("POST", "/join/", form, **kind).status == 302

        stream = visitor.send("GET", f"/t/{table['id']}/live/")
        assert stream.headers["content-type"].startswith("text/event-stream")
        round = {"id": str(uuid4()), "facts": {"players": [1, 2], "places": [1, 2]}}
        here = f"/api/v1/sessions/{table['id']}/rounds/"
        assert visitor.post(here, round, table["score_key"]).status == 201
        assert visitor.post(here, round, table["score_key"]).status == 200
        heard = stream.read1(4096)
        while b"data" not in heard:
            heard += stream.read1(4096)


def test_the_port_behind_it_sends_visitors_to_https(server: Server) -> None:
    answer = server.get("/", Host="localhost")
    assert answer.status == 301
    assert answer.headers["location"].startswith("https://localhost")


def test_openings_are_counted_for_who_visits_and_not_for_the_proxy(
    server: Server, tmp_path: Path
) -> None:
    (folder := tmp_path / "caddy").mkdir()
    with caddy(folder, server.port) as proxy:
        for number in range(5):
            left(proxy, "127.0.0.2", f"203.0.113.{number}")
            left(proxy, "::1", f"203.0.113.{number}")
        assert left(proxy, "127.0.0.2") < ALL == left(proxy, "127.0.0.3")
    neighbours, others = "::2", "2001:db8::1"  # by IPv6 a /64 is one visitor
    assert left(server, "127.0.0.1", neighbours) < ALL == left(server, "127.0.0.1", others)


def left(there: Proxy | Server, address: str, claim: str = "") -> int:
    """Openings that are left to who opens a table from an address and claims to be another."""
    trusted = there.trusted if isinstance(there, Proxy) else None
    connection = HTTPSConnection("localhost", there.port)
    host = "::1" if ":" in address else "127.0.0.1"
    plain = socket.create_connection((host, there.port), 60, (address, 0))
    connection.sock = trusted.wrap_socket(plain, server_hostname="localhost") if trusted else plain
    headers = {"Content-Type": "application/json", "X-Forwarded-Proto": "https"}
    headers |= {"X-Forwarded-For": claim} if claim else {}
    connection.request("POST", "/api/v1/sessions/", json.dumps(OPENING), headers)
    answer = connection.getresponse()
    assert answer.status == 201
    return int(answer.headers["RateLimit"].partition(";r=")[2].partition(";")[0])


def test_no_connection_to_the_service_is_kept_for_longer_than_the_service_keeps_it() -> None:
    words = [program_path("caddy"), "adapt", "--config", DEPLOY / "Caddyfile"]
    adapted = subprocess.run(words, check=True, capture_output=True, text=True).stdout
    (nanoseconds,) = re.findall(r'"idle_timeout":(\d+)', adapted)
    assert int(nanoseconds) < HEADER_MILLISECONDS * 1_000_000
