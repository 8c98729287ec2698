"""What the sums cost after 10 rounds and after many: queries and time of each call.

Run with a DATABASE_URL of an empty migrated database:
`python -m tests.benchmarks.totals 100000`
"""

import os
import sys
import time
from collections.abc import Callable
from typing import Any

import django

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "ledger.config.settings")
django.setup()

from django.apps import apps  # noqa: E402
from django.db import connection, transaction  # noqa: E402
from django.test import Client  # noqa: E402

import scoring  # noqa: E402
from ledger import access, guards, posting  # noqa: E402
from ledger.models import Session  # noqa: E402
from tests.benchmarks.check_a_big_ledger import fill  # noqa: E402

FEW = 10
CALLS = ("", "totals/", "settlement/", "rounds/", "ledger/?page_size=100")
TIMES = 5


def main(rounds: int) -> None:
    for count in (FEW, rounds):
        session = a_session(count)
        for call in CALLS:
            queries, seconds = measured(asking(session, call))
            print(
                f"{call or 'session':24} {session.round_count:7} rounds:"
                f" {queries} queries, {seconds * 1000:.1f} ms"
            )


def a_session(rounds: int) -> Session:
    """A session with at least so many rounds; the guards stand aside while it is filled."""
    rules = next(iter(scoring.RULE_SETS))
    bet_unit = 1000 * scoring.RULE_SETS[rules].in_force({}).grain
    session = posting.open_session(
        rules=rules, settings={}, bet_unit=bet_unit, players=list("ABCD")
    )
    guards.remove(apps, connection)
    with transaction.atomic():
        fill(session, rounds=rounds)
    guards.install(apps, connection)
    return session


def asking(session: Session, call: str) -> Callable[[], None]:
    """One call over the whole API, without the network."""
    key = access.key(session, access.Role.VIEW)
    client = Client(headers={"authorization": f"Bearer {key}", "host": "localhost"})

    def ask() -> None:
        answer = client.get(f"/api/v1/sessions/{session.pk}/{call}")
        assert answer.status_code == 200, answer.content

    return ask


def measured(ask: Callable[[], None]) -> tuple[int, float]:
    """Its queries, and the least of several times."""
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
    return len(queries), min(times)


if __name__ == "__main__":
    main(int(sys.argv[1]))
