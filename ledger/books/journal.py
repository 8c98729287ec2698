"""The journal: postings that only ever follow each other, each sealed by the hash of all before.

A hash covers ids, numbers and times; people's names and the words of a reason are not
in it, so they can be cleared without breaking the chain.
"""

import hashlib
import json
from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Any

from django.utils import timezone

from ledger import models
from ledger.books.change_log import COUNTS
from ledger.common.refusals import AmountRefused
from ledger.database.prepared import Insert, Prepared, Update
from ledger.models import BALANCE_LIMIT, Entry, Posting, Round, Seat, Session
from scoring.common.transfers import Reason, Transfer

ENCODER = json.JSONEncoder(sort_keys=True, separators=(",", ":"), ensure_ascii=False)

SUMS = ("balance", "rounds_played", "rounds_won", "by_reason")
"""What a seat keeps of all its rounds."""

SETTLEMENT, CARRIED = Reason.SETTLEMENT.value, Reason.CARRIED.value

_SEATS = Prepared(Seat.objects.all(), "session")
_POST, _ENTER = Insert(Posting), Insert(Entry)
_KEEP_SUMS = Update(Seat, *SUMS)
_SEAL = Update(Session, "posting_count", "entry_count", "head", "round_count", *COUNTS)

Seats = Mapping[int, Seat]
"""The seats of one session by number."""


@dataclass(frozen=True, slots=True)
class Payment:
    """`payer` gives `payee` `amount` > 0; both are seat numbers."""

    payer: int
    payee: int
    amount: int
    reason: str

    def reversed(self, reason: str = "void") -> "Payment":
        """The same amount back, because the round is void or the payment was not made."""
        return Payment(self.payee, self.payer, self.amount, reason)


def paid(transfer: Transfer, unit: int) -> Payment:
    """A scored transfer in money, `unit` being the amount of the smallest unit of the rules."""
    return Payment(transfer.payer, transfer.payee, transfer.units * unit, str(transfer.reason))


def entry_of(payment: models.Payment, kind: str) -> Payment:
    """What money handed over at the table is in the book, or that taken back.

    A payer loses balance and a payee gains it. Who hands over what he owes gains it, so
    the entry goes from the creditor to the debtor, against the money.
    """
    parties = payment.creditor.number, payment.debtor.number
    entry = Payment(*parties, payment.amount, SETTLEMENT)
    return entry.reversed(SETTLEMENT) if kind == Posting.Kind.UNPAID else entry


def canonical(value: object) -> str:
    """One spelling for equal JSON: sorted keys, no spaces."""
    return ENCODER.encode(value)


def normal(facts: Mapping[str, Any]) -> Any:
    """Facts in one order of keys, so that a database which orders them itself changes nothing."""
    return json.loads(canonical(facts))


def chained(previous: str, document: Mapping[str, Any]) -> str:
    """SHA-256 in hex over the hash of the posting before ("" for the first) and this one."""
    return hashlib.sha256(f"{previous}\n{canonical(document)}".encode()).hexdigest()


def document(posting: Posting, payments: Sequence[Payment]) -> dict[str, Any]:
    """Everything a posting stands for, as JSON."""
    return {
        "session": posting.session_id,
        "number": posting.number,
        "kind": str(posting.kind),
        "at": _instant(posting.posted_at),
        **_posted(posting),
        "payments": [[p.payer, p.payee, p.amount, p.reason] for p in payments],
    }


def _posted(posting: Posting) -> dict[str, Any]:
    """What was posted: the whole of it the first time, its number where it is taken back."""
    if round := posting.round:
        return {"round": _told(round) if posting.kind == Posting.Kind.ROUND else round.number}
    if payment := posting.payment:
        marked = posting.kind == Posting.Kind.PAYMENT
        return {"payment": _marked(payment) if marked else payment.number}
    assert posting.carry
    return {"carry": _carried(posting.carry)}


def _marked(payment: models.Payment) -> dict[str, Any]:
    return {
        "number": payment.number,
        "submission": str(payment.submission_id),
        "debtor": payment.debtor.number,
        "creditor": payment.creditor.number,
        "amount": payment.amount,
        "at": _instant(payment.recorded_at),
    }


def _carried(carry: models.Carry) -> dict[str, Any]:
    return {
        "source": carry.source_id,
        "target": carry.target_id,
        "submission": str(carry.submission_id),
        "at": _instant(carry.carried_at),
    }


