"""The statements around recording a round; what writes is plain SQL.

Written by hand it takes a third of the time that Django needs to build it.
"""

from collections.abc import Iterable, Sequence
from functools import cache
from typing import Any
from uuid import UUID

from django.db import DEFAULT_DB_ALIAS, connection, connections
from django.db.models import Field, Model, QuerySet
from django.db.models.signals import post_save

from ledger.models import Posting, Round, Seat, Session

BALANCE = "UPDATE ledger_seat SET balance = %s WHERE id = %s"
LOOKS_BACK = 16
"""Rounds after which it does not matter who of two has waited longer."""
SEAL = (
    "UPDATE ledger_session SET posting_count = %s, head = %s, round_count = %s,"
    " change_count = %s, log_count = %s, log_head = %s WHERE id = %s"
)


def seats_of(session_id: str) -> dict[int, Seat]:
    """The seats of a session by number."""
    return {seat.number: seat for seat in Seat.objects.filter(session=session_id)}


def submitted(session_id: str, submission_id: UUID) -> int | None:
    """The key of the round that was recorded by this submission, None if there is none."""
    rounds = Round.objects.filter(session=session_id, submission_id=submission_id)
    return rounds.values_list("pk", flat=True).first()


def last_standing(session_id: str) -> tuple[dict[str, Any], dict[str, Any], int] | None:
    """The round played last that is not void: its facts, its result, its place in the order."""
    return _standing(session_id).values_list("facts", "result", "stands_for").first()


def last_played(session_id: str) -> dict[int, int]:
    """The place in the order of the last round that each seat played, of the newest rounds."""
    newest = _standing(session_id).values_list("stands_for", "result__net")[:LOOKS_BACK]
    return {int(seat): at for at, net in reversed(newest) for seat in net}


def _standing(session_id: str) -> QuerySet[Round]:
    rounds = Round.objects.filter(session=session_id).exclude(postings__kind=Posting.Kind.VOID)
    return rounds.order_by("-stands_for")


def insert(row: Model) -> None:
    """Insert a row, give it its key and send `post_save`."""
    sql, fields = _insert(type(row))
    with connection.cursor() as cursor:
        cursor.execute(f"{sql} ({_places(fields)}) RETURNING id", _values(row, fields))
        (row.pk,) = cursor.fetchone()
    post_save.send(type(row), instance=row, created=True, raw=False, using=connection.alias)


def insert_all(rows: Sequence[Model]) -> None:
    """Insert rows of one table in one statement; they get no keys here."""
    if rows:
        sql, fields = _insert(type(rows[0]))
        places = ", ".join([f"({_places(fields)})"] * len(rows))
        with connection.cursor() as cursor:
            cursor.execute(f"{sql} {places}", [v for row in rows for v in _values(row, fields)])


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
def _insert(model: type[Model]) -> "tuple[str, tuple[Field[Any, Any], ...]]":
    """The beginning of an INSERT, and the fields whose values it needs."""
    fields = tuple(field for field in model._meta.concrete_fields if not field.primary_key)
    columns = ", ".join(str(field.column) for field in fields)
    return f"INSERT INTO {model._meta.db_table} ({columns}) VALUES", fields


def _places(fields: Sequence[object]) -> str:
    return ", ".join(["%s"] * len(fields))


def _values(row: Model, fields: "Sequence[Field[Any, Any]]") -> list[Any]:
    database = connections[DEFAULT_DB_ALIAS]  # `connection` would look it up for every field
    return [field.get_db_prep_save(getattr(row, field.attname), database) for field in fields]
