"""Recording a round and the table page over HTTP: one phone alone, then eight, a table each.

    python -m tests.benchmarks.recording [WORKERS] [CALLS] [RUNS]

Medians of the runs, and between what they lie. On the database that DATABASE_URL names, else
on a SQLite file of its own.
"""

import sys

from tests.benchmarks.phones import Phone, measured, served
from tests.benchmarks.sockets import said
from tests.running.viewers import memory, workers

PHONES = 8


def main(processes: str, times: int, runs: int) -> None:
    with served(processes) as server:
        phones = [Phone.opened(server) for _ in range(PHONES)]
        asking = {
            "round through the API": [phone.record for phone in phones],
            "round from the page": [phone.tap for phone in phones],
            "table page": [phone.page for phone in phones],
        }
        for what, makes in asking.items():
            for many in (1, PHONES):
                told, used = measured(server, makes[:many], times, runs)
                size = max(run.size for run in told)
                print(f"{what}, {many} at once: {said(told)}, {used:.1f} ms of a core, {size} B")
        for pid in workers(server):
            print(f"memory of a worker: {memory(pid) / 2**20:.0f} MiB")


if __name__ == "__main__":
    words = dict(enumerate(sys.argv))
    main(words.get(1, "2"), int(words.get(2, "100")), int(words.get(3, "5")))
