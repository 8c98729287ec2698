"""Four cells behind a Caddy, as ledger/docs/operate.md has them; two of their databases die.

One comes back as it was, the other has lost its folder and is restored alone from a copy.
"""

import json
import os
import re
import shutil
import signal
import subprocess
import sys
from collections.abc import Iterator, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import ExitStack, contextmanager, suppress
from dataclasses import dataclass, field
from http.client import HTTPException
from pathlib import Path
from typing import Any
from urllib.error import HTTPError
from urllib.request import Request, urlopen
from uuid import uuid4

import pytest

from tests.nodes.cluster import a_folder, a_network
from tests.nodes.node import Node
from tests.nodes.page import PAGE, PASSWORD, block, url
from tests.nodes.postgresql import DATABASE, programs, run
from tests.running.needs import program_path
from tests.running.ports import free_port
from tests.running.server import ROOT, environment, manage, until
from tests.running.viewers import FACTS
from tests.trust import Tell

pytestmark = pytest.mark.postgres

LETTERS = "abcd"
SAME = {"SECRET_KEY": "a-secret-of-four-cells-that-is-long-enough"}
SESSIONS = "/api/v1/sessions/"
NEW = {"rules": "tien_len", "bet_unit": 2000, "players": ["An", "Bình", "Cúc", "Dũng"]}


@dataclass
class Cell:
    """A PostgreSQL of one's own and the service that keeps its tables there."""

    letter: str
    address: str
    folder: Path
    node: Node = field(init=False)
    rounds: list[str] = field(default_factory=list)
    """The ids of those that were called saved."""
    table: Any = None

    def start_database(self) -> None:
        """Again and again, as systemd does, while what is left of a killed one is in its way."""
        assert until(self._starts)

    def _starts(self) -> bool:
        words = f"-c listen_addresses={self.address} -c unix_socket_directories= -c fsync=off"
        data = ("-D", self.folder / "data", "-l", self.folder / "log")
        with suppress(subprocess.CalledProcessError):
            run("pg_ctl", *data, "-w", "-o", words, "start")
            return True
        return False

    def stop_database(self) -> None:
        with suppress(subprocess.CalledProcessError):  # one that was killed, where a test failed
            run("pg_ctl", "-D", self.folder / "data", "-m", "immediate", "stop")

    def kill_database(self) -> None:
        """All of its processes at once."""
        first = int((self.folder / "data/postmaster.pid").read_text().split()[0])
        children = Path(f"/proc/{first}/task/{first}/children").read_text(encoding="ascii")
        for process in (first, *map(int, children.split())):
            os.kill(process, signal.SIGKILL)

    def lose_database(self) -> None:
        """An empty PostgreSQL in the place of all there was."""
        shutil.rmtree(self.folder / "data")
        self.make_database()

    def make_database(self) -> None:
        owner = ("-U", "postgres", "-A", "scram-sha-256", "--pwfile", self.folder / "password")
        run("initdb", "-D", self.folder / "data", *owner, "-E", "UTF8", "-N")
        self.start_database()

    def start(self, data: Path) -> None:
        """The database, and the service before it."""
        self.start_database()
        self.node = Node(data, **self.settings)

    def stop_service(self) -> None:
        if hasattr(self, "node"):  # or it never came up
            self.node.kill()

    @property
    def settings(self) -> dict[str, str]:
        path = f"{programs()}:{os.environ['PATH']}"
        own = {"DATABASE_URL": self.url, "TRUSTED_PROXIES": "127.0.0.1", "PATH": path}
        return SAME | own

    def back_up(self, copy: Path) -> None:
        done = manage(self.node.data, "backup", str(copy), **self.settings)
        assert done.returncode == 0, done.stderr

    def restore(self, copy: Path) -> str:
        """The page's commands, but that the service is one of ours; what they say."""
        stop, *commands, start = block("one cell").splitlines()
        assert (stop, start) == ("systemctl stop card-table-ledger", stop.replace("stop", "start"))
        self.node.kill()
        try:
            return self._carried_out("\n".join(commands), copy)
        finally:
            self.node.server = self.node.start()

    def _carried_out(self, script: str, copy: Path) -> str:
        for theirs, here in (
            ("ledger:a-third-password@10.0.2.1", f"postgres:{PASSWORD}@{self.address}"),
            ("/opt/card-table-ledger", str(ROOT)),
            ("/var/lib/card-table-ledger", str(self.node.data)),
            (".venv/bin/python", sys.executable),
            ("/var/backups/so-diem-2026-11-21", str(copy)),
        ):
            assert theirs in script, theirs
            script = script.replace(theirs, here)
        bash = ["bash", "-euc", script]
        variables = environment(self.node.data, **self.settings)
        done = subprocess.run(bash, env=variables, capture_output=True, text=True, check=False)
        assert done.returncode == 0, done.stderr
        return done.stdout

    @property
    def url(self) -> str:
        """That of the page, for this cell's database and its owner."""
        there = url("cell", "").replace("10.0.1.1", self.address).replace("cell=a", "cell=")
        owner = f"postgres:{PASSWORD}"
        return there.replace("ledger:a-third-password", owner) + self.letter

    def record(self, port: int, id: str = "") -> int:
        """Send a round by this port; the status of its answer."""
        body, path = {"id": id or str(uuid4()), "facts": FACTS}, f"{SESSIONS}{self.table['id']}/"
        status, _body = asked(port, f"{path}rounds/", body, self.table["score_key"])
        self.rounds += [str(body["id"])] * (status in (200, 201))
        return status

    def recorded(self, port: int) -> list[str]:
        """The ids of all rounds that are there, oldest first."""
        path, ids = f"{SESSIONS}{self.table['id']}/rounds/?page_size=100", []
        while path:
            page = asked(port, path, key=self.table["score_key"])[1]
            ids += [each["id"] for each in page["results"]]
            path = (page["next"] or "").partition(f":{port}")[2]
        return ids[::-1]


