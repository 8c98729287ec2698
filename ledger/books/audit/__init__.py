"""Whether the books are right: the journal is replayed as it was written, and compared.

The tables are read in short queries, a few hundred postings at a time, so that a table
in play is neither held up nor reported for a round that came in meanwhile, and memory
stays flat. A difference that was found is carried along, so it is reported once.
"""

from collections.abc import Iterable, Iterator

from django.apps import apps
from django.db import IntegrityError, connection
from django.db.models import Count, Exists, Max, OuterRef, Q

from ledger.books.audit.loader import Posted, counted_postings
from ledger.books.audit.postings import check_posting
from ledger.books.audit.state import AuditState, Difference
from ledger.common.worker_pool import shared
from ledger.database import guards
from ledger.models import Carry, Posting, Seat, Session

GAPLESS = ("seats", "rule_versions", "bet_units", "changes")
"""What is numbered from 1 without a gap; the replay looks at the numbers of the rest."""

COUNTED = {"posting_count": "postings", "round_count": "rounds", "log_count": "changes"}
"""What the session counts, by the field that does."""

IN_FORCE = {"rule_version": "rule_versions", "bet_unit": "bet_units"}


def differences(
    session_ids: Iterable[str] | None = None, processes: int = 1
) -> Iterator[Difference]:
    """All differences in these sessions, or in the whole database; nothing is changed.

    Several processes share the sessions as `ledger.common.worker_pool` says.
    """
    if session_ids is None:
        yield from _database()
        session_ids = Session.objects.order_by("pk").values_list("pk", flat=True).iterator()
    if processes == 1:
        for session_id in session_ids:
            yield from check_session(session_id)
    else:
        for found in shared(_all_of, session_ids, processes):
            yield from found


def _all_of(session_id: str) -> list[Difference]:
    """What a process answers to the one that asked it."""
    return list(check_session(session_id))


def check_session(session_id: str) -> Iterator[Difference]:
    """All differences in one session, read as it stood at one moment."""
    found = Seat.objects.filter(session=session_id).select_related("session")
    seats = {seat.number: seat for seat in found}
    if not seats:
        yield Difference(session_id, "session", "there is no such session, or it has no seats")
        return
    stored = {number: seat.balance for number, seat in seats.items()}
    state = AuditState(next(iter(seats.values())).session, seats)
    yield from _gaps(state)
    yield from _in_force(state)
    yield from _replayed(state)
    yield from _counts(state)
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


def _database() -> Iterator[Difference]:
    """What holds for all sessions at once."""
    for name in guards.missing(apps, connection):
        yield Difference("", "guard", f"the trigger {name} is not in force")
    try:
        connection.check_constraints()
    except IntegrityError as error:
        yield Difference("", "reference", f"a row refers to one that does not exist: {error}")


def _gaps(state: AuditState) -> Iterator[Difference]:
    for name in GAPLESS:
        found = getattr(state.session, name).aggregate(rows=Count("pk"), newest=Max("number"))
        if found["rows"] != (found["newest"] or 0):
            yield state.found("gap", f"the numbers of its {name} have a gap")


def _in_force(state: AuditState) -> Iterator[Difference]:
    """The newest rules and bet unit are in force.

    One query reads both the row and what is in force, so a change meanwhile is no difference.
    """
    for field, name in IN_FORCE.items():
        rows = getattr(state.session, name).order_by("-number")
        newest, in_force = rows.values_list("pk", f"session__{field}").first() or (0, None)
        if newest != in_force:
            yield state.found("terms_in_force", f"its newest {field} is not the one in force")


def _counts(state: AuditState) -> Iterator[Difference]:
    """The session counts all its postings, rounds and log lines.

    The newest of each is read between two readings of the session, so what comes in
    meanwhile is no difference.
    """
    session = state.session
    newest = {
        field: getattr(session, name).aggregate(found=Max("number"))["found"] or 0
        for field, name in COUNTED.items()
    }
    now = Session.objects.get(pk=session.pk)
    for field, number in newest.items():
        least, most = getattr(session, field), getattr(now, field)
        if not least <= number <= most:
            yield state.found(field, f"its {field} is {most}, the newest number is {number}")


def _unposted(state: AuditState) -> Iterator[Difference]:
    """A round, a payment or a carry and its posting are written together, so each has one."""
    session, kinds = state.session, (Posting.Kind.ROUND, Posting.Kind.PAYMENT, Posting.Kind.CARRIED)
    carries = Carry.objects.filter(Q(source=session) | Q(target=session))
    written = {"round": session.rounds.all(), "payment": session.payments.all(), "carry": carries}
    for name, rows in written.items():
        posted = session.postings.filter(kind__in=kinds, **{name: OuterRef("pk")})
        for each in rows.exclude(Exists(posted)).order_by("pk"):
            yield state.found(f"unposted_{name}", f"{name} {each} was never posted")
