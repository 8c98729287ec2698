"""Systems that lack what most have: the service and its commands run there all the same."""

import os
import signal
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path
from uuid import uuid4

import pytest
from django.core.management.base import CommandError

from ledger.common import worker_pool
from tests.api.fuzzing import call
from tests.running.needs import lacking, uv_path
from tests.running.server import PATIENCE, ROOT, beginning, environment, started, until

pytestmark = pytest.mark.full
AS_MACOS = """
import multiprocessing, os, select
def fork():
    raise OSError("it is not safe there")
os.fork = fork
del select.epoll
multiprocessing.set_start_method("spawn")
"""
HIDE_SHARED_MEMORY = 'mount -t tmpfs -o ro,size=4k none /dev/shm && exec "$@"'
"""Android has no /dev/shm; one that cannot be written is no better."""
LACKING = {
    "fork and epoll, as on macOS": "import os; os.fork()",
    "/dev/shm, as on Android": "from multiprocessing import Lock; Lock()",
}
TABLE = {"rules": "tien_len", "bet_unit": 1000, "players": ["An", "Bình", "Cúc", "Dũng"]}
ROUND = {"facts": {"players": [1, 2, 3, 4], "places": [1, 2, 3, 4]}}

BUILT_FOR = (
    *("x86_64-unknown-linux-gnu", "aarch64-unknown-linux-gnu"),
    *("x86_64-unknown-linux-musl", "aarch64-unknown-linux-musl", "aarch64-apple-darwin"),
)


class System:
    """This machine without a thing that LACKING shows is not there."""

    def __init__(self, lacks: str, folder: Path) -> None:
        self.data, self._before = folder / "data", list[str]()
        variables = {}
        if "macOS" in lacks:
            variables = beginning(folder, AS_MACOS)
        else:
            alone = () if os.geteuid() == 0 else ("--map-root-user",)
            self._before = ["unshare", "--mount", *alone, "sh", "-c", HIDE_SHARED_MEMORY, "sh"]
        self.environment = environment(self.data, **variables)

    def command(self, *words: str) -> Sequence[str]:
        return [*self._before, sys.executable, *words]

    def run(self, *words: str) -> subprocess.CompletedProcess[str]:
        return subprocess.run(
            self.command(*words),
            cwd=ROOT,
            env=self.environment,
            capture_output=True,
            text=True,
            timeout=PATIENCE,
            check=False,
        )


@pytest.fixture(params=LACKING)
def system(request: pytest.FixtureRequest, tmp_path: Path) -> System:
    made = System(request.param, tmp_path)
    if made.run("-c", "").returncode:
        lacking("nothing can be mounted on this machine")
    assert "OSError" in made.run("-c", LACKING[request.param]).stderr
    return made


@pytest.mark.drawn(1)
def test_an_evening_is_played_kept_and_checked(system: System, tmp_path: Path) -> None:
    words = ("--workers", "2", "--bind", "0.0.0.0", "--https-port", "0")
    serve = system.command("manage.py", "serve")
    with started(serve, *words, cwd=ROOT, env=system.environment) as server:
        table = call(server, "POST", "/api/v1/sessions/", TABLE)
        at, key = f"/api/v1/sessions/{table['id']}/", table["score_key"]
        call(server, "POST", f"{at}rounds/", {"id": str(uuid4()), **ROUND}, key)
        assert until(lambda: server.listens(server.safe_port))
        assert server.stop(signal.SIGTERM) == 0
    copy = str(tmp_path / "copy")
    checked = ("check_ledger", "--processes", "2")
    for each in (("demo",), checked, ("backup", copy), ("restore", "--replace", copy)):
        ended = system.run("manage.py", *each)
        assert (ended.returncode, ended.stderr) == (0, "")
    with started(serve, cwd=ROOT, env=system.environment) as server:
        assert call(server, "GET", at, key=key)["round_count"] == 1


@pytest.mark.drawn(2)
@pytest.mark.parametrize("python", ["3.11", "3.14"])
@pytest.mark.parametrize("target", BUILT_FOR)
def test_nothing_is_compiled_where_it_is_installed(target: str, python: str) -> None:
    words = ("--python-platform", target, "--python-version", python, "--only-binary", ":all:")
    command = (uv_path(), "pip", "compile", "--quiet", *words, "--extra", "postgres")
    done = subprocess.run(
        [*command, "pyproject.toml"], cwd=ROOT, capture_output=True, text=True, check=False
    )
    assert (done.returncode, done.stderr) == (0, "")
    assert "\ngranian==" in done.stdout


@pytest.mark.parametrize(
    ("function", "error"), [("refuse", CommandError), ("be_killed", EOFError), ("fail", EOFError)]
)
def test_how_work_apart_ended_is_known(
    monkeypatch: pytest.MonkeyPatch, function: str, error: type[Exception]
) -> None:
    monkeypatch.setattr(worker_pool, "get_start_method", lambda: "spawn")
    with pytest.raises(error):
        list(worker_pool.apart(f"{__name__}.{function}", PATIENCE))


def refuse() -> None:
    raise CommandError("not here")


def be_killed() -> None:
    os.kill(os.getpid(), signal.SIGKILL)


def fail() -> None:
    raise ValueError("of no command")