@contextmanager
def proxy(folder: Path, cells: Sequence[Cell]) -> Iterator[int]:
    """The page's Caddy before them; the port it listens on."""
    port, text = free_port(), re.findall(r"^```caddy cells\n(.*?)^```$", PAGE, re.M | re.S)[0]
    for number, cell in enumerate(cells, start=1):
        assert f"10.0.{number}.1:8000" in text
        text = text.replace(f"10.0.{number}.1:8000", f"127.0.0.1:{cell.node.port}")
    text = text.replace("ban.example", f"http://localhost:{port}")
    (folder / "Caddyfile").write_text(f"{{\n\tadmin off\n}}\n{text}")
    home = {"HOME": str(folder), "XDG_DATA_HOME": str(folder), "XDG_CONFIG_HOME": str(folder)}
    command = [program_path("caddy"), "run", "--config", folder / "Caddyfile"]
    with (folder / "caddy.log").open("wb") as log:
        process = subprocess.Popen(command, env=os.environ | home, stderr=log)
    try:
        assert until(lambda: asked(port, "/health/live")[0] == 200)
        yield port
    finally:
        process.kill()
        process.wait()


def asked(port: int, path: str, body: object = None, key: str = "") -> tuple[int, Any]:
    """The status of an answer, 0 for none, and its JSON."""
    headers = {"Content-Type": "application/json", "Authorization": f"Bearer {key}"}
    sent = None if body is None else json.dumps(body).encode()
    try:
        request = Request(f"http://localhost:{port}{path}", sent, headers if key or sent else {})
        with urlopen(request, timeout=30) as answer:
            text = answer.read().decode()
            return answer.status, json.loads(text) if text.startswith("{") else text
    except HTTPError as refused:
        return refused.code, None
    except (OSError, HTTPException):
        return 0, None


@pytest.fixture
def cells(tmp_path: Path) -> Iterator[list[Cell]]:
    """Each from the same empty ledger."""
    folder, network = a_folder(), a_network()
    all_cells = [Cell(each, f"{network}{at}", folder / each) for at, each in enumerate(LETTERS, 1)]
    with ExitStack() as running:
        running.callback(shutil.rmtree, folder)
        _make_first(all_cells[0])
        for cell in all_cells[1:]:
            subprocess.run(["cp", "-a", all_cells[0].folder, cell.folder], check=True)
        for cell in all_cells:
            running.callback(cell.stop_database)
            running.callback(cell.stop_service)
        with ThreadPoolExecutor() as at_once:
            [*at_once.map(lambda cell: cell.start(tmp_path / cell.letter), all_cells)]
        yield all_cells


