"""The statements that write the books: every round, posting and line of the log goes in by these.

Models are for reading; put together by them the same statements take three times as long.
"""

from collections.abc import Collection, Mapping, Sequence
from functools import cache
from operator import itemgetter
from typing import TYPE_CHECKING, Any

from django.db import DEFAULT_DB_ALIAS, connection
from django.db.models import DateTimeField, Field, JSONField, UUIDField

from ledger.models import Change, Posting, Round, Seat, Session

if TYPE_CHECKING:
    from ledger.books.journal import Movement

SEAT = ("id", "session_id", "number", "name", "sitting_out", "balance")
SEATS = f"SELECT {', '.join(SEAT)} FROM ledger_seat WHERE session_id = %s ORDER BY number"
ENTRIES = "INSERT INTO ledger_entry (posting_id, line, payer_id, payee_id, amount, reason) VALUES "
ENTRY = "(%s, %s, %s, %s, %s, %s)"
PAY = f"""
    UPDATE ledger_seat SET balance = balance + CASE number {{}} ELSE 0 END WHERE session_id = %s
    RETURNING {", ".join(SEAT)}
"""
# CROSS JOIN: after ANALYZE, SQLite would begin with the postings and try each of them in each span.
MOVED = """
    WITH span AS (
        SELECT p.number AS until, r.number AS round,
               LAG(p.number, 1, 0) OVER (ORDER BY p.number) AS after
        FROM ledger_round r JOIN ledger_posting p ON p.round_id = r.id AND p.kind = 'round'
        WHERE r.session_id = %s AND r.number IN ({})
    )
    SELECT until, round, payer_id, payee_id, SUM(amount)
    FROM span CROSS JOIN ledger_posting p LEFT JOIN ledger_entry ON posting_id = p.id
    WHERE p.session_id = %s AND p.number > after AND p.number <= until
    GROUP BY until, round, payer_id, payee_id ORDER BY until
"""
COUNTS = ("posting_count", "head", "round_count", "change_count", "log_count", "log_head")
SEAL = f"UPDATE ledger_session SET {' = %s, '.join(COUNTS)} = %s WHERE id = %s"

Columns = Mapping[str, "Field[Any, Any] | None"]


def seats_of(session_id: str) -> dict[int, Seat]:
    """The seats of a session by number."""
    with connection.cursor() as cursor:
        cursor.execute(SEATS, [session_id])
        return {row[2]: Seat.from_db(DEFAULT_DB_ALIAS, SEAT, row) for row in cursor.fetchall()}


def pay(session_id: str, changes: Mapping[int, int]) -> dict[int, Seat]:
    """Add to the balances of these seats: all seats of the session by number, as they are then.

    Raises IntegrityError beyond the limit of a balance.
    """
    if not changes:
        return seats_of(session_id)
    cases = " ".join(["WHEN %s THEN %s"] * len(changes))
    values = [value for change in changes.items() for value in change]
    with connection.cursor() as cursor:
        cursor.execute(PAY.format(cases), [*values, session_id])
        rows = sorted(cursor.fetchall(), key=itemgetter(SEAT.index("number")))
    return {row[2]: Seat.from_db(DEFAULT_DB_ALIAS, SEAT, row) for row in rows}


def moved(session_id: str, rounds: Collection[int]) -> Sequence[tuple[int, int, int, int, int]]:
    """What was paid up to each of these rounds after the one before, in their order.

    The numbers of the posting and the round, the keys of payer and payee, the amount: these three
    are None where nothing is paid.
    """
    if not rounds:
        return ()
    places = ", ".join(["%s"] * len(rounds))
    with connection.cursor() as cursor:
        cursor.execute(MOVED.format(places), [session_id, *rounds, session_id])
        rows: list[tuple[int, int, int, int, int]] = cursor.fetchall()
    return rows


def add(row: Round | Change) -> None:
    """Insert a row, and give it its key; raises IntegrityError for a round that is stored."""
    with connection.cursor() as cursor:
        _add(cursor, row)


def post(
    session: Session,
    posting: Posting,
    movements: "Sequence[Movement]",
    seats: Mapping[int, Seat],
    line: Change | None,
) -> None:
    """Insert a posting, its entries and its line of the log.

    What the session counts comes last: a posting that is counted takes no more entries.
    """
    with connection.cursor() as cursor:
        _add(cursor, posting)
        rows = [
            (posting.pk, at, seats[each.payer].pk, seats[each.payee].pk, each.amount, each.reason)
            for at, each in enumerate(movements, start=1)
        ]
        if rows:
            statement = ENTRIES + ", ".join([ENTRY] * len(rows))
            cursor.execute(statement, [value for row in rows for value in row])
        if line:
            _add(cursor, line)
        cursor.execute(SEAL, [*(getattr(session, each) for each in COUNTS), session.pk])


def _add(cursor: Any, row: Round | Posting | Change) -> None:
    statement, columns = _insert(type(row))
    values = [
        field.get_db_prep_save(getattr(row, column), connection) if field else getattr(row, column)
        for column, field in columns.items()
    ]
    cursor.execute(statement, values)
    (row.pk,) = cursor.fetchone()


@cache
def _insert(model: type[Round | Posting | Change]) -> tuple[str, Columns]:
    """The INSERT of one row, and its columns with the fields whose values databases spell."""
    fields = [each for each in model._meta.concrete_fields if not each.primary_key]
    spelt = DateTimeField, JSONField, UUIDField
    columns = {each.attname: each if isinstance(each, spelt) else None for each in fields}
    places = ", ".join(["%s"] * len(columns))
    into = f"INSERT INTO {model._meta.db_table} ({', '.join(columns)})"
    return f"{into} VALUES ({places}) RETURNING id", columns
