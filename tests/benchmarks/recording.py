"""Recording a round and the table page over HTTP: one phone alone, then eight, a table each.

    python -m tests.benchmarks.recording [WORKERS] [CALLS] [RUNS] [ROUNDS]

Medians of the runs, and between what they lie. On the empty database that DATABASE_URL names,
else on a SQLite file of its own; first so many rounds are written at other tables.
"""

import sys
from pathlib import Path

from tests.benchmarks.phones import Phone, here_too, measured, served
from tests.benchmarks.sockets import text
from tests.running.viewers import memory, workers

PHONES = 8
LONGEST = 100_000
"""Rounds at one of the other tables."""


def main(processes: str, times: int, runs: int, others: int) -> None:
    with here_too() as folder:
        from tests.benchmarks.tables import a_table

        for first in range(0, others, LONGEST):
            a_table(min(LONGEST, others - first))
        measure(processes, folder, times, runs)


def measure(processes: str, folder: Path, times: int, runs: int) -> None:
    with served(processes, folder) as server:
        phones = [Phone.opened(server) for _ in range(PHONES)]
        asking = {
            "round through the API": [phone.record for phone in phones],
            "round from the page": [phone.tap for phone in phones],
            "table page": [phone.page for phone in phones],
        }
        for what, makes in asking.items():
            for many in (1, PHONES):
                rows, used = measured(server, makes[:many], times, runs)
                size = max(run.size for run in rows)
                print(f"{what}, {many} at once: {text(rows)}, {used:.1f} ms of a core, {size} B")
        for pid in workers(server):
            print(f"memory of a worker: {memory(pid) / 2**20:.0f} MiB")


if __name__ == "__main__":
    words = dict(enumerate(sys.argv))
    numbers = [int(words.get(place, number)) for place, number in ((2, 100), (3, 5), (4, 0))]
    main(words.get(1, "2"), *numbers)
