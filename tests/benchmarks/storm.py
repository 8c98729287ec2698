"""Eight phones send the same rounds at once to a real server; how many are recorded, how fast.

`python -m tests.benchmarks.storm [rounds] [workers]`; DATABASE_URL of an empty database, else a
SQLite file of its own.
"""

import os
import sys
import time
from pathlib import Path
from tempfile import TemporaryDirectory

from tests.api.fuzzing import call, open_table
from tests.api.storm import PHONES, storm
from tests.running.server import manage, serving


def main(rounds: int, workers: str) -> int:
    named = {name: os.environ[name] for name in ("DATABASE_URL",) if name in os.environ}
    with TemporaryDirectory() as folder:
        data = Path(folder)
        with serving(data, "--workers", workers, **named) as server:
            table, start = open_table(server), time.monotonic()
            before = call(server, "GET", f"/api/v1/sessions/{table.id}/", key=table.key)
            found = storm(server, table, rounds)
            seconds = time.monotonic() - start
            told = call(server, "GET", f"/api/v1/sessions/{table.id}/", key=table.key)
        right = manage(data, "check_ledger", **named).returncode == 0
    added = told["round_count"] - before["round_count"]
    print(
        f"{rounds} rounds × {PHONES} phones: {added} recorded, statuses {dict(found.statuses)},"
        f" {rounds * PHONES / seconds:.0f} requests/s, {added / seconds:.0f} rounds/s,"
        f" the ledger is {'right' if right else 'WRONG'}"
    )
    return 0 if added == rounds and right and not any(s >= 500 for s in found.statuses) else 1


if __name__ == "__main__":
    asked = dict(enumerate(sys.argv))
    sys.exit(main(int(asked.get(1, "1000")), asked.get(2, "2")))
