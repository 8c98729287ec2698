"""That the book is right, as players say on their phones: the whole of it at the end of an evening,
and a round they lost most in while it is fresh, where the table asks for that."""

from collections import defaultdict
from collections.abc import Mapping
from datetime import timedelta

from django.utils import timezone

from ledger.access.actor import Actor
from ledger.books.change_log import log
from ledger.books.history import PlayedRound, not_void, played_rounds
from ledger.books.journal import named_seats
from ledger.books.pricing import round_of
from ledger.common import refusals
from ledger.database.transactions import retry, transaction
from ledger.models import BALANCE_LIMIT, Change, Session
from ledger.tables.sessions import open_table

Kind = Change.Kind
FINAL = (Kind.CLOSED, Kind.CORRECTED, Kind.OTHER_VOID, Kind.RENAMED, Kind.RESTORED, Kind.VOID)

FRESH, AMONG = timedelta(minutes=10), 2
"""How old a round is at most that somebody is asked about, and among how many of the newest."""


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


@retry
def ask_from(session_id: str, loss: int | None, *, by: Actor) -> Session:
    """From the next round on ask who loses most in one, this much or more, whether it is right.

    None asks nobody. Raises AmountRefused for less than 1 and for more than a table can lose.
    """
    if loss is not None and not 0 < loss <= BALANCE_LIMIT:
        raise refusals.AmountRefused
    with open_table(session_id) as session:
        if session.nod_from == loss:
            return session
        details = {} if loss is None else {"amount": loss}
        return log(session, by, Kind.NOD_FROM, {"nod_from": loss}, **details)


def asked(session: Session, seat: int | None) -> PlayedRound | None:
    """The round that this seat is asked about: the newest fresh one that it lost most in.

    None where there is none or it nodded to that one: two taps in a row answer one question. A
    limit counts for what is recorded after it was set; without one the database is not asked.
    """
    if seat is None or session.nod_from is None or session.closed_at:
        return None
    fresh = session.rounds.filter(recorded_at__gt=timezone.now() - FRESH)
    newest = played_rounds(not_void(fresh).order_by("-number")[:AMONG])
    lost = next((each for each in newest if each.lost_most(seat, session.nod_from)), None)
    if lost is None or seat in nods(session).get(lost.round.number, []):
        return None
    since = session.changes.filter(kind=Kind.NOD_FROM).latest("number").made_at
    return lost if lost.round.recorded_at > since else None


def nods(session: Session) -> Mapping[int, list[int]]:
    """The seats that nodded to a round, by its number, in the order in which they did."""
    by_round: defaultdict[int, list[int]] = defaultdict(list)
    for line in session.changes.filter(kind=Kind.NODDED).order_by("number"):
        by_round[line.round or 0].extend(line.details["seats"])
    return by_round


@retry
def nod(session_id: str, number: int, *, by: Actor) -> bool:
    """Write down that whose phone this is calls a round right; again adds nothing.

    What a page asked is answered also when the round is no longer fresh. False, and nothing is
    written, where nobody said whose phone it is, or that seat did not lose most, or too little.
    Raises UnknownRound, RoundReversed.
    """
    with transaction(session_id) as session:
        played = played_rounds(session.rounds.filter(pk=round_of(session, number).pk))[0]
        if played.void:
            raise refusals.RoundReversed
        if not played.lost_most(by.seat, session.nod_from):
            return False
        if by.seat not in nods(session).get(number, []):
            log(session, by, Kind.NODDED, round=number, seats=[by.seat])
        return True
