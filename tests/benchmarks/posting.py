"""Rounds of four entries recorded in process, and balances read, in a small ledger and a big one.

    python -m tests.benchmarks.posting [ENTRIES] [ROUNDS] [RUNS]

On the empty migrated database that DATABASE_URL names, else on a SQLite file of its own.
"""

import sys
import time
from collections.abc import Callable
from typing import Any
from uuid import uuid4

from tests.benchmarks.phones import here_too
from tests.benchmarks.sockets import spread

FACTS = {
    "players": [1, 2, 3, 4],
    "places": [2, 1, 4, 3],
    "thoi": {"3": ["2S"]},
    "chat": [{"plays": [{"player": 1, "cards": ["2H"]}, {"player": 4, "cards": ["tu_quy"]}]}],
}
"""Two places, a heo held and a chop: four entries."""


def main(entries: int, rounds: int, runs: int) -> None:
    with here_too():
        report(rounds, runs)
        from tests.benchmarks.big_ledger import build

        build(entries)
        report(rounds, runs)


def report(rounds: int, runs: int) -> None:
    from django.db import connection

    from ledger import books
    from ledger.access.actor import ON_THE_MACHINE
    from ledger.books import balances
    from ledger.models import Entry
    from ledger.tables import sessions

    def record() -> None:
        recorded = books.record(session, submission_id=uuid4(), facts=FACTS, by=ON_THE_MACHINE)
        assert len(recorded.round.result["transfers"]) == 4

    def read() -> None:
        assert not sum(seat.balance for seat in balances.scoreboard(session))

    names = ["An", "Bình", "Cường", "Dũng"]
    session = sessions.open_session(
        rules="tien_len", settings={}, bet_unit=2000, players=names, by=ON_THE_MACHINE
    )
    entries = Entry.objects.count()
    for what, do in (("recorded", record), ("balances read", read)):
        speeds = [per_second(do, rounds) for _ in range(runs)]
        print(f"{connection.vendor}, {entries:9,} entries: {spread(speeds)} {what} in a second")


def per_second(do: Callable[[], Any], times: int) -> float:
    start = time.perf_counter()
    for _ in range(times):
        do()
    return times / (time.perf_counter() - start)


if __name__ == "__main__":
    words = dict(enumerate(sys.argv))
    main(int(words.get(1, "1000000")), int(words.get(2, "200")), int(words.get(3, "5")))
