"""The log of a table: every change is written down in the same transaction, with who made it.

`change_count` goes up by every change that another open page would show, `log_count` by
those that have a line in the log. Parts handed in on players' own phones have none: they
leave no trace that lasts, and nobody with a view link can make the log grow without end.
"""

from collections.abc import Mapping
from datetime import datetime
from types import MappingProxyType
from typing import Any

from django.utils import timezone

from ledger.access.actor import Actor
from ledger.books import sql
from ledger.books.chain import chained, document, names_digest, terms_digest
from ledger.models import Change, Session

NAMING = {Change.Kind.OPENED, Change.Kind.NAMED, Change.Kind.JOINED}
NAMING |= {Change.Kind.RENAMED, Change.Kind.FORGOTTEN}


def log(
    session: Session,
    by: Actor,
    kind: Change.Kind,
    changed: Mapping[str, Any] = MappingProxyType({}),
    **details: Any,
) -> Session:
    """Write a line into the log of a locked session, and save what is changed of its own row.

    Where names or terms change, the line holds a digest of them.
    """
    for field, value in changed.items():
        setattr(session, field, value)
    if kind in NAMING:
        details["names"] = names_digest(session, session.seats.all())
    if terms := [changed[each] for each in ("rule_version", "bet_unit") if each in changed]:
        details["terms"] = terms_digest(*terms)
    new = line(session, by, kind, **details)
    seal(session, new)
    sql.add(new)
    session.save(update_fields=[*changed, "change_count", "log_count", "log_head"])
    return session


def line(
    session: Session,
    by: Actor,
    kind: Change.Kind,
    *,
    round: int | None = None,
    at: datetime | None = None,
    **details: Any,
) -> Change:
    """The next line of the log, still to be written.

    `details` hold numbers, fixed words and digests, never a name or anything typed.
    """
    return Change(
        session=session,
        number=session.log_count + 1,
        kind=kind,
        link=by.link,
        seat=by.seat,
        round=round,
        details=details,
        made_at=at or timezone.now(),
    )


def seal(session: Session, line: Change) -> None:
    """Give a line its hash, after all that it tells of, and count it."""
    line.posting_count = session.posting_count
    line.hash = chained(session.log_head, document(line, session.head))
    session.log_count, session.log_head = line.number, line.hash
    bump(session)


def bump(session: Session) -> None:
    """Tell the other pages that something changed, without saying what; saved by the caller."""
    session.change_count += 1
