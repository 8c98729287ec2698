"""What the web server asks of the system it runs on."""

import resource
import subprocess
import sys

import pytest

from ledger.management.server import CONNECTIONS, RESERVED_FILES, open_files
from tests.running.server import ROOT

ENOUGH, INFINITE = CONNECTIONS + RESERVED_FILES, resource.RLIM_INFINITY


@pytest.mark.parametrize(
    ("soft", "hard", "files"),
    [
        *((256, INFINITE, ENOUGH), (INFINITE, INFINITE, ENOUGH)),
        *((1024, 1_048_576, ENOUGH), (65_536, 65_536, ENOUGH)),
        *((256, 1024, 1024), (1024, 1024, 1024)),
    ],
)
def test_as_many_files_as_a_worker_needs_are_asked_for_and_never_infinitely_many(
    monkeypatch: pytest.MonkeyPatch, soft: int, hard: int, files: int
) -> None:
    """macOS says that its hard limit is infinite, and refuses to make the other one so."""
    limits = [soft]

    def change(_kind: int, wanted: tuple[int, int]) -> None:
        if wanted[0] == INFINITE or wanted[1] != hard:
            raise ValueError("current limit exceeds maximum limit")
        limits.append(wanted[0])

    monkeypatch.setattr(resource, "getrlimit", lambda _kind: (soft, hard))
    monkeypatch.setattr(resource, "setrlimit", change)
    assert open_files() == files
    assert limits[-1] == INFINITE or limits[-1] >= files


UNFIT = {
    "Windows": "sys.platform = 'win32'",
    "an Intel Mac": "import platform; sys.platform = 'darwin'; platform.machine = lambda: 'x86_64'",
    "32 bits": "sys.maxsize = 2**31 - 1",
}
START = """
import sys
{}
sys.modules |= dict.fromkeys(["fcntl", "django", "environs"])
import manage
manage.main()
"""


@pytest.mark.parametrize("system", UNFIT)
def test_where_it_does_not_run_it_says_so_in_a_sentence(system: str) -> None:
    command = [sys.executable, "-c", START.format(UNFIT[system]), "serve"]
    ended = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    assert (ended.returncode, ended.stdout) == (1, "")
    (line,) = ended.stderr.splitlines()
    assert "WSL" in line
    assert "container" in line