def _told(round: Round) -> dict[str, Any]:
    terms, bet_unit = round.rule_version, round.bet_unit
    return {
        "number": round.number,
        "submission": str(round.submission_id),
        "rules": [terms.number, terms.rules, terms.settings],
        "bet_unit": [bet_unit.number, bet_unit.amount],
        "facts": round.facts,
        "result": round.result,
        "balances": round.balances,
        "corrects": round.corrects.number if round.corrects else None,
        "stands_for": round.stands_for,
        "at": _instant(round.recorded_at),
    }


def _instant(moment: datetime) -> str:
    return moment.astimezone(UTC).isoformat(timespec="microseconds")


def move(seats: Seats, payments: Iterable[Payment]) -> None:
    """Carry the payments into the balances, in memory; raises AmountRefused beyond the limit."""
    for payment in payments:
        seats[payment.payer].balance -= payment.amount
        seats[payment.payee].balance += payment.amount
    if any(abs(seat.balance) > BALANCE_LIMIT for seat in seats.values()):
        raise AmountRefused


def balances(seats: Seats) -> dict[str, int]:
    """What every seat stands at, as it is kept: {"1": 34000, …}."""
    return {str(number): seat.balance for number, seat in sorted(seats.items())}


def tally(seats: Seats, players: Iterable[int], paid: Sequence[Payment], sign: int) -> None:
    """Count a round in (`sign` 1) or, because it is void, out again (-1), in memory.

    `paid` is what the round paid when it was recorded.
    """
    for number in players:
        seat, gained = seats[number], _gained(number, paid)
        seat.rounds_played += sign
        seat.rounds_won += sign * (sum(amount for _, amount in gained) > 0)
        _sum_up(seat, gained, sign)


def tally_settled(seats: Seats, payments: Sequence[Payment]) -> None:
    """Count what no round paid, in memory: nobody played or won, but reasons still add up."""
    for number in {seat for each in payments for seat in (each.payer, each.payee)}:
        _sum_up(seats[number], _gained(number, payments), 1)


def _gained(number: int, payments: Iterable[Payment]) -> list[tuple[str, int]]:
    """What each payment that this seat is part of gave it, and why."""
    mine = [payment for payment in payments if number in (payment.payer, payment.payee)]
    return [(each.reason, each.amount * (1 if each.payee == number else -1)) for each in mine]


def _sum_up(seat: Seat, gained: Iterable[tuple[str, int]], sign: int) -> None:
    sums = Counter(seat.by_reason)
    for reason, amount in gained:
        sums[reason] += sign * amount
    seat.by_reason = {reason: amount for reason, amount in sorted(sums.items()) if amount}


def payments_of(posting: Posting) -> tuple[Payment, ...]:
    """The payments of one posting, in line order."""
    rows = posting.entries.order_by("line").values_list(
        "payer__number", "payee__number", "amount", "reason"
    )
    return tuple(Payment(*row) for row in rows)


def seats_of(session: Session) -> Seats:
    """The seats of a session whose row is locked, to be moved; one query."""
    return asking_for_seats(session.pk)()


def asking_for_seats(session_id: str) -> Callable[[], Seats]:
    """Ask for the seats of a session whose lock was asked for; what this returns has them."""
    asked = _SEATS.asked(session_id)
    return lambda: {seat.number: seat for seat in asked()}


def post_settled(
    session: Session, seats: Seats, posting: Posting, payments: Sequence[Payment]
) -> None:
    """Append a posting that no round is behind, and carry its payments into the balances."""
    move(seats, payments)
    tally_settled(seats, payments)
    posting.posted_at, posting.balances = timezone.now(), balances(seats)
    post(session, seats, posting, payments)


def post(session: Session, seats: Seats, posting: Posting, payments: Sequence[Payment]) -> None:
    """Append `posting` with its entries and the balances after it, and seal it.

    The session's row must be locked, and `move` must have carried the payments over.
    The number and the hash are given here; the entries go in before the session's row
    counts the posting, because a counted posting takes no more of them.
    """
    posting.session, posting.number = session, session.posting_count + 1
    posting.entries_so_far = session.entry_count + len(payments)
    posting.hash = chained(session.head, document(posting, payments))
    _POST.one(posting)
    _ENTER.all(
        [
            Entry(
                posting_id=posting.pk,
                line=line,
                payer_id=seats[payment.payer].pk,
                payee_id=seats[payment.payee].pk,
                amount=payment.amount,
                reason=payment.reason,
            )
            for line, payment in enumerate(payments, start=1)
        ]
    )
    _KEEP_SUMS(seats.values())
    session.posting_count, session.entry_count = posting.number, posting.entries_so_far
    session.head = posting.hash
    _SEAL([session])
