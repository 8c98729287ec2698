"""Opening a session exactly once, however often its opening is sent."""

from typing import Any
from uuid import UUID

from django.db import IntegrityError

from ledger.access.actor import Actor
from ledger.common.refusals import DifferentSession, PostingError
from ledger.common.strict_json import Object
from ledger.database.transactions import confirm
from ledger.models import Session
from ledger.tables.sessions import FIRST, as_kept, open_session
from scoring import RULE_SETS


def open_once(submission_id: UUID | None, *, by: Actor, **asked: Any) -> tuple[Session, bool]:
    """Open a session as `open_session` does; the same id again answers with the same session.

    With it: whether it is new. Raises DifferentSession where that is not, or no longer, what is
    asked for: then who asks gets no key of it. Without an id every call opens one.
    """
    try:
        return open_session(submission_id=submission_id, **asked, by=by), True
    except (PostingError, IntegrityError):
        # Sent again, or only the answer to the commit was lost.
        if submission_id and (known := _opened_before(submission_id, asked)):
            return known, False
        raise


def _opened_before(submission_id: UUID, asked: Object) -> Session | None:
    session = Session.objects.filter(submission_id=submission_id).first()
    if session and not _matches(session, **asked):
        raise DifferentSession
    if session:
        confirm(session.pk)
    return session


def _matches(session: Session, *, rules: str, settings: Any, bet_unit: int, **texts: Any) -> bool:
    """Whether the session began with what is asked for, and nobody renewed its keys."""
    version = session.rule_versions.get(number=FIRST)
    terms = version.rules, version.values, session.bet_units.get(number=FIRST).amount
    names, name, currency = as_kept(**texts)
    seats = list(session.seats.values_list("name", flat=True))[: len(names)]
    keys = session.score_key_generation, session.view_key_generation
    asked = rules, RULE_SETS[rules].values(settings), bet_unit, names, name, currency
    return (*terms, seats, session.name, session.currency, *keys) == (*asked, FIRST, FIRST)
