"""Whether the books are right: the journal is replayed as it was written, and compared.

The tables are read in short queries, a few hundred postings at a time, so that a table
in play is neither held up nor reported for a round that came in meanwhile, and memory
stays flat. A difference that was found is carried along, so it is reported once.
"""

from collections.abc import Iterable, Iterator, Sequence
from itertools import chain, islice

from django.apps import apps
from django.db import IntegrityError, connection

from ledger.books.audit.groups import check_groups
from ledger.books.audit.lines import check_lines
from ledger.books.audit.loader import Posted, counted_postings
from ledger.books.audit.postings import check_posting
from ledger.books.audit.rows import check_rows
from ledger.books.audit.state import AuditState, Difference
from ledger.common.worker_pool import shared
from ledger.database import guards
from ledger.models import Seat, Session

SESSIONS_AT_ONCE = 40
"""Whose rows are looked at together; building a query takes longer than its answer."""


def differences(
    session_ids: Iterable[str] | None = None, processes: int = 1
) -> Iterator[Difference]:
    """All differences in these sessions, or in the whole database; nothing is changed.

    Several processes share the sessions as `ledger.common.worker_pool` says.
    """
    if session_ids is None:
        yield from database_differences()
        yield from check_groups()
        session_ids = Session.objects.order_by("pk").values_list("pk", flat=True).iterator()
    left = iter(session_ids)
    portions = iter(lambda: list(islice(left, SESSIONS_AT_ONCE)), [])
    if processes > 1:
        checked = shared(check_sessions, portions, processes)
    else:
        checked = map(check_sessions, portions)
    yield from chain.from_iterable(checked)


def check_sessions(session_ids: Sequence[str]) -> list[Difference]:
    """All differences in these sessions, each read as it stood at one moment."""
    replayed = chain.from_iterable(map(_in_session, session_ids))
    return [*check_rows(session_ids), *replayed]


def _in_session(session_id: str) -> Iterator[Difference]:
    rows = Seat.objects.filter(session=session_id).select_related("session")
    seats = {seat.number: seat for seat in rows}
    if not seats:
        yield Difference(session_id, "session", "there is no such session, or it has no seats")
        return
    stored = {number: seat.balance for number, seat in seats.items()}
    state = AuditState(next(iter(seats.values())).session, seats)
    yield from _replayed(state)
    yield from check_lines(state)
    for number, seat in seats.items():
        if seat.balance != stored[number]:
            sums = f"{stored[number]}, its entries add up to {seat.balance}"
            yield state.difference("balance", f"seat {number} has the balance {sums}")


def _replayed(state: AuditState) -> Iterator[Difference]:
    """Begin with nothing and post everything again."""
    for seat in state.seats.values():
        seat.balance = 0
    for read in counted_postings(state.session, state.seats.values()):
        if isinstance(read, Posted):
            yield from check_posting(state, read)
        else:
            yield read
    if state.session.head != state.head:
        yield state.difference("head", "the session's head is not the hash of its newest posting")


def database_differences() -> Iterator[Difference]:
    """What holds for all sessions at once."""
    for sentence in guards.wrong(apps, connection):
        yield Difference("", "guard", sentence)
    try:
        connection.check_constraints()
    except IntegrityError as error:
        yield Difference("", "reference", f"a row refers to one that does not exist: {error}")
