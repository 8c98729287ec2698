"""Whether the books are right: the journal is replayed as it was written, and compared.

The tables are read in short queries, a few hundred postings at a time, so that a table
in play is neither held up nor reported for a round that came in meanwhile, and memory
stays flat. A difference that was found is carried along, so it is reported once.
"""

from collections.abc import Iterable, Iterator, Sequence

from django.apps import apps
from django.db import IntegrityError, connection
from django.db.models import Count, Exists, Max, OuterRef, Q

from ledger.books.audit.loader import Posted, counted_postings
from ledger.books.audit.postings import check_posting
from ledger.books.audit.state import AuditState, Difference
from ledger.common.worker_pool import shared
from ledger.database import guards
from ledger.models import (
    BetUnit,
    Carry,
    Change,
    Payment,
    Posting,
    Round,
    RuleVersion,
    Seat,
    Session,
)

GAPLESS = {
    "seat_gap": (Seat,),
    "terms_gap": (RuleVersion, BetUnit),
    "log_gap": (Change,),
}
"""What is numbered from 1 without a gap, by the code of the difference."""

COUNTED = {"posting": Posting, "round": Round, "log": Change}
"""What the session counts, by the beginning of the field that does."""


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
    seats = list(Seat.objects.filter(session=session_id).select_related("session"))
    if not seats:
        yield Difference(session_id, "session", "there is no such session, or it has no seats")
        return
    state = AuditState(seats[0].session)
    yield from _gaps(state)
    yield from _in_force(state)
    for read in counted_postings(state.session, {seat.pk: seat.number for seat in seats}):
        if isinstance(read, Posted):
            yield from check_posting(state, read)
        else:
            yield state.found("unreadable", f"posting {read.number} cannot be read: {read.error!r}")
    yield from _counts(state)
    yield from _unposted(state)
    yield from _sums(state, seats)


def _database() -> Iterator[Difference]:
    """What holds for all sessions at once."""
    for name in guards.missing(apps, connection):
        yield Difference("", "guard", f"the trigger {name} is not in force")
    try:
        connection.check_constraints()
    except IntegrityError as error:
        yield Difference("", "reference", f"a row refers to one that does not exist: {error}")


def _gaps(state: AuditState) -> Iterator[Difference]:
    for code, models in GAPLESS.items():
        for model in models:
            rows = model._default_manager.filter(session=state.session)
            found = rows.aggregate(rows=Count("pk"), newest=Max("number"))
            if found["rows"] != (found["newest"] or 0):
                yield state.found(code, f"the numbers of its {model.__name__} rows have a gap")


def _in_force(state: AuditState) -> Iterator[Difference]:
    """The newest rules and bet unit are in force.

    One query reads both the row and what is in force, so a change meanwhile is no difference.
    """
    for model, field in ((RuleVersion, "rule_version"), (BetUnit, "bet_unit")):
        rows = model._default_manager.filter(session=state.session).order_by("-number")
        newest, in_force = rows.values_list("pk", f"session__{field}").first() or (0, None)
        if newest != in_force:
            yield state.found("terms_in_force", f"its newest {field} is not the one in force")


def _counts(state: AuditState) -> Iterator[Difference]:
    """The session counts all its postings, rounds and log lines.

    The newest of each is read between two readings of the session, so what comes in
    meanwhile is no difference.
    """
    newest = {
        name: model._default_manager.filter(session=state.session).aggregate(found=Max("number"))
        for name, model in COUNTED.items()
    }
    now = Session.objects.get(pk=state.session.pk)
    for name, each in newest.items():
        number = each["found"] or 0
        before, after = (getattr(read, f"{name}_count") for read in (state.session, now))
        if number < before:
            yield state.found(f"{name}_count", f"{name}_count is {before}, the newest is {number}")
        if number > after:
            yield state.found(f"uncounted_{name}", f"{name} {number} is not counted")


def _unposted(state: AuditState) -> Iterator[Difference]:
    """A round, a payment or a carry and its posting are written together, so each has one."""
    here = Q(session=state.session)
    for model, name, mine in (
        (Round, "round", here),
        (Payment, "payment", here),
        (Carry, "carry", Q(source=state.session) | Q(target=state.session)),
    ):
        kinds = (Posting.Kind.ROUND, Posting.Kind.PAYMENT, Posting.Kind.CARRIED)
        posted = Posting.objects.filter(here, **{name: OuterRef("pk")}, kind__in=kinds)
        for each in model._default_manager.filter(mine).exclude(Exists(posted)).order_by("pk"):
            yield state.found(f"unposted_{name}", f"{name} {each} was never posted")


def _sums(state: AuditState, seats: Sequence[Seat]) -> Iterator[Difference]:
    """What the session and its seats keep is what the journal gives."""
    session = state.session
    if session.head != state.head:
        yield state.found("head", "the session's head is not the hash of its newest posting")
    for seat in seats:
        if seat.balance != state.balances[seat.number]:
            yield state.found(
                "balance",
                f"seat {seat.number} has the balance {seat.balance},"
                f" its entries add up to {state.balances[seat.number]}",
            )
