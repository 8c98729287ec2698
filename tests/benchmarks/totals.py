"""What the sums cost after 10 rounds and after many: queries and median time of each call.

A page of the ledger is asked for at its beginning, in its middle and at its end.

Run with a DATABASE_URL of an empty migrated database:
`python -m tests.benchmarks.totals 100000`
"""

import os
import sys
import time
from collections.abc import Callable
from statistics import median
from typing import Any

import django

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "ledger.config.settings")
django.setup()

from django.apps import apps  # noqa: E402
from django.db import connection, transaction  # noqa: E402
from django.test import Client  # noqa: E402

import scoring  # noqa: E402
from ledger.access import keys  # noqa: E402
from ledger.database import guards  # noqa: E402
from ledger.models import Entry, Session  # noqa: E402
from ledger.tables import sessions  # noqa: E402
from tests.benchmarks.check_a_big_ledger import fill  # noqa: E402

FEW = 10
CALLS = ("", "totals/", "settlement/", "rounds/")
PAGE_SIZE = 100
TIMES = 25


def main(rounds: int) -> None:
    for count in (FEW, rounds):
        session = a_session(count)
        for call in (*CALLS, *pages(session)):
            queries, seconds = measured(asking(session, call))
            print(
                f"{call or 'session':33} {session.round_count:7} rounds:"
                f" {queries} queries, {seconds * 1000:.1f} ms"
            )


def pages(session: Session) -> list[str]:
    """The first, the middle and the last page of the ledger."""
    last = -(-Entry.objects.filter(posting__session=session).count() // PAGE_SIZE)
    numbers = dict.fromkeys((1, (last + 1) // 2, last))
    return [f"ledger/?page_size={PAGE_SIZE}&page={number}" for number in numbers]


def a_session(rounds: int) -> Session:
    """A session with at least so many rounds; the guards stand aside while it is filled.

    PostgreSQL counts what is in its tables once a minute; filled in seconds, it would plan as if
    there were nothing, so it is told to count. SQLite never counts by itself.
    """
    rules = next(iter(scoring.RULE_SETS))
    bet_unit = 1000 * scoring.RULE_SETS[rules].in_force({}).grain
    session = sessions.open_session(
        rules=rules, settings={}, bet_unit=bet_unit, players=list("ABCD")
    )
    guards.remove(apps, connection)
    with transaction.atomic():
        fill(session, rounds=rounds)
    guards.install(apps, connection)
    if connection.vendor == "postgresql":
        with connection.cursor() as cursor:
            cursor.execute("ANALYZE")
    return session


def asking(session: Session, call: str) -> Callable[[], None]:
    """One call over the whole API, without the network."""
    key = keys.key(session, keys.Role.VIEW)
    client = Client(headers={"authorization": f"Bearer {key}", "host": "localhost"})

    def ask() -> None:
        answer = client.get(f"/api/v1/sessions/{session.pk}/{call}")
        assert answer.status_code == 200, answer.content

    return ask


def measured(ask: Callable[[], None]) -> tuple[int, float]:
    """Its queries, and the median of several times."""
    queries = []

    def counted(execute: Any, *what: Any) -> Any:
        queries.append(what)
        return execute(*what)

    with connection.execute_wrapper(counted):
        ask()
    times = []
    for _ in range(TIMES):
        start = time.perf_counter()
        ask()
        times.append(time.perf_counter() - start)
    return len(queries), median(times)


if __name__ == "__main__":
    main(int(sys.argv[1]))
