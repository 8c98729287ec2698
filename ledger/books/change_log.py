"""The log of a table: every change is written down in the same transaction, with who made it.

`change_count` goes up by every change that another open page would show, `log_count` by
those that have a line in the log. Parts handed in on players' own phones have none: they
leave no trace that lasts, and nobody with a view link can make the log grow without end.
"""

from typing import Any

from django.utils import timezone

from ledger.access.actor import Actor
from ledger.books import rows
from ledger.models import Change, Session

COUNTS = ("change_count", "log_count")
"""Fields of the session that whoever notes a change has to save."""


def note(
    session: Session, by: Actor, kind: Change.Kind, *, round: int | None = None, **details: Any
) -> None:
    """Write a line into the log of a locked session, whose COUNTS the caller saves after it.

    `details` hold numbers and fixed words, never a name or anything typed.
    """
    session.log_count += 1
    bump(session)
    change = Change(
        session=session,
        number=session.log_count,
        kind=kind,
        link=by.link,
        seat=by.seat,
        round=round,
        details=details,
        made_at=timezone.now(),
    )
    rows.insert_all([change])


def bump(session: Session) -> None:
    """Tell the other pages that something changed, without saying what; saved by the caller."""
    session.change_count += 1
