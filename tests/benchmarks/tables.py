"""Tables with many rounds, for benchmarks. Import this only once Django is set up."""

from django.db import connection, transaction

import scoring
from ledger.access.actor import ON_THE_MACHINE
from ledger.access.keys import Role, key
from ledger.database import guards
from ledger.models import Session
from ledger.tables import sessions
from tests.benchmarks.big_ledger import fill


def a_session(rounds: int) -> Session:
    """A session with so many rounds; the guards of the journal are off while it is filled.

    PostgreSQL counts the rows of its tables once a minute, so it is told to count now.
    """
    rules = next(iter(scoring.RULE_SETS))
    bet_unit = 1000 * scoring.RULE_SETS[rules].in_force({}).grain
    session = sessions.open_session(
        rules=rules, settings={}, bet_unit=bet_unit, players=list("ABCD"), by=ON_THE_MACHINE
    )
    guards.remove(connection)
    with transaction.atomic():
        fill(session, rounds=rounds)
    guards.install(connection)
    if connection.vendor == "postgresql":
        with connection.cursor() as cursor:
            cursor.execute("ANALYZE")
    connection.close()  # a connection that changed the schema is slow
    return session


def a_table(rounds: int) -> tuple[str, str]:
    """The id and the score key of a table with so many rounds."""
    session = a_session(rounds)
    return session.pk, key(session, Role.SCORE)
