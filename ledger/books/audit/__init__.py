"""Whether the books are right: the journal is replayed as it was written, and compared.

The tables are read in short queries, a few hundred postings at a time, so that a table
in play is neither held up nor reported for a round that came in meanwhile, and memory
stays flat. A difference that was found is carried along, so it is reported once.
"""

from collections.abc import Iterable, Iterator
from typing import Any

from django.apps import apps
from django.db import IntegrityError, connection
from django.db.models import Count, Max, Q

from ledger.books.audit.lines import check_lines
from ledger.books.audit.loader import Posted, counted_postings
from ledger.books.audit.postings import check_posting
from ledger.books.audit.state import AuditState, Difference
from ledger.common.worker_pool import shared
from ledger.database import guards
from ledger.models import Carry, Posting, Seat, Session

GAPLESS = (
    "seats",
    "rule_versions",
    "bet_units",
    "rounds",
    "payments",
    "other_items",
    "postings",
    "changes",
)
"""What is numbered from 1 without a gap."""

COUNTED = {"postings": "posting_count", "rounds": "round_count", "changes": "log_count"}
"""Rows of the session, and its field with the number of the newest."""

STANDS_ON = {"rounds": ("rule_version", "bet_unit"), "payments": ("debtor", "creditor")}
"""What rows of a session stand on, which is of the same session."""


def differences(
    session_ids: Iterable[str] | None = None, processes: int = 1
) -> Iterator[Difference]:
    """All differences in these sessions, or in the whole database; nothing is changed.

    Several processes share the sessions as `ledger.common.worker_pool` says.
    """
    if session_ids is None:
        yield from database_differences()
        session_ids = Session.objects.order_by("pk").values_list("pk", flat=True).iterator()
    if processes > 1:
        checked = shared(check_session, session_ids, processes)
    else:
        checked = (check_session(session_id) for session_id in session_ids)
    for found in checked:
        yield from found


def check_session(session_id: str) -> list[Difference]:
    """All differences in one session, read as it stood at one moment."""
    return list(_in_session(session_id))


def _in_session(session_id: str) -> Iterator[Difference]:
    found = Seat.objects.filter(session=session_id).select_related("session")
    seats = {seat.number: seat for seat in found}
    if not seats:
        yield Difference(session_id, "session", "there is no such session, or it has no seats")
        return
    stored = {number: seat.balance for number, seat in seats.items()}
    state = AuditState(next(iter(seats.values())).session, seats)
    yield from _gaps(state)
    yield from _counted(state)
    yield from _foreign(state)
    yield from _replayed(state)
    yield from check_lines(state)
    yield from _unposted(state)
    for number, seat in seats.items():
        if seat.balance != stored[number]:
            sums = f"{stored[number]}, its entries add up to {seat.balance}"
            yield state.found("balance", f"seat {number} has the balance {sums}")


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
        yield state.found("head", "the session's head is not the hash of its newest posting")


def database_differences() -> Iterator[Difference]:
    """What holds for all sessions at once."""
    for found in guards.wrong(apps, connection):
        yield Difference("", "guard", found)
    try:
        connection.check_constraints()
    except IntegrityError as error:
        yield Difference("", "reference", f"a row refers to one that does not exist: {error}")


def _gaps(state: AuditState) -> Iterator[Difference]:
    for name in GAPLESS:
        found = getattr(state.session, name).aggregate(rows=Count("pk"), newest=Max("number"))
        if found["rows"] != (found["newest"] or 0):
            yield state.found("gap", f"the numbers of its {name} have a gap")


def _counted(state: AuditState) -> Iterator[Difference]:
    """All postings, rounds and log lines are counted.

    One query reads both the row and the session, so a change meanwhile is no difference.
    """
    for name, count in COUNTED.items():
        rows = getattr(state.session, name).order_by("-number")
        none = (0, getattr(state.session, count))
        newest, held = rows.values_list("number", f"session__{count}").first() or none
        if newest != held:
            yield state.found(count, f"its {count} is {held}, the newest of its {name} {newest}")


def _foreign(state: AuditState) -> Iterator[Difference]:
    for name, fields in STANDS_ON.items():
        for field in fields:
            rows = getattr(state.session, name).exclude(**{f"{field}__session": state.session})
            for each in rows:
                yield state.found("foreign", f"the {field} of {each} is of another session")


def _unposted(state: AuditState) -> Iterator[Difference]:
    """What is posted and its posting are written together, so each has one."""
    session = state.session
    carries = Carry.objects.filter(Q(source=session) | Q(target=session))
    written: Any = (
        (Posting.Kind.ROUND, "round", session.rounds.all()),
        (Posting.Kind.PAYMENT, "payment", session.payments.all()),
        (Posting.Kind.CARRIED, "carry", carries),
        (Posting.Kind.MANUAL, "other", session.other_items.all()),
    )
    for kind, name, rows in written:
        posted = session.postings.filter(kind=kind).values(name)
        for each in rows.exclude(pk__in=posted).order_by("pk"):
            yield state.found(f"unposted_{name}", f"{name} {each} was never posted")
