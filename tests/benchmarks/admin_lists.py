"""How long the admin's lists take in a ledger of many tables.

    python -m tests.benchmarks.admin_lists [TABLES] [ROUNDS OF EACH]

The ledger is a SQLite file that is thrown away: one table is played, then copied by SQL
with the guards' triggers dropped.
"""

import sys
import time

from tests.benchmarks.phones import here_too

LISTS = ("session", "round", "posting", "entry")


def main(tables: int, rounds: int) -> None:
    with here_too():
        from django.test.utils import setup_test_environment

        setup_test_environment()
        fill(tables, rounds)
        for name in LISTS:
            print(f"{name:8} {seconds(f'/admin/ledger/{name}/'):.3f} s")


def fill(tables: int, rounds: int) -> None:
    """Play one table and copy its rows."""
    from django.db import connection, transaction

    from ledger.access.actor import ON_THE_MACHINE
    from ledger.database import guards
    from ledger.tables import sessions
    from tests.benchmarks.big_ledger import fill as play

    names = ["An", "Bình", "Cường", "Dũng"]
    session = sessions.open_session(
        rules="tien_len", settings={}, bet_unit=2000, players=names, by=ON_THE_MACHINE
    )
    guards.remove(connection)
    play(session, rounds=rounds)
    connection.close()
    with connection.cursor() as cursor:
        cursor.execute("PRAGMA foreign_keys = OFF")
        with transaction.atomic():
            for number in range(1, tables):
                copy(cursor, session.pk, number)
        cursor.execute("ANALYZE")


def copy(cursor, first: str, number: int) -> None:  # type: ignore[no-untyped-def]
    """Every row of the first table again, its keys moved on by what there is."""
    from ledger.models import BetUnit, Entry, Posting, Round, RuleVersion, Seat, Session

    links = {model._meta.db_table: model for model in (BetUnit, RuleVersion, Seat, Round, Posting)}
    for model in (Session, BetUnit, RuleVersion, Seat, Round, Posting, Entry):
        columns = [str(field.column) for field in model._meta.concrete_fields]
        values = [value_of(field, links, number) for field in model._meta.concrete_fields]
        where = "WHERE id <= %s" if model is not Session else "WHERE id = %s"
        limit = first if model is Session else count_of(model)
        cursor.execute(
            f"INSERT INTO {model._meta.db_table} ({', '.join(columns)})"
            f" SELECT {', '.join(values)} FROM {model._meta.db_table} {where}",
            [limit],
        )


COUNTS: dict[object, int] = {}


def count_of(model) -> int:  # type: ignore[no-untyped-def]
    """The rows of the first table; its keys are 1 to that."""
    return COUNTS.setdefault(model, model.objects.count())


def value_of(field, links, number: int) -> str:  # type: ignore[no-untyped-def]
    """The column, or the column moved on to the copy's rows."""
    from ledger.models import Session

    to = field.related_model
    if to is Session or (field.primary_key and field.model is Session):
        return f"'copy{number}'"
    if field.primary_key:
        return f"{field.column} + {number * count_of(field.model)}"
    if to and to._meta.db_table in links:
        return f"{field.column} + {number * count_of(to)}"
    return str(field.column)


def seconds(address: str) -> float:
    """The quickest of three."""
    from tests.admin.people import browser, superuser

    client = browser(superuser(address.strip("/").replace("/", "-")))
    return min(answered(client, address) for _ in range(3))


def answered(client, address: str) -> float:  # type: ignore[no-untyped-def]
    start = time.perf_counter()
    answer = client.get(address)
    assert answer.status_code == 200, answer.status_code
    return time.perf_counter() - start


if __name__ == "__main__":
    main(*map(int, sys.argv[1:] or ("10000", "100")))
