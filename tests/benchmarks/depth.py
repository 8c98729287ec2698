"""What calls over HTTP cost at tables with few rounds and with many, one phone, one worker.

    python -m tests.benchmarks.depth [ROUNDS …]

Each figure also as so many times that of the first table, at the same moment. On the empty
database that DATABASE_URL names, else on a SQLite file of its own.
"""

import sys
from collections.abc import Callable
from functools import partial
from statistics import median

from tests.benchmarks.phones import Phone, here_too, measured, served
from tests.benchmarks.sockets import spread
from tests.running.server import Server

PATHS = ("totals/", "settlement/", "rounds/")
TIMES, RUNS = 20, 11


def main(depths: list[int]) -> None:
    with here_too() as folder:
        from tests.benchmarks.tables import a_table

        tables = [a_table(rounds) for rounds in depths]
        with served("1", folder) as server:
            phones = [
                Phone.joined(server, id, key, newest=rounds)
                for rounds, (id, key) in zip(depths, tables, strict=True)
            ]
            for what in requests(phones[0]):
                tell(what, depths, alternately(server, [requests(phone)[what] for phone in phones]))


def requests(phone: Phone) -> dict[str, Callable[[], bytes]]:
    """What is asked at a table, by what it is called."""
    calls: dict[str, Callable[[], bytes]] = {path: partial(phone.call, path) for path in PATHS}
    calls |= {"table page": phone.page}
    return calls | {"record": phone.record, "tap": phone.tap}


def alternately(server: Server, makes: list[Callable[[], bytes]]) -> list[list[float]]:
    """The median milliseconds of each run for each of these, which take turns.

    A machine may be half as fast a minute later; what takes turns is slowed down alike.
    """
    rows: list[list[float]] = [[] for _ in makes]
    for _ in range(RUNS):
        for make, medians in zip(makes, rows, strict=True):
            (run,), _used = measured(server, [make], TIMES, 1)
            medians.append(run.at(0.5))
    return rows


def tell(what: str, depths: list[int], rows: list[list[float]]) -> None:
    for rounds, medians in zip(depths, rows, strict=True):
        times = median(here / first for here, first in zip(medians, rows[0], strict=True))
        print(
            f"{what:11}, {rounds:7} rounds: {spread(medians)} ms p50,"
            f" {times:.2f} times that of {depths[0]}"
        )


if __name__ == "__main__":
    main([int(word) for word in sys.argv[1:]] or [10, 1000, 10000])
