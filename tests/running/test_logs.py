"""What is written down about requests: enough to find one, and nothing that a visitor wrote."""

import json
import re
import signal
from collections.abc import Iterator
from pathlib import Path
from typing import Any
from urllib.parse import quote, urlencode

import pytest

from tests.running.server import Answer, Server, serving, until
from tests.running.viewers import FACTS

FAILING = ("-m", "tests.running.failing")
SECRET = "Bimat7431"
"""Stands in everything that the visitors of these tests write."""

NAMES = [f"An{SECRET}", f'"{SECRET}\\', f"=%s{SECRET}", f"<b>{SECRET}{{0}}"]
LOUD = {"LOG_LEVEL": "DEBUG", "ACCESS_LOG": "1", "LOG_FORMAT": "json", "BEHIND_PROXY": "1"}


class Visits:
    """Somebody who leaves words that nobody else may read wherever words can be left."""

    def __init__(self, server: Server) -> None:
        self.server = server
        self.secrets = {SECRET}

    def send(self, method: str, path: str, body: str = "", **headers: str) -> Answer:
        connection = self.server.connect()
        connection.request(method, path, body.encode(), headers)
        answer = connection.getresponse()
        return Answer(answer.status, answer.headers, answer.read())

    def call(self, method: str, path: str, body: object, key: str = "") -> Any:
        sent = body if isinstance(body, str) else json.dumps(body)
        json_type = {"Content-Type": "application/json", "Authorization": f"Bearer {key}"}
        answer = self.send(method, f"/api/v1/{path}", sent, **json_type)
        return answer.status, json.loads(answer.body)

    def form(self, page: str, path: str, cookie: str = "", **fields: str) -> Answer:
        shown = self.server.get(page, Cookie=cookie)
        found = re.search(rb'name="csrfmiddlewaretoken" value="(\w+)"', shown.body)
        token = found[1].decode() if found else ""
        given = str(shown.headers["Set-Cookie"] or "").partition(";")[0]
        self.secrets |= {token, given} - {""}
        body = urlencode(fields | {"csrfmiddlewaretoken": token})
        form_type = {"Content-Type": "application/x-www-form-urlencoded"}
        return self.send("POST", path, body, Cookie=f"{cookie}; {given}", **form_type)

    def everywhere(self) -> None:
        self.by_the_api()
        self.by_the_pages()
        self.by_what_is_no_page()

    def by_the_api(self) -> None:
        table = {"rules": "tien_len", "bet_unit": 2000, "players": NAMES, "name": SECRET}
        status, told = self.call("POST", "sessions/", table)
        assert status == 201
        self.table = told
        self.secrets |= {told["id"], told["score_key"], told["view_key"]}
        rounds = f"sessions/{told['id']}/rounds/"
        sent = {"id": "8a5c1f6e-4a53-4f0b-9d2e-5b7f3c1a9e10", "facts": FACTS}
        assert self.call("POST", rounds, sent, told["score_key"])[0] == 201
        assert self.call("POST", rounds, sent, SECRET)[0] == 404
        assert self.call("POST", rounds, {SECRET: SECRET}, told["score_key"])[0] == 400
        assert self.call("POST", rounds, f'{{"{SECRET}', told["score_key"])[0] == 400
        assert self.call("POST", "sessions/", table | {"rules": SECRET})[0] == 400

    def by_the_pages(self) -> None:
        link = f"#{self.table['id']}.{self.table['score_key']}"
        joined = self.form("/join/", "/join/", link=link)
        assert joined.status == 302
        cookie = joined.headers["Set-Cookie"].partition(";")[0]
        self.secrets.add(cookie.partition("=")[2])
        page = f"/t/{self.table['id']}/"
        assert self.send("GET", f"{page}?{SECRET}={SECRET}", Cookie=cookie).status == 200
        assert self.form(page, f"{page}players/1/", cookie, name=f"{SECRET}\n").status < 500
        assert self.form(page, f"{page}say/", cookie, said=f"{SECRET} nhất").status < 500
        assert self.form(page, f"{page}rounds/", cookie, seats=SECRET).status < 500
        assert self.send("POST", f"{page}rounds/", SECRET, Cookie=cookie).status == 403
        login = {"username": f"staff{SECRET}", "password": f"word{SECRET}"}
        assert self.form("/admin/login/", "/admin/login/", **login).status < 500

    def by_what_is_no_page(self) -> None:
        words = quote(f"{SECRET}\nERROR {SECRET}")
        assert self.send("GET", f"/{SECRET}/{words}?key={SECRET}").status == 404
        assert self.send("GET", f"/api/v1/{SECRET}").status == 404
        assert self.send("GET", f"/static/{SECRET}.js").status == 404
        assert self.send("GET", "/", Host=f"{SECRET}.example").status == 400
        headers = {"Referer": SECRET, "User-Agent": SECRET, "X-Request-ID": f"{SECRET} {SECRET}"}
        assert self.send("GET", "/", Cookie=f"tables={SECRET}", **headers).status == 200
        assert self.send("GET", f"/fails/{SECRET}?number={SECRET}").status == 500

    def found_in(self, lines: list[str]) -> set[str]:
        text = "\n".join(lines)
        return {secret for secret in self.secrets if secret in text}


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    data = tmp_path_factory.mktemp("logs")
    with serving(data, program=FAILING, ALLOWED_HOSTS="127.0.0.1", **LOUD) as server:
        yield server


