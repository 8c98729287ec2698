"""A small ledger of whole evenings; `python -m tests.benchmarks.evenings` makes a big one."""

import os
import subprocess
import sys

import pytest

from tests.databases import PostgresDatabases, SqliteDatabases
from tests.running.server import PATIENCE, ROOT
from tests.trust import Tell, in_full


@pytest.mark.trust("R9", "R11")
@in_full("entries", 2000, 8000)
def test_evenings_are_migrated_over_checked_copied_in_use_and_put_back(
    databases: SqliteDatabases | PostgresDatabases, entries: int, tell: Tell
) -> None:
    """Its last step is its control: one amount is changed in the copy, and must be found."""
    with databases.fresh() as url, databases.empty() as other:
        ran = subprocess.run(
            [sys.executable, "-m", "tests.benchmarks.evenings", str(entries)],
            cwd=ROOT,
            env=os.environ | {"DATABASE_URL": url, "RESTORE_URL": other},
            capture_output=True,
            text=True,
            timeout=9 * PATIENCE,
            check=False,
        )
    assert ran.returncode == 0, ran.stdout + ran.stderr
    for line in ran.stdout.splitlines():
        if line.startswith("check_ledger"):
            tell(line)
