"""Connections are looked at in place: whatever else the process has open stays as it is."""

import sqlite3
import subprocess
import sys
from contextlib import closing
from pathlib import Path

import pytest

from ledger.common.lan import many_peoples, network

HOLD = """
import sqlite3, sys
from ledger.management import crowds
ledger = sqlite3.connect(sys.argv[1])
ledger.execute("BEGIN IMMEDIATE")
{look}
print("held", flush=True)
sys.stdin.read()
"""
LOOK = "crowds._look({}, [8000], [])"
COPY = "import os; [os.close(os.dup(each)) for each, _ in crowds._open_files()]"


def is_locked(file: Path) -> bool:
    with closing(sqlite3.connect(file, timeout=0)) as other:
        try:
            other.execute("BEGIN IMMEDIATE")
        except sqlite3.OperationalError:
            return True
    return False


@pytest.mark.parametrize(("look", "locked"), [(LOOK, True), (COPY, False)])
def test_a_look_at_all_files_takes_no_lock_of_the_ledger_away(
    look: str, locked: bool, tmp_path: Path
) -> None:
    """The control closes a copy of each."""
    file = tmp_path / "ledger.sqlite3"
    command = [sys.executable, "-c", HOLD.format(look=look), str(file)]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE) as holder:
        assert holder.stdout
        assert holder.stdout.readline() == b"held\n"
        assert is_locked(file) is locked
        holder.communicate()


def test_a_proxy_with_an_ipv6_address_is_no_crowd() -> None:
    apart = many_peoples(["2001:db8::7"])
    assert {network(each) for each in ("2001:db8::7", "::1", "127.0.0.1")} <= apart
    assert network("2001:db9::7") not in apart
