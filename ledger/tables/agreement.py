"""How an evening ends: on each player's phone somebody says that the book is right."""

from ledger.access.actor import Actor
from ledger.books.change_log import log
from ledger.books.journal import named_seats
from ledger.common import refusals
from ledger.database.transactions import retry, transaction
from ledger.models import Change, Session

Kind = Change.Kind
FINAL = (Kind.CLOSED, Kind.CORRECTED, Kind.OTHER_VOID, Kind.RENAMED, Kind.RESTORED, Kind.VOID)


def final_line(session: Session) -> Change | None:
    """What is agreed to at a closed table; None at an open one."""
    if session.closed_at is None:
        return None
    return session.changes.filter(kind__in=FINAL).latest("number")


def agreed(session: Session, final: Change | None) -> list[int]:
    """The seats that agreed to this line, in the order in which they did."""
    if final is None:
        return []
    lines = session.changes.filter(kind=Kind.AGREED, number__gt=final.number)
    return [line.details["seats"][0] for line in lines.order_by("number")]


@retry
def agree(session_id: str, seat: int, head: str, *, by: Actor) -> Session:
    """Write down that a seat agrees to the book; again adds nothing, and nothing waits for it.

    `head` is the hash of the final line as its phone saw it. Raises BookChanged where it is
    another one by now, or the table plays on.
    """
    with transaction(session_id) as session:
        named_seats(session_id, [seat])
        final = final_line(session)
        if final is None or final.hash != head:
            raise refusals.BookChanged
        if seat in agreed(session, final):
            return session
        return log(session, by, Kind.AGREED, seats=[seat])
