"""Prints what the table page and recording cost after few rounds and after many.

    python -m tests.benchmarks.pages [FEW] [MANY]

Queries are counted, times are medians of 50 in process, on a SQLite file of its own
(or on the server that DATABASE_URL names, in tables made for this run).
"""

import os
import statistics
import sys
import time
from collections.abc import Callable
from random import Random
from uuid import uuid4

from tests.benchmarks.phones import here_too

TIMES = 50


def main() -> None:
    few, many = (int(word) for word in [*sys.argv[1:], "10", "10000"][:2])
    os.environ["ALLOWED_HOSTS"] = "testserver"
    with here_too():
        for game in ("tien_len", "dem_la"):
            for rounds in (few, many):
                measure(game, rounds)


def measure(game: str, rounds: int) -> None:
    from ledger import books
    from scoring import RULE_SETS
    from tests.web.tables import by_cards, by_place, open_table, phone

    session, chance = open_table(game), Random(7)
    for _round in range(rounds):
        facts = RULE_SETS[game].deal(chance, [1, 2, 3, 4], False)
        books.record(session.pk, submission_id=uuid4(), facts=facts)
    client, address = phone(session), f"/t/{session.pk}/"

    def page() -> int:
        return client.get(address).status_code

    def record() -> int:
        session.refresh_from_db()
        newest = session.round_count
        fields = by_place(1, 2, 3, newest=newest) if game == "tien_len" else by_cards(1, newest)
        headers = {"HX-Request": "true"}
        return client.post(f"{address}rounds/", fields, headers=headers).status_code

    for what, ask in (("table page", page), ("recording", record)):
        queries, milliseconds = cost(ask)
        print(f"{game:9} {rounds:6} rounds  {what:10}  {queries:3} queries  {milliseconds:6.1f} ms")


def cost(ask: Callable[[], int]) -> tuple[int, float]:
    """Queries of one request, and the median time of many in milliseconds."""
    from django.db import connection

    asked: list[str] = []

    def count(execute: Callable[..., object], sql: str, *rest: object) -> object:
        asked.append(sql)
        return execute(sql, *rest)

    with connection.execute_wrapper(count):
        assert ask() == 200
    times = []
    for _time in range(TIMES):
        start = time.perf_counter()
        assert ask() == 200
        times.append((time.perf_counter() - start) * 1000)
    return len(asked), statistics.median(times)


if __name__ == "__main__":
    main()
