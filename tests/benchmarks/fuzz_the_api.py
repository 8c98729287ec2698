"""Schema-driven calls for a while against a real server, with the keys of two sessions.

`python -m tests.benchmarks.fuzz_the_api [seconds]`; DATABASE_URL of an empty database, else
a SQLite file of its own. Exit status 0 if every check held.
"""

import os
import sys
from pathlib import Path
from tempfile import TemporaryDirectory

from tests.api.fuzzing import Table, call, fuzz, open_table, staff_token
from tests.api.test_fuzzing import GENEROUS
from tests.running.server import Server, serving

SECONDS = 300
WITHOUT_CLOSING = ("--exclude-operation-id", "close_session")


def main(seconds: int) -> int:
    environment = GENEROUS | {
        name: os.environ[name] for name in ("DATABASE_URL",) if name in os.environ
    }
    with TemporaryDirectory() as folder:
        data = Path(folder)
        with serving(data, **environment) as server:
            token = staff_token(data, **environment)
            ours, theirs = open_table(server), open_table(server)
            before = ledger(server, theirs)
            good = run(server, data, ours, ours.key, token, seconds * 4 // 5)
            foreign = run(server, data, theirs, ours.key, token, seconds // 5)
            untouched = ledger(server, theirs) == before
            print(f"the other session is {'untouched' if untouched else 'CHANGED'}")
            failed = [line for line in server.lines if "Traceback" in line]
            print(f"{len(failed)} failures in the server's log")
    return 0 if good and foreign and untouched and not failed else 1


def run(server: Server, folder: Path, table: Table, key: str, token: str, seconds: int) -> bool:
    options = ("--max-time", str(seconds), *WITHOUT_CLOSING)
    found = fuzz(server, folder, table, key, token, *options)
    print(found.stdout[found.stdout.find("= FAILURES =") if found.returncode else -600 :])
    return found.returncode == 0


def ledger(server: Server, table: Table) -> object:
    return call(server, "GET", f"/api/v1/sessions/{table.id}/ledger/", key=table.key)


if __name__ == "__main__":
    sys.exit(main(int(sys.argv[1]) if len(sys.argv) > 1 else SECONDS))
