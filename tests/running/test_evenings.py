"""A small ledger of whole evenings; `python -m tests.benchmarks.evenings` makes a big one."""

import os
import subprocess
import sys

from tests.databases import PostgresDatabases, SqliteDatabases
from tests.running.server import PATIENCE, ROOT


def test_evenings_are_migrated_over_checked_copied_in_use_and_put_back(
    databases: SqliteDatabases | PostgresDatabases,
) -> None:
    """Its last step is its control: one amount is changed in the copy, and must be found."""
    with databases.fresh() as url, databases.empty() as other:
        ran = subprocess.run(
            [sys.executable, "-m", "tests.benchmarks.evenings", "1500"],
            cwd=ROOT,
            env=os.environ | {"DATABASE_URL": url, "RESTORE_URL": other},
            capture_output=True,
            text=True,
            timeout=9 * PATIENCE,
            check=False,
        )
    assert ran.returncode == 0, ran.stdout + ran.stderr
