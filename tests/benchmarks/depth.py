"""What calls over HTTP cost at tables with few rounds and with many, one phone, one worker.

    python -m tests.benchmarks.depth [ROUNDS …]

Each figure also as so many times that of the first table. On the empty database that
DATABASE_URL names, else on a SQLite file of its own.
"""

import sys
from collections.abc import Callable
from functools import partial
from statistics import median

from tests.benchmarks.phones import Phone, here_too, measured, served
from tests.benchmarks.sockets import Told, spread

PATHS = ("totals/", "settlement/", "rounds/")
TIMES, RUNS = 40, 5


def main(depths: list[int]) -> None:
    with here_too() as folder:
        tables = [a_table(rounds) for rounds in depths]
        with served("1", folder) as server:
            first: dict[str, float] = {}
            for rounds, (id, key) in zip(depths, tables, strict=True):
                phone = Phone.joined(server, id, key, newest=rounds)
                makes: dict[str, Callable[[], bytes]] = {
                    path: partial(phone.call, path) for path in PATHS
                }
                makes |= {"chart": partial(phone.see, "figures/light.svg")}
                makes |= {"table page": phone.page, "record": phone.record, "tap": phone.tap}
                for what, make in makes.items():
                    told, used = measured(server, [make], TIMES, RUNS)
                    here = middle(told)
                    times = here / first.setdefault(what, here)
                    halves = spread([run.at(0.5) for run in told])
                    print(
                        f"{rounds:7} rounds, {what:16}: {halves} ms p50, {used:.1f} ms of a core,"
                        f" {times:.2f} times that of {depths[0]}"
                    )


def middle(told: list[Told]) -> float:
    return median(run.at(0.5) for run in told)


def a_table(rounds: int) -> tuple[str, str]:
    """The id and the score key of a table with so many rounds."""
    from ledger.access import Role, key
    from tests.benchmarks.totals import a_session

    session = a_session(rounds)
    return session.pk, key(session, Role.SCORE)


if __name__ == "__main__":
    main([int(word) for word in sys.argv[1:]] or [10, 1000, 10000])