def written(server: Server, name: str) -> list[dict[str, Any]]:
    """What was written about one request, once its last line is there."""

    def lines() -> list[dict[str, Any]]:
        found = [json.loads(line) for line in server.lines]
        return [line for line in found if line["request_id"] == name]

    assert until(lambda: any(line["logger"] == "ledger.access.keys" for line in lines()))
    return lines()


def test_what_visitors_write_is_in_no_line(server: Server) -> None:
    visits = Visits(server)
    visits.everywhere()
    written(server, server.get("/health/live").headers["X-Request-ID"])
    assert len(visits.secrets) >= 8
    assert visits.found_in(server.lines) == set()


def test_a_log_that_is_written_plainly_tells_them(tmp_path: Path) -> None:
    """The control."""
    here = {"ALLOWED_HOSTS": "127.0.0.1", **LOUD}
    with serving(tmp_path, "--plainly", program=FAILING, **here) as server:
        visits = Visits(server)
        visits.everywhere()
        server.stop(signal.SIGTERM)
        assert until(lambda: bool(visits.found_in(server.lines)))
    assert visits.found_in(server.lines) >= {SECRET, visits.table["id"]}


def test_every_line_is_one_object_with_the_id_of_its_request(server: Server) -> None:
    answer = server.get("/t/nosuchid/rounds/7/?key=1")
    lines = written(server, answer.headers["X-Request-ID"])
    about, access = (line for line in lines if line["level"] != "DEBUG")
    assert about["level"] == "WARNING"
    assert about["message"] == "404 GET t/<str:session_id>/rounds/<number:number>/"
    assert access.keys() == {
        *("time", "level", "logger", "request_id", "message"),
        *("method", "route", "status", "ms"),
    }
    assert (access["method"], access["status"]) == ("GET", 404)
    assert access["route"] == "t/<str:session_id>/rounds/<number:number>/"
    assert access["ms"] > 0


def test_an_error_is_told_by_its_kind_and_place(server: Server) -> None:
    answer = server.get("/fails/word?number=none")
    lines = written(server, answer.headers["X-Request-ID"])
    (error,) = (line["error"] for line in lines if "error" in line)
    assert error[0] == "builtins.RuntimeError"
    assert "builtins.ValueError" in error
    assert any(re.search(r"tests/running/failing\.py:\d+ fails$", place) for place in error)


@pytest.mark.parametrize("path", ["/", "/no/such/page", "/health/ready", "/static/none.js"])
def test_every_answer_names_its_request_in_one_line(server: Server, path: str) -> None:
    name = server.get(path).headers["X-Request-ID"]
    assert re.fullmatch("[0-9a-f]{16}", name)
    lines = written(server, name)
    assert [line["logger"] for line in lines].count("ledger.access.keys") == 1


@pytest.mark.parametrize(
    ("sent", "kept"),
    [
        ("a-proxy.made_THIS-1", True),
        ("short", False),
        ("x" * 65, False),
        ("with spaces in it", False),
        ('quo"tes{}[]', False),
    ],
)
def test_the_id_of_a_proxy_is_kept_where_it_is_well_formed(
    server: Server, sent: str, kept: bool
) -> None:
    answered = server.get("/health/live", **{"X-Request-ID": sent}).headers["X-Request-ID"]
    assert (answered == sent) is kept


def test_a_log_for_programs_says_where_it_serves_and_shows_no_code_to_scan(
    server: Server,
) -> None:
    told = [json.loads(line)["message"] for line in server.lines]
    assert f"serving at http://localhost:{server.port}/" in told
