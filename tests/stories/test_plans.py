"""What a database reads for a question about few rows of many, once it has counted them.

PostgreSQL counts by itself; SQLite where somebody asks it to.
"""

import re
from collections.abc import Iterable
from typing import Any
from uuid import uuid4

import pytest
from django.db import connection
from django.db.models import QuerySet

from ledger.access.actor import ON_THE_MACHINE
from ledger.access.keys import Role
from ledger.books.settling import carried_since, paid_since
from ledger.database import guards
from ledger.models import Posting, Session
from ledger.tables import carry_over, sessions
from ledger.web.phone_table import Table
from tests.benchmarks.big_ledger import deals, fill
from tests.sample_tables import a_table, redo

SHORT, LONG, NEWEST = 40, 2000, 12
WHOLE = re.compile(r"(Seq Scan on|SCAN) ledger_(round|posting)|ANY\(")
"""In a plan: every row of a table of the books, or of an index by what stands second in it."""


@pytest.fixture
def evening(fresh_ledger: str) -> Session:
    """A long evening after short ones, one of which was carried on."""
    *others, evening = (a_table() for _ in range(SHORT))
    dealt = deals(evening)
    guards.remove(connection)
    for table in others:
        fill(table, rounds=5, dealt=dealt)
    fill(evening, rounds=LONG, dealt=dealt)
    guards.install(connection)
    redo(evening, 2, 1, 2, 3, 4)
    sessions.close(others[0].pk, by=ON_THE_MACHINE)
    carry_over.carry(others[0].pk, submission_id=uuid4(), by=ON_THE_MACHINE)
    with connection.cursor() as cursor:
        cursor.execute("ANALYZE")
    return Session.objects.get(pk=evening.pk)


def whole(questions: Iterable[QuerySet[Any]]) -> list[bool]:
    """Whether the plan of each reads a whole table."""
    return [bool(WHOLE.search(each.explain())) for each in questions]


@pytest.mark.undisturbed("writes its rounds past the service, which would try again")
def test_few_rows_are_looked_up(evening: Session) -> None:
    rounds = Table(evening, Role.SCORE).rounds.order_by("-stands_for")[:NEWEST]
    asked = [rounds]
    for made in evening.rounds.filter(stands_for=2):
        asked += [paid_since(made), carried_since(made)]
    assert whole(asked) == [False] * 5
    # The control: other joins, of whose size PostgreSQL, and SQLite of two, expects too little.
    rounds = evening.rounds.filter(corrected_by__isnull=True).order_by("-stands_for")[:NEWEST]
    first = evening.postings.filter(kind=Posting.Kind.ROUND, round__number=2)
    later = evening.postings.filter(number__gt=first.values("number"))
    paid = evening.payments.filter(postings__in=later.filter(kind=Posting.Kind.PAYMENT))
    carried = evening.carries.filter(postings__in=later.filter(kind=Posting.Kind.CARRIED))
    assert whole([rounds, paid, carried]) == [connection.vendor == "postgresql", True, True]
