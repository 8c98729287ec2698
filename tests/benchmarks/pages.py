"""What the pages of a table cost: unchanged since they were last asked for, and after a round.

    python -m tests.benchmarks.pages [ROUNDS …]

Medians of the processor time of one request in process, and its queries, at tables with so many
rounds. On the empty database that DATABASE_URL names, else on a SQLite file of its own.
"""

import os
import sys
from collections.abc import Callable
from functools import partial
from statistics import median
from time import process_time
from typing import Any
from uuid import uuid4

from tests.benchmarks.phones import here_too

PATHS = {"table page": "", "now": "now/", "statistics": "figures/"}
FACTS = {"players": [1, 2, 3, 4], "places": [2, 1, 4, 3]}
TIMES = 30


def main(rounds: list[int]) -> None:
    os.environ["ALLOWED_HOSTS"] = "testserver"
    with here_too():
        for count in rounds:
            measure(count)


def measure(rounds: int) -> None:
    from ledger import books
    from ledger.access.actor import ON_THE_MACHINE
    from tests.benchmarks.tables import a_session
    from tests.web.tables import phone, what_it_saw

    session = a_session(rounds)
    client = phone(session)

    def record() -> None:
        books.record(session.pk, submission_id=uuid4(), facts=FACTS, by=ON_THE_MACHINE)

    for what, path in PATHS.items():
        address = f"/t/{session.pk}/{path}"
        ask = partial(client.get, address)
        if what == "now":  # as an open page asks, saying what it shows
            fields = what_it_saw(client.get(f"/t/{session.pk}/").content.decode())
            ask = partial(client.get, address, fields, headers={"HX-Request": "true"})
        for when, before in (("unchanged", lambda: None), ("after a round", record)):
            queries, milliseconds = cost(ask, before)
            print(
                f"{rounds:6} rounds  {what:10}  {when:13}  {queries:3} queries"
                f"  {milliseconds:6.2f} ms"
            )


def cost(ask: Callable[[], Any], before: Callable[[], None]) -> tuple[int, float]:
    """The queries of one request, and the median processor time of many in milliseconds."""
    from django.db import connection
    from django.test.utils import CaptureQueriesContext

    assert ask().status_code == 200
    before()
    with CaptureQueriesContext(connection) as queries:
        assert ask().status_code == 200
    times = []
    for _ in range(TIMES):
        before()
        start = process_time()
        assert ask().status_code == 200
        times.append((process_time() - start) * 1000)
    return len(queries), median(times)


if __name__ == "__main__":
    main([int(word) for word in sys.argv[1:]] or [10, 1000, 10000])
