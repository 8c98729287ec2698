"""Phones that watch a table of a real server, over sockets, as many as wanted."""

import asyncio
import contextlib
import json
import random
import re
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass, field
from http import HTTPStatus
from pathlib import Path
from urllib.parse import urlencode
from uuid import uuid4

from tests.running.server import Server

FACTS = {"players": [1, 2, 3, 4], "places": [2, 1, 4, 3]}
LOST = (0.35, 0.65)
"""Seconds after which the page's script comes back when its stream breaks."""


class BusyError(Exception):
    """The service says that it saved nothing, and that the same may be sent again."""


@dataclass(frozen=True)
class Watched:
    """A session on a server: its keys, and the cookie of a phone that came by the view link."""

    server: Server
    id: str
    key: str
    cookie: str

    @classmethod
    def opened(cls, server: Server) -> "Watched":
        names = {"rules": "tien_len", "bet_unit": 2000, "players": ["An", "Bình", "Cường", "Dũng"]}
        table = _call(server, "sessions/", names)
        return cls(server, table["id"], table["score_key"], _joined(server, table))

    def record(self, submission: str = "") -> int:
        """One round more; its number. Raises BusyError."""
        body = {"id": submission or str(uuid4()), "facts": FACTS}
        return int(_call(self.server, f"sessions/{self.id}/rounds/", body, self.key)["number"])

    def renew(self) -> None:
        """Another view link, as the scorer's phone asks for it."""
        cookie, token = form(self.server)
        scorer = post(self.server, "/join/", cookie, token, {"link": f"#{self.id}.{self.key}"})
        renew = f"/t/{self.id}/share/view/renew/"
        post(self.server, renew, f"{cookie}; {scorer}", token, {})


@dataclass
class Viewer:
    """One phone with its stream: what it heard, and how often it had to come back."""

    watched: Watched
    heard: list[int] = field(default_factory=list)
    gone: bool = False
    opened: int = 0
    is_open: bool = False
    news: asyncio.Event = field(default_factory=asyncio.Event)

    async def watch(self) -> None:
        """Hold a stream open until the key is renewed; come back whenever it breaks."""
        while not self.gone:
            with contextlib.suppress(OSError, asyncio.IncompleteReadError):
                await self._listen()
            self.is_open = False
            if not self.gone:
                await asyncio.sleep(random.uniform(*LOST))

    async def hears(self, number: int) -> None:
        """Wait for this number, or a later one."""
        while not self.heard or self.heard[-1] < number:
            self.news.clear()
            await self.news.wait()

    async def _listen(self) -> None:
        reader, writer = await asyncio.open_connection("127.0.0.1", self.watched.server.port)
        try:
            writer.write(self._request())
            while line := await reader.readline():
                self._take(line.decode().strip())
        finally:
            writer.close()

    def _request(self) -> bytes:
        lines = [
            f"GET /t/{self.watched.id}/live/ HTTP/1.1",
            "Host: localhost",
            f"Cookie: {self.watched.cookie}",
        ]
        return "\r\n".join([*lines, "", ""]).encode()

    def _take(self, line: str) -> None:
        if line == "data: gone":
            self.gone = True
        elif line.startswith("data: "):
            self.opened += not self.is_open
            self.is_open = True
            self.heard.append(int(line.split()[1]))
            self.news.set()


def workers(server: Server) -> list[int]:
    """The processes that answer: those that the server has started."""
    return list(children(server.process.pid))


def spawned(pid: int) -> list[int]:
    """The processes that one has started to share its work."""
    return [child for child in children(pid) if b"spawn_main" in _about(child, "cmdline")]


def memory(pid: int) -> int:
    """Bytes that a process holds in memory."""
    match = re.search(rb"VmRSS:\s+(\d+) kB", _about(pid, "status"))
    assert match
    return int(match[1]) * 1024


def processor_time(pid: int) -> int:
    """What a process has used of a core so far, in hundredths of a second."""
    after_name = _about(pid, "stat").rpartition(b")")[2].split()
    return int(after_name[11]) + int(after_name[12])


def children(pid: int) -> Iterator[int]:
    """Those of a process that live, whichever thread began them; a thread may end meanwhile."""
    for thread in Path(f"/proc/{pid}/task").iterdir():
        with suppress(FileNotFoundError, ProcessLookupError):
            for child in map(int, (thread / "children").read_bytes().split()):
                if b"State:\tZ" not in _about(child, "status"):
                    yield child


def _about(pid: int, what: str) -> bytes:
    return Path(f"/proc/{pid}/{what}").read_bytes()


def a_round(session_id: str, key: str, submission: str) -> tuple[str, str, str, dict[str, str]]:
    """How a program records a round: method, path, body and headers of the request."""
    headers = {"Content-Type": "application/json", "Authorization": f"Bearer {key}"}
    body = json.dumps({"id": submission, "facts": FACTS})
    return "POST", f"/api/v1/sessions/{session_id}/rounds/", body, headers


def _call(server: Server, path: str, body: object, key: str = "") -> dict[str, str]:
    headers = {"Content-Type": "application/json", "Authorization": f"Bearer {key}"}
    connection = server.connect()
    connection.request("POST", f"/api/v1/{path}", json.dumps(body), headers)
    answer = connection.getresponse()
    result: dict[str, str] = json.loads(answer.read())
    if answer.status == HTTPStatus.SERVICE_UNAVAILABLE:
        raise BusyError(result)
    assert answer.status in (200, 201), result
    return result


def _joined(server: Server, table: dict[str, str]) -> str:
    """The cookie that a phone keeps which came by the view link."""
    cookie, token = form(server)
    link = {"link": f"#{table['id']}.{table['view_key']}"}
    return post(server, "/join/", cookie, token, link)


def form(server: Server) -> tuple[str, str]:
    answer = server.get("/join/")
    token = re.search(rb'name="csrfmiddlewaretoken" value="(\w+)"', answer.body)
    assert token
    return answer.headers["Set-Cookie"].partition(";")[0], token[1].decode()


def post(server: Server, path: str, cookie: str, token: str, fields: dict[str, str]) -> str:
    """Send a form; the cookie that the answer sets."""
    connection = server.connect()
    body = urlencode(fields | {"csrfmiddlewaretoken": token})
    headers = {"Content-Type": "application/x-www-form-urlencoded", "Cookie": cookie}
    connection.request("POST", path, body, headers)
    answer = connection.getresponse()
    assert answer.status == 302, answer.read()
    return answer.headers["Set-Cookie"].partition(";")[0]
