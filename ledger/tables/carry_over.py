"""Carrying what a table left unpaid into a new one: both books change in one transaction."""

from collections.abc import Sequence
from typing import Any
from uuid import UUID

from django.utils import timezone

from ledger.access.actor import Actor
from ledger.books import change_log, journal
from ledger.books.balances import scoreboard
from ledger.books.journal import CARRIED, Movement
from ledger.books.next_round import seated
from ledger.books.settling import left_to_pay, standing_carries
from ledger.common.refusals import AmountRefused, NotClosed, NothingLeft, PlayedOn, UnknownSession
from ledger.database.transactions import locked, retry, transaction
from ledger.models import AMOUNT_LIMIT, Carry, Change, Posting, Session
from ledger.tables import agreement, membership, sessions


@retry
def carry(session_id: str, *, submission_id: UUID, by: Actor) -> Session:
    """Open a session with the same people and terms that begins with these balances.

    The balances here come to 0, and the groups of this table count the new one too: what is
    left to pay stays in their accounts. The same id again answers with the same session. Raises
    NotClosed, NothingLeft, AmountRefused, or as `open_session` does.
    """
    with transaction(session_id) as source:
        if known := source.carries.filter(submission_id=submission_id).first():
            return known.target
        paid = _what_is_left(source)
        target = _again(source, by)
        membership.go_on(source, target, by)
        made = Carry.objects.create(
            source=source, target=target, submission_id=submission_id, carried_at=timezone.now()
        )
        _post_both(made, Posting.Kind.CARRIED, paid, by)
        return target


@retry
def take_back(session_id: str, target_id: str, *, by: Actor) -> None:
    """Undo `carry` as long as nothing happened at the new session, which is closed.

    Done before, it changes nothing. Raises UnknownSession, PlayedOn.
    """
    with transaction(session_id) as source:
        made = source.carries.filter(target=target_id).first()
        if made is None:
            raise UnknownSession
        if not standing_carries(source).filter(pk=made.pk).exists():
            return
        if not is_untouched(locked(target_id)):
            raise PlayedOn
        membership.leave(sessions.close(target_id, by=by), by)
        carried = source.postings.get(carry=made, kind=Posting.Kind.CARRIED)
        back = [each.reversed(CARRIED) for each in journal.movements_of(carried)]
        _post_both(made, Posting.Kind.UNCARRIED, back, by)


def is_untouched(target: Session) -> bool:
    """Whether nothing was posted there but what was carried."""
    return target.posting_count == 1


def _what_is_left(source: Session) -> list[Movement]:
    """The entries that bring every balance to 0, each from the creditor to the debtor."""
    if not source.closed_at:
        raise NotClosed
    left = left_to_pay(source)
    if not left:
        raise NothingLeft
    if any(each.amount > AMOUNT_LIMIT for each in left):
        raise AmountRefused
    return [Movement(each.payee, each.payer, each.amount, CARRIED) for each in left]


def _again(source: Session, by: Actor) -> Session:
    """A new session as this one is now: who sits out, in which order, whether places rotate."""
    rules, bet_unit = source.terms
    scores = scoreboard(source)
    seats = [each.seat for each in scores]
    target = sessions.open_session(
        rules=rules.rules,
        settings=rules.values,
        bet_unit=bet_unit.amount,
        players=[each.name for each in scores],
        seats=seats,
        name=source.name,
        currency=source.currency,
        by=by,
    )
    for each in scores:
        if each.sitting_out:
            sessions.sit(target.pk, each.seat, out=True, by=by)
    sessions.seat_people(target.pk, seated(source, seats), by=by)
    sessions.rotate(target.pk, on=source.rotates, by=by)
    agreement.ask_from(target.pk, source.nod_from, by=by)
    return locked(target.pk)


def _post_both(made: Carry, kind: Posting.Kind, paid: Sequence[Movement], by: Actor) -> None:
    arriving = [each.reversed(CARRIED) for each in paid]
    sides: Any = (
        (made.source, paid, {"to": made.target_id}),
        (made.target, arriving, {"out_of": made.source_id}),
    )
    for session, movements, details in sides:
        line = change_log.line(session, by, Change.Kind(kind.value), **details)
        posting = Posting(kind=kind, carry=made)
        journal.post(session, posting, movements, line)
