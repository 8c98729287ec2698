"""The statements that write the books: every round, posting and line of the log goes in by these.

Models are for reading; put together by them the same statements take three times as long.
"""

from collections.abc import Iterable, Mapping
from functools import cache
from typing import Any

from django.db import DEFAULT_DB_ALIAS, connection
from django.db.models import DateTimeField, Field, JSONField, UUIDField

from ledger.models import Change, Posting, Round, Seat, Session

SEAT = ("id", "session_id", "number", "name", "sitting_out", "balance")
SEATS = f"SELECT {', '.join(SEAT)} FROM ledger_seat WHERE session_id = %s ORDER BY number"
ENTRIES = "INSERT INTO ledger_entry (posting_id, line, payer_id, payee_id, amount, reason) VALUES "
BALANCE = "UPDATE ledger_seat SET balance = %s WHERE id = %s"
COUNTS = ("posting_count", "head", "round_count", "change_count", "log_count", "log_head")
SEAL = f"UPDATE ledger_session SET {' = %s, '.join(COUNTS)} = %s WHERE id = %s"

Columns = Mapping[str, "Field[Any, Any] | None"]


def seats_of(session_id: str) -> dict[int, Seat]:
    """The seats of a session by number."""
    with connection.cursor() as cursor:
        cursor.execute(SEATS, [session_id])
        return {row[2]: Seat.from_db(DEFAULT_DB_ALIAS, SEAT, row) for row in cursor.fetchall()}


def add(row: Round | Posting | Change) -> None:
    """Insert a row, and give it its key; raises IntegrityError for a round that is stored."""
    statement, fields = _insert(type(row))
    values = [
        field.get_db_prep_save(getattr(row, column), connection) if field else getattr(row, column)
        for column, field in fields.items()
    ]
    with connection.cursor() as cursor:
        cursor.execute(statement, values)
        (row.pk,) = cursor.fetchone()


def add_entries(posting: Posting, entries: Iterable[tuple[int, int, int, str]]) -> None:
    """Insert the payer, payee, amount and reason of each, in their order."""
    rows = [(posting.pk, line, *entry) for line, entry in enumerate(entries, start=1)]
    if rows:
        places = ", ".join(["(%s, %s, %s, %s, %s, %s)"] * len(rows))
        with connection.cursor() as cursor:
            cursor.execute(ENTRIES + places, [value for row in rows for value in row])


def save_balances(seats: Iterable[Seat]) -> None:
    """Write the balances of these seats."""
    with connection.cursor() as cursor:
        cursor.executemany(BALANCE, [(seat.balance, seat.pk) for seat in seats])


def save_counts(session: Session) -> None:
    """Write what the session counts, and the hashes of its newest posting and line."""
    with connection.cursor() as cursor:
        cursor.execute(SEAL, [*(getattr(session, each) for each in COUNTS), session.pk])


@cache
def _insert(model: type[Round | Posting | Change]) -> tuple[str, Columns]:
    """The INSERT of one row, and its columns with the fields whose values databases spell."""
    fields = [each for each in model._meta.concrete_fields if not each.primary_key]
    spelt = DateTimeField, JSONField, UUIDField
    columns = {each.attname: each if isinstance(each, spelt) else None for each in fields}
    places = ", ".join(["%s"] * len(columns))
    into = f"INSERT INTO {model._meta.db_table} ({', '.join(columns)})"
    return f"{into} VALUES ({places}) RETURNING id", columns
