"""What a database reads for a question about few rows of many, once it has counted them.

PostgreSQL counts by itself; SQLite where somebody asks it to.
"""

import re
from collections.abc import Iterable
from typing import Any

import pytest
from django.db import connection
from django.db.models import QuerySet

from ledger.access.keys import Role
from ledger.database import guards
from ledger.models import Session
from ledger.web.phone_table import Table
from tests.benchmarks.big_ledger import deals, fill
from tests.sample_tables import a_table, redo

SHORT, LONG, NEWEST = 40, 2000, 12
WHOLE = re.compile(r"(Seq Scan on|SCAN) ledger_(round|posting)|ANY\(")
"""In a plan: every row of a table of the books, or of an index by what stands second in it."""


@pytest.fixture
def evening(fresh_ledger: str) -> Session:
    """A long evening after short ones."""
    *others, evening = (a_table() for _ in range(SHORT))
    dealt = deals(evening)
    guards.remove(connection)
    for table in others:
        fill(table, rounds=5, dealt=dealt)
    fill(evening, rounds=LONG, dealt=dealt)
    guards.install(connection)
    redo(evening, 2, 1, 2, 3, 4)
    with connection.cursor() as cursor:
        cursor.execute("ANALYZE")
    return Session.objects.get(pk=evening.pk)


def whole(questions: Iterable[QuerySet[Any]]) -> list[bool]:
    """Whether the plan of each reads a whole table."""
    return [bool(WHOLE.search(each.explain())) for each in questions]


@pytest.mark.undisturbed("writes its rounds past the service, which would try again")
def test_few_rows_are_looked_up(evening: Session) -> None:
    rounds = Table(evening, Role.SCORE).rounds.order_by("-stands_for")[:NEWEST]
    assert whole([rounds]) == [False]
    # The control: asked for the key, PostgreSQL expects one round and reads all.
    rounds = evening.rounds.filter(corrected_by__isnull=True).order_by("-stands_for")[:NEWEST]
    assert whole([rounds]) == [connection.vendor == "postgresql"]
