"""The statements that write the books: every round, posting and line of the log goes in by these.

Models are for reading; put together by them the same statements take three times as long.
"""

import json
from collections.abc import Callable, Iterable, Mapping
from datetime import UTC, datetime
from functools import cache
from operator import attrgetter
from typing import Any
from uuid import UUID

from django.db import DEFAULT_DB_ALIAS, connection

from ledger.models import Change, Posting, Round, Seat, Session

SEAT = ("id", "session_id", "number", "name", "sitting_out", "balance")
SEATS = f"SELECT {', '.join(SEAT)} FROM ledger_seat WHERE session_id = %s ORDER BY number"
ENTRIES = "INSERT INTO ledger_entry (posting_id, line, payer_id, payee_id, amount, reason) VALUES "
BALANCE = "UPDATE ledger_seat SET balance = %s WHERE id = %s"
SEAL = (
    "UPDATE ledger_session SET posting_count = %s, head = %s, round_count = %s,"
    " change_count = %s, log_count = %s, log_head = %s WHERE id = %s"
)


def seats_of(session_id: str) -> dict[int, Seat]:
    """The seats of a session by number."""
    with connection.cursor() as cursor:
        cursor.execute(SEATS, [session_id])
        return {row[2]: Seat.from_db(DEFAULT_DB_ALIAS, SEAT, row) for row in cursor.fetchall()}


def add(row: Round | Posting | Change) -> None:
    """Insert a row, and give it its key; raises IntegrityError for a round that is stored."""
    statement, columns = _insert(type(row))
    with connection.cursor() as cursor:
        cursor.execute(statement, [_plain(getattr(row, column)) for column in columns])
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
    values = (
        *(session.posting_count, session.head, session.round_count),
        *(session.change_count, session.log_count, session.log_head, session.pk),
    )
    with connection.cursor() as cursor:
        cursor.execute(SEAL, values)


@cache
def _insert(model: type[Round | Posting | Change]) -> tuple[str, list[str]]:
    """The INSERT of one row, and the columns that it names."""
    columns = [each.attname for each in model._meta.concrete_fields if not each.primary_key]
    places = ", ".join(["%s"] * len(columns))
    into = f"INSERT INTO {model._meta.db_table} ({', '.join(columns)})"
    return f"{into} VALUES ({places}) RETURNING id", columns


def _moment(moment: datetime) -> str:
    """A moment as text; SQLite keeps it in UTC and does not say so."""
    text = moment.astimezone(UTC).isoformat(" ")
    return text.removesuffix("+00:00") if connection.vendor == "sqlite" else text


PLAIN: Mapping[type, Callable[[Any], str]] = {
    dict: json.dumps,
    UUID: attrgetter("hex"),
    datetime: _moment,
}
"""What either database takes for JSON, an id and a moment."""


def _plain(value: Any) -> Any:
    change = PLAIN.get(type(value))
    return change(value) if change else value