def _make_first(cell: Cell) -> None:
    """A PostgreSQL with the tables of a ledger, at rest."""
    cell.folder.mkdir()
    shutil.chown(cell.folder, "postgres") if os.getuid() == 0 else None
    (cell.folder / "password").write_text(PASSWORD)
    cell.make_database()
    run(
        "psql",
        cell.url.partition("?")[0].replace(f"/{DATABASE}", "/postgres"),
        "-c",
        f"CREATE DATABASE {DATABASE}",
    )
    made = manage(cell.folder.parent / "made", "migrate", DATABASE_URL=cell.url, **SAME)
    assert made.returncode == 0, made.stderr
    run("pg_ctl", "-D", cell.folder / "data", "-m", "fast", "stop")


def test_two_of_four_die_and_one_is_restored_alone(
    cells: list[Cell], tmp_path: Path, tell: Tell
) -> None:
    first, second, *others = cells
    with proxy(tmp_path, cells) as port, ThreadPoolExecutor() as beside:
        for cell in cells:
            cell.table = asked(cell.node.port, SESSIONS, NEW)[1]
            assert cell.table["id"].startswith(cell.letter)
        assert saved(port, cells) == [201] * 20
        copied = list(second.rounds)
        recorded_while(beside.submit(second.back_up, tmp_path / "copy"), port, cells)
        for dead in (first, second):
            dead.kill_database()
        waiting = {cell.letter: str(uuid4()) for cell in (first, second)}
        assert {cell.record(port, waiting[cell.letter]) for cell in (first, second)} == {503}
        assert saved(port, others) == [201] * 10
        assert until(lambda: opens(port) in (each.letter for each in others))
        first.start_database()
        assert until(lambda: first.record(port, waiting["a"]) == 201)
        assert second.record(port, waiting["b"]) == 503
        assert until(lambda: saved(port, [first]) == [201] * 5)
        second.lose_database()
        restoring = beside.submit(second.restore, tmp_path / "copy")
        recorded_while(restoring, port, [first, *others])
        assert "The ledger is right" in restoring.result()
        at_the_copy, before = second.recorded(port), second.rounds
        assert copied == at_the_copy[: len(copied)]
        assert at_the_copy == before[: len(at_the_copy)]
        second.rounds = at_the_copy
        assert second.record(port, waiting["b"]) == 201
        assert saved(port, cells) == [201] * 20
        assert {cell.letter: cell.recorded(port) for cell in cells} == {
            cell.letter: cell.rounds for cell in cells
        }
        jar = tmp_path / "cookies"
        assert {joined(port, jar, cell) for cell in cells} == {"200"}
        assert {looked(port, jar, cell) for cell in cells} == {"200"}
    gone = len(before) - len(at_the_copy)
    text = f"2 killed, 1 restored alone without the {gone} after its copy, 0 lost elsewhere"
    tell(f"{sum(len(cell.rounds) for cell in cells)} rounds saved in 4 cells, {text}")


def recorded_while(work: Future[Any], port: int, cells: Sequence[Cell]) -> None:
    """Rounds in each, every one of them saved, until something else is done."""
    assert saved(port, cells) == [201] * 5 * len(cells)
    while not work.done():
        assert {cell.record(port) for cell in cells} == {201}
    work.result()


def saved(port: int, cells: Sequence[Cell]) -> list[int]:
    """The answers to five rounds in each."""
    return [cell.record(port) for _ in range(5) for cell in cells]


def opens(port: int) -> str:
    """The letter of the cell in which a table is opened, "" where none is."""
    table = asked(port, SESSIONS, NEW)[1]
    return str(table["id"][0]) if table else ""


def joined(port: int, jar: Path, cell: Cell) -> str:
    """The status that a phone gets in the end which posts the link of a table."""
    page = curl(jar, f"http://localhost:{port}/join/")
    token = re.findall(r'name="csrfmiddlewaretoken"\s+value="(\w+)"', page)[0]
    sent = ("--data-urlencode", f"link={cell.table['links']['score']}")
    sent += ("--data-urlencode", f"csrfmiddlewaretoken={token}")
    answer = curl(jar, *sent, f"http://localhost:{port}/join/")
    return answer.rpartition("\n")[2] if cell.table["id"] in answer else answer


def looked(port: int, jar: Path, cell: Cell) -> str:
    return curl(jar, f"http://localhost:{port}/t/{cell.table['id']}/").rpartition("\n")[2]


def curl(jar: Path, *words: str) -> str:
    """The page at the end of all redirections, and its status in a line of its own."""
    asks = [program_path("curl"), "-sSL", "-b", jar, "-c", jar, "-w", "\n%{http_code}", *words]
    return subprocess.run(asks, capture_output=True, text=True, check=True).stdout
