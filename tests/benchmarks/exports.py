"""What an export of all sessions takes: peak memory of a real server, time and size of the file.

    python -m tests.benchmarks.exports [FEW] [MANY]

First with so few entries, then with so many, in sessions of 2,500; each file from a server that
has done nothing else. A SQLite file of its own, or the empty database that DATABASE_URL names.
"""

import os
import re
import sys
import time
from http.client import HTTPConnection
from pathlib import Path

from tests.api.fuzzing import staff_token
from tests.benchmarks.phones import here_too
from tests.running.server import Server, serving

OF_A_SESSION = 2500
AT_ONCE = 1 << 16
PATIENCE = 1800
FILES = [(book, format) for book in ("totals", "ledger") for format in ("json", "csv", "xlsx")]


def main(few: int, many: int) -> None:
    with here_too() as folder:
        url = os.environ["DATABASE_URL"]
        with serving(folder, DATABASE_URL=url):
            filled = 0  # the first start collects static files, which no later one does
        for entries in (few, many):
            fill((entries - filled) // OF_A_SESSION)
            filled = entries
            for book, format in FILES:
                measure(folder, url, entries, f"{book}/?format={format}")


def fill(count: int) -> None:
    """Sessions of every game in turn; the guards stand aside meanwhile."""
    from django.db import connection, transaction

    import scoring
    from ledger.access.actor import ON_THE_MACHINE
    from ledger.database import guards
    from ledger.tables import sessions
    from tests.benchmarks import big_ledger

    guards.remove(connection)
    rules = list(scoring.RULE_SETS)
    for number in range(count):
        game = rules[number % len(rules)]
        bet_unit = 1000 * scoring.RULE_SETS[game].in_force({}).grain
        session = sessions.open_session(
            rules=game, settings={}, bet_unit=bet_unit, players=list("ABCD"), by=ON_THE_MACHINE
        )
        with transaction.atomic():
            big_ledger.fill(session, OF_A_SESSION)
    guards.install(connection)
    connection.close()


def measure(data: Path, url: str, entries: int, path: str) -> None:
    """Take one file from a new server."""
    token = staff_token(data, DATABASE_URL=url)
    with serving(data, DATABASE_URL=url) as server:
        answer(server, "sessions/", token)
        before, start = peak(server), time.monotonic()
        first, size = answer(server, f"exports/{path}", token)
        print(
            f"{entries:9,} entries  {path:20}  {before} → {peak(server)} MB,"
            f" first byte {first:.1f} s, all {time.monotonic() - start:.1f} s,"
            f" {size / 2**20:.1f} MB",
            flush=True,
        )


def answer(server: Server, path: str, token: str) -> tuple[float, int]:
    """Seconds until it begins, and its bytes, which are let go as they come."""
    connection, start = HTTPConnection("127.0.0.1", server.port, timeout=PATIENCE), time.monotonic()
    connection.request("GET", f"/api/v1/{path}", headers={"Authorization": f"Bearer {token}"})
    response = connection.getresponse()
    assert response.status == 200, response.read()
    size, first = len(response.read(1)), time.monotonic() - start
    while piece := response.read(AT_ONCE):
        size += len(piece)
    connection.close()
    return first, size


def peak(server: Server) -> int:
    """The most memory the server has used so far, in MB."""
    status = Path(f"/proc/{server.process.pid}/status").read_text()
    match = re.search(r"VmHWM:\s+(\d+)", status)
    assert match
    return int(match[1]) // 1024


if __name__ == "__main__":
    words = dict(enumerate(sys.argv))
    main(int(words.get(1, "100000")), int(words.get(2, "1000000")))
