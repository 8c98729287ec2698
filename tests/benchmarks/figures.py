"""What the chart and the figures of an evening cost after 100 rounds and after many,
and those of a group after a few evenings and after many.

Run with a DATABASE_URL of an empty migrated database:
`python -m tests.benchmarks.figures 10000`
"""

import os
import sys
import time
from collections.abc import Callable
from uuid import uuid4

import django

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "ledger.config.settings")
django.setup()

from django.db import connection  # noqa: E402
from django.test import Client  # noqa: E402
from django.test.utils import CaptureQueriesContext  # noqa: E402

from ledger import books  # noqa: E402
from ledger.access.keys import Role, link_fragment  # noqa: E402
from ledger.models import Group, Session  # noqa: E402
from ledger.people import groups  # noqa: E402
from tests.benchmarks.totals import a_session, measured  # noqa: E402

FEW = 100
EVENINGS, AN_EVENING = (5, 50), 60
"""Evenings of a group, and rounds on each."""

PATHS = ("figures/", "figures/light.svg")


def main(rounds: int) -> None:
    for count in (FEW, rounds):
        session = a_session(count)
        client = joined(session)
        for path in PATHS:
            queries, seconds = measured(asking(client, f"/t/{session.pk}/{path}"))
            print(f"{path:18} {count:7} rounds: {queries} queries, {seconds * 1000:.1f} ms")
        for what, number in (("newest", count), ("first", 1)):
            print(f"{f'void, {what}':18} {count:7} rounds: {void(session, number)}")

    for evenings in EVENINGS:
        group = a_group(evenings)
        client = joined(group)
        for path in ("", "light.svg"):
            queries, seconds = measured(asking(client, f"/g/{group.pk}/{path}"))
            said = f"{queries} queries the first time, {seconds * 1000:.1f} ms"
            print(f"{path or 'group':18} {evenings:5} evenings: {said}")


def a_group(evenings: int) -> Group:
    """A group of four people and so many evenings."""
    group = groups.make("", a_session(AN_EVENING))
    for _ in range(evenings - 1):
        session = a_session(AN_EVENING)
        groups.add(group, session, groups.matched(group, session))
    return group


def joined(keyed: Session | Group) -> Client:
    """A phone that came by a view link."""
    client = Client(headers={"host": "localhost"})
    client.post("/join/", {"link": link_fragment(keyed, Role.VIEW)})
    return client


def asking(client: Client, address: str) -> Callable[[], None]:
    def ask() -> None:
        assert client.get(address).status_code == 200

    return ask


def void(session: Session, number: int) -> str:
    """A round made void and told again: once each, as a write is not repeated."""
    said = []
    facts = session.rounds.get(number=number).facts
    for what, write in (
        ("void", lambda: books.void(session.pk, number)),
        ("again", lambda: books.correct(session.pk, number, submission_id=uuid4(), facts=facts)),
    ):
        start = time.perf_counter()
        with CaptureQueriesContext(connection) as queries:
            write()
        milliseconds = (time.perf_counter() - start) * 1000
        said.append(f"{what} {len(queries)} queries, {milliseconds:.1f} ms")
    return "; ".join(said)


if __name__ == "__main__":
    main(int(sys.argv[1]))
