"""The journal: postings that only ever follow each other, each sealed by the hash of all before.

A hash covers ids, numbers and times; people's names and the words of a reason are not
in it, so they can be cleared without breaking the chain.
"""

import hashlib
import json
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Any

from ledger.models import BALANCE_LIMIT, Entry, Posting, Round, Seat, Session
from ledger.refusals import AmountRefused
from scoring.transfers import Transfer

ENCODER = json.JSONEncoder(sort_keys=True, separators=(",", ":"), ensure_ascii=False)

SUMS = ("balance", "rounds_played", "rounds_won", "by_reason")
"""What a seat keeps of all its rounds."""

Seats = Mapping[int, Seat]
"""The seats of one session by number."""


@dataclass(frozen=True, slots=True)
class Payment:
    """`payer` gives `payee` `amount` > 0; both are seat numbers."""

    payer: int
    payee: int
    amount: int
    reason: str

    def reversed(self) -> "Payment":
        """The same amount back, because the round is void."""
        return Payment(self.payee, self.payer, self.amount, "void")


def paid(transfer: Transfer, unit: int) -> Payment:
    """A scored transfer in money, `unit` being the amount of the smallest unit of the rules."""
    return Payment(transfer.payer, transfer.payee, transfer.units * unit, str(transfer.reason))


def canonical(value: object) -> str:
    """One spelling for equal JSON: sorted keys, no spaces."""
    return ENCODER.encode(value)


def normal(facts: Mapping[str, Any]) -> Any:
    """Facts in one order of keys, so that a database which orders them itself changes nothing."""
    return json.loads(canonical(facts))


def chained(previous: str, document: Mapping[str, Any]) -> str:
    """SHA-256 in hex over the hash of the posting before ("" for the first) and this one."""
    return hashlib.sha256(f"{previous}\n{canonical(document)}".encode()).hexdigest()


def document(posting: Posting, round: Round, payments: Sequence[Payment]) -> dict[str, Any]:
    """Everything a posting stands for, as JSON."""
    return {
        "session": posting.session_id,
        "number": posting.number,
        "kind": str(posting.kind),
        "at": _instant(posting.posted_at),
        "round": _told(round) if posting.kind == Posting.Kind.ROUND else round.number,
        "payments": [[p.payer, p.payee, p.amount, p.reason] for p in payments],
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


def tally(seats: Seats, players: Iterable[int], paid: Sequence[Payment], sign: int) -> None:
    """Count a round in (`sign` 1) or, because it is void, out again (-1), in memory.

    `paid` is what the round paid when it was recorded.
    """
    for number in players:
        mine = [payment for payment in paid if number in (payment.payer, payment.payee)]
        gained = [(each.reason, each.amount * (1 if each.payee == number else -1)) for each in mine]
        seat, sums = seats[number], Counter(seats[number].by_reason)
        for reason, amount in gained:
            sums[reason] += sign * amount
        seat.rounds_played += sign
        seat.rounds_won += sign * (sum(amount for _, amount in gained) > 0)
        seat.by_reason = {reason: amount for reason, amount in sorted(sums.items()) if amount}


def payments_of(posting: Posting) -> tuple[Payment, ...]:
    """The payments of one posting, in line order."""
    rows = posting.entries.order_by("line").values_list(
        "payer__number", "payee__number", "amount", "reason"
    )
    return tuple(Payment(*row) for row in rows)


def post(session: Session, seats: Seats, posting: Posting, payments: Sequence[Payment]) -> None:
    """Append `posting` with its entries and the balances after it, and seal it.

    The session's row must be locked, and `move` must have carried the payments over.
    The number and the hash are given here; the entries go in before the session's row
    counts the posting, because a counted posting takes no more of them.
    """
    posting.session, posting.number = session, session.posting_count + 1
    posting.hash = chained(session.head, document(posting, posting.round, payments))
    posting.save(force_insert=True)
    Entry.objects.bulk_create(
        Entry(
            posting=posting,
            line=line,
            payer=seats[payment.payer],
            payee=seats[payment.payee],
            amount=payment.amount,
            reason=payment.reason,
        )
        for line, payment in enumerate(payments, start=1)
    )
    Seat.objects.bulk_update(seats.values(), SUMS)
    session.posting_count, session.head = posting.number, posting.hash
    session.save(update_fields=["posting_count", "head", "round_count"])
