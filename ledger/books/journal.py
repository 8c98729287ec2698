"""The journal: postings that only ever follow each other, each sealed by the hash of all before.

A hash covers ids, numbers, times and the words of a reason. People's names are not in it, so
they can be cleared without breaking the chain.
"""

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from django.db import IntegrityError
from django.utils import timezone

from ledger.books import change_log, sql
from ledger.books.balances import Seats
from ledger.books.chain import chained, instant
from ledger.common.refusals import AmountRefused, UnknownSeat
from ledger.common.strict_json import Object
from ledger.models import (
    Carry,
    Change,
    OtherItem,
    Payment,
    Posting,
    Round,
    Seat,
    Session,
)
from scoring.common.transfers import Reason

SETTLEMENT, CARRIED = Reason.SETTLEMENT.value, Reason.CARRIED.value
MANUAL = Reason.MANUAL.value
FIRST_READING = 1


@dataclass(frozen=True, slots=True)
class Movement:
    """An entry before it is written: seat `payer` gives seat `payee` `amount` > 0."""

    payer: int
    payee: int
    amount: int
    reason: str

    def reversed(self, reason: str = "void") -> "Movement":
        """The same amount back, because the round is void or the payment was not made."""
        return Movement(self.payee, self.payer, self.amount, reason)


def named_seats(session_id: str, numbers: Iterable[int]) -> dict[int, Seat]:
    """All seats by number; raises UnknownSeat where one of `numbers` is not among them."""
    seats = sql.seats_of(session_id)
    for number in numbers:
        if number not in seats:
            raise UnknownSeat(number=number)
    return seats


def settlement_of(payment: Payment, kind: str) -> Movement:
    """What money handed over at the table is in the book, or that taken back.

    A payer loses balance and a payee gains it. Who hands over what he owes gains it, so
    the entry goes from the creditor to the debtor, against the money.
    """
    parties = payment.creditor.number, payment.debtor.number
    movement = Movement(*parties, payment.amount, SETTLEMENT)
    return movement.reversed(SETTLEMENT) if kind == Posting.Kind.UNPAID else movement


def document(posting: Posting, movements: Sequence[Movement]) -> Object:
    """Everything a posting stands for, as JSON."""
    return {
        "session": posting.session_id,
        "number": posting.number,
        "kind": str(posting.kind),
        "at": instant(posting.posted_at),
        "reason": posting.reason,
        **_posted(posting),
        "payments": [[p.payer, p.payee, p.amount, p.reason] for p in movements],
    }


def _posted(posting: Posting) -> Object:
    """What was posted: the whole of it the first time, its number where it is taken back."""
    if round := posting.round:
        return {"round": _round(round) if posting.kind == Posting.Kind.ROUND else round.number}
    if payment := posting.payment:
        paid = posting.kind == Posting.Kind.PAYMENT
        return {"payment": _payment(payment) if paid else payment.number}
    if item := posting.other:
        manual = posting.kind == Posting.Kind.MANUAL
        return {"other": _other(item) if manual else item.number}
    assert posting.carry
    return {"carry": _carry(posting.carry)}


def _payment(payment: Payment) -> Object:
    return {
        "number": payment.number,
        "submission": str(payment.submission_id),
        "debtor": payment.debtor.number,
        "creditor": payment.creditor.number,
        "amount": payment.amount,
        "at": instant(payment.recorded_at),
    }


def _other(item: OtherItem) -> Object:
    return {
        "number": item.number,
        "submission": str(item.submission_id),
        "after_round": item.after_round,
        "at": instant(item.recorded_at),
    }


def _carry(carry: Carry) -> Object:
    return {
        "source": carry.source_id,
        "target": carry.target_id,
        "submission": str(carry.submission_id),
        "at": instant(carry.carried_at),
    }


def _round(round: Round) -> Object:
    terms, bet_unit = round.terms
    # The first reading is not in the hashes that were made before there was a second.
    reading = {} if round.revision == FIRST_READING else {"revision": round.revision}
    return reading | {
        "number": round.number,
        "submission": str(round.submission_id),
        "rules": [terms.number, terms.rules, terms.settings],
        "bet_unit": [bet_unit.number, bet_unit.amount],
        "facts": round.facts,
        "result": round.result,
        "corrects": round.corrects.number if round.corrects else None,
        "stands_for": round.stands_for,
        "at": instant(round.recorded_at),
    }


def move(seats: Seats, movements: Iterable[Movement]) -> None:
    """Add the movements to the balances, in memory."""
    for movement in movements:
        seats[movement.payer].balance -= movement.amount
        seats[movement.payee].balance += movement.amount


def pay(session_id: str, movements: Iterable[Movement]) -> dict[int, Seat]:
    """Add the movements to the balances of a locked session: all its seats, as they are then.

    Seats that are not there pay and get nothing. Raises AmountRefused beyond the limit.
    """
    changes = Counter[int]()
    for movement in movements:
        changes[movement.payer] -= movement.amount
        changes[movement.payee] += movement.amount
    try:
        return sql.pay(session_id, changes)
    except IntegrityError as beyond:
        raise AmountRefused from beyond


def movements_of(posting: Posting) -> tuple[Movement, ...]:
    """The entries of one posting, in line order."""
    rows = posting.entries.order_by("line").values_list(
        "payer__number", "payee__number", "amount", "reason"
    )
    return tuple(Movement(*row) for row in rows)


def post(
    session: Session,
    posting: Posting,
    movements: Sequence[Movement],
    line: Change | None = None,
) -> None:
    """Append `posting` to a locked session, and let its seats pay; else as `append`.

    Raises AmountRefused.
    """
    append(session, posting, movements, pay(session.pk, movements), line)


def append(
    session: Session,
    posting: Posting,
    movements: Sequence[Movement],
    seats: Seats,
    line: Change | None = None,
) -> None:
    """Append `posting` with its entries to a locked session, whose `seats` have paid already.

    The number, the time and the hash are given here; the entries go in before the session's
    row counts the posting, because a counted posting takes no more of them. `line` is that of
    the log, which holds the hash; it may wait for a second posting.
    """
    posting.session, posting.number = session, session.posting_count + 1
    posting.posted_at = posting.posted_at or timezone.now()
    posting.hash = chained(session.head, document(posting, movements))
    session.posting_count, session.head = posting.number, posting.hash
    if line:
        change_log.seal(session, line)
    sql.post(session, posting, movements, seats, line)
