"""A process that is started keeps a terminal's Ctrl-C until it says what that does."""

import subprocess
import sys
from pathlib import Path

import pytest

from tests.running.server import ROOT

STARTS = """
import signal
from multiprocessing import get_context
from ledger.common.worker_pool import start

def say():
    print(signal.SIGINT in signal.pthread_sigmask(signal.SIG_BLOCK, []))

if __name__ == "__main__":
    for _time in range(2):
        process = get_context("spawn").Process(target=say)
        {start}
        process.join()
"""


@pytest.mark.parametrize(
    ("start", "keeps"), [("start(process)", "True"), ("process.start()", "False")]
)
def test_the_first_one_and_those_after_it_keep_it(tmp_path: Path, start: str, keeps: str) -> None:
    """Python's own tracker begins with the first, and lets signals through."""
    program = tmp_path / "starts.py"
    program.write_text(STARTS.format(start=start))
    words = [sys.executable, str(program)]
    own = {"PYTHONPATH": str(ROOT)}
    ran = subprocess.run(words, env=own, capture_output=True, text=True, check=True)
    assert ran.stdout.split() == [keeps, keeps]
