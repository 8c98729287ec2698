"""The statements that write the books: every posting, round and line of the log goes in by these.

Models are for reading; put together by them the same statements take three times as long. JSON and
ids are given as text, which either database takes for what its columns are.
"""

import json
from collections.abc import Iterable, Sequence
from datetime import datetime
from typing import Any

from django.db import DEFAULT_DB_ALIAS, connection
from django.db.models import DateTimeField

from ledger.models import Change, Posting, Round, Seat, Session

Value = str | int | None

MOMENT = DateTimeField()

SEAT = ("id", "session_id", "number", "name", "sitting_out", "balance")
SEATS = f"SELECT {', '.join(SEAT)} FROM ledger_seat WHERE session_id = %s ORDER BY number"

ROUND = (
    "INSERT INTO ledger_round (session_id, number, submission_id, rule_version_id, bet_unit_id,"
    " revision, facts, result, corrects_id, stands_for, recorded_at)"
    " VALUES (%s, %s, %s, %s, %s, %s, %s, %s, %s, %s, %s) RETURNING id"
)
POSTING = (
    "INSERT INTO ledger_posting (session_id, number, kind, round_id, payment_id, carry_id,"
    " other_id, reason, posted_at, hash) VALUES (%s, %s, %s, %s, %s, %s, %s, %s, %s, %s)"
    " RETURNING id"
)
ENTRIES = "INSERT INTO ledger_entry (posting_id, line, payer_id, payee_id, amount, reason) VALUES "
ENTRY = "(%s, %s, %s, %s, %s, %s)"
BALANCE = "UPDATE ledger_seat SET balance = %s WHERE id = %s"
LINE = (
    "INSERT INTO ledger_change (session_id, number, kind, link, seat, round, details, made_at,"
    " posting_count, hash) VALUES (%s, %s, %s, %s, %s, %s, %s, %s, %s, %s)"
)
SEAL = (
    "UPDATE ledger_session SET posting_count = %s, head = %s, round_count = %s,"
    " change_count = %s, log_count = %s, log_head = %s WHERE id = %s"
)


def seats_of(session_id: str) -> dict[int, Seat]:
    """The seats of a session by number."""
    with connection.cursor() as cursor:
        cursor.execute(SEATS, [session_id])
        rows = cursor.fetchall()
    return {row[2]: Seat.from_db(DEFAULT_DB_ALIAS, SEAT, row) for row in rows}


def add_round(round: Round) -> None:
    """Insert a round, and give it its key; raises IntegrityError if its submission is stored."""
    round.pk = _added(
        ROUND,
        *(round.session_id, round.number, round.submission_id.hex),
        *(round.rule_version_id, round.bet_unit_id, round.revision),
        *(json.dumps(round.facts), json.dumps(round.result)),
        *(round.corrects_id, round.stands_for, _moment(round.recorded_at)),
    )


def add_posting(posting: Posting) -> None:
    """Insert a posting, and give it its key."""
    posting.pk = _added(
        POSTING,
        *(posting.session_id, posting.number, str(posting.kind)),
        *(posting.round_id, posting.payment_id, posting.carry_id, posting.other_id),
        *(posting.reason, _moment(posting.posted_at), posting.hash),
    )


def add_entries(entries: Sequence[tuple[int, int, int, int, int, str]]) -> None:
    """Insert entries: posting, line, payer, payee, amount and reason of each."""
    if entries:
        _run(ENTRIES + ", ".join([ENTRY] * len(entries)), *(v for entry in entries for v in entry))


def add_line(line: Change) -> None:
    """Insert a line of the log."""
    _run(
        LINE,
        *(line.session_id, line.number, str(line.kind), str(line.link), line.seat, line.round),
        *(json.dumps(line.details), _moment(line.made_at), line.posting_count, line.hash),
    )


def save_balances(seats: Iterable[Seat]) -> None:
    """Write the balances of these seats."""
    with connection.cursor() as cursor:
        cursor.executemany(BALANCE, [(seat.balance, seat.pk) for seat in seats])


def save_counts(session: Session) -> None:
    """Write what the session counts, and the hashes of its newest posting and line."""
    _run(
        SEAL,
        *(session.posting_count, session.head, session.round_count),
        *(session.change_count, session.log_count, session.log_head, session.pk),
    )


def _run(statement: str, *values: Value) -> None:
    with connection.cursor() as cursor:
        cursor.execute(statement, values)


def _added(statement: str, *values: Value) -> int:
    with connection.cursor() as cursor:
        cursor.execute(statement, values)
        return int(cursor.fetchone()[0])


def _moment(moment: datetime) -> Any:
    return MOMENT.get_db_prep_save(moment, connection)
