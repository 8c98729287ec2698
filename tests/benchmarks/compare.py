"""What calls over HTTP cost here and in another checkout, both served at once and asked in turn.

    python -m tests.benchmarks.compare FOLDER [MINUTES]

The other checkout has its environment in `.venv`, as `uv sync` makes it. Printed is what a call
cost there over what it costs here, in processor time of the server and in time: the median, and
between what it lay. Above 1 this checkout is faster. Each has a SQLite file of its own, one
worker, and tables with few rounds and with many; a page is asked for after a round, which counts
with it.
"""

import sys
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from functools import partial
from itertools import cycle
from pathlib import Path
from tempfile import TemporaryDirectory

from tests.benchmarks.phones import Phone, calls, measured
from tests.benchmarks.sockets import at_once, spread
from tests.running.server import ROOT, Server, environment, started

CALLS, MINUTES = 40, 10
DEPTHS = 10, 1000
"""Rounds at a table before it is measured."""
PAGES = {"table page": "", "settle": "settle/", "figures": "figures/", "history": "history/"}

Call = Callable[[], bytes]
Cost = tuple[float, float]
"""Milliseconds of a call: of a core of the server, and of the time that passed."""


def main(other: Path, minutes: float) -> None:
    with ExitStack() as both:
        servers = [_served(both, folder) for folder in (ROOT, other)]
        here, there = (dict(asked_for(server)) for server in servers)
        ratios: dict[str, list[Cost]] = {what: [] for what in here}
        end = time.monotonic() + 60 * minutes
        while time.monotonic() < end:
            for what, costs in ratios.items():
                ours, theirs = cost(servers[0], here[what]), cost(servers[1], there[what])
                costs.append((theirs[0] / ours[0], theirs[1] / ours[1]))
    for what, costs in ratios.items():
        work, wait = (spread([pair[at] for pair in costs]) for at in (0, 1))
        print(f"{what:34} processor time × {work}, time × {wait}")


def asked_for(server: Server) -> Iterator[tuple[str, Call]]:
    """What is measured at tables of this server, by what it is called."""
    for rounds in DEPTHS:
        phone = Phone.opened(server)
        at_once(server.port, [calls(phone.record, rounds)])
        yield f"round through the API, {rounds}", phone.record
        yield f"round from the page, {rounds}", phone.tap
        for page, below in PAGES.items():
            yield f"round and {page}, {rounds}", _in_turn(phone.record, partial(phone.see, below))


def cost(server: Server, make: Call) -> Cost:
    """What one of some calls took."""
    (answers,), work = measured(server, [make], CALLS, 1)
    assert not answers.failed
    return work, 1000 / answers.rate


def _in_turn(*makes: Call) -> Call:
    turns = cycle(makes)
    return lambda: next(turns)()


def _served(both: ExitStack, folder: Path) -> Server:
    data = both.enter_context(TemporaryDirectory())
    env = environment(Path(data), API_LIMIT_FACTOR="1000")
    command = [str(folder / ".venv/bin/python"), "manage.py", "serve", "--workers", "1"]
    return both.enter_context(started(command, cwd=folder, env=env))


if __name__ == "__main__":
    main(Path(sys.argv[1]).resolve(), float(dict(enumerate(sys.argv)).get(2, MINUTES)))
