"""Whatever is done, the n-th call of the system fails: nothing saved is lost, nothing half kept."""

import subprocess
import sys
from random import SystemRandom

import pytest
from django.db import connection

from tests.databases import ROOT
from tests.running.needs import lacking
from tests.stories.failing_calls.kernel import is_able
from tests.trust import Tell

pytestmark = [
    pytest.mark.full,
    pytest.mark.skipif(connection.vendor != "sqlite", reason="about the files of SQLite"),
]
CASES = 30
"""Of each journal, others in each run; the command without --sample tries all."""


def tried(*words: str) -> subprocess.CompletedProcess[str]:
    if not is_able():
        lacking("this machine has its system calls by other numbers")
    command = [sys.executable, "-m", "tests.stories.failing_calls", *words]
    return subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)


@pytest.mark.trust("R8")
@pytest.mark.parametrize("journal", ["WAL", "DELETE"])
def test_what_is_done_while_a_call_fails_is_whole_or_not_there(journal: str, tell: Tell) -> None:
    seed = SystemRandom().randrange(10**6)
    run = tried(journal, "--sample", str(CASES), "--seed", str(seed))
    assert run.returncode == 0, run.stdout + run.stderr
    tell(f"{journal}, seed {seed}: {run.stdout.splitlines()[-1]}")


@pytest.mark.trust("R8", control=True)
@pytest.mark.parametrize("fault", ["deaf", "halves"])
def test_a_service_that_is_deaf_to_failures_or_commits_in_pieces_is_found(
    fault: str, tell: Tell
) -> None:
    run = tried("DELETE", "record", "--sample", "12", "--seed", "1", "--fault", fault)
    assert run.returncode == 1, run.stdout + run.stderr
    tell(f"{fault}: {run.stdout.splitlines()[-1]}")
