"""A walk through the books of one session, and what is found wrong on the way."""

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, field

from ledger.books.audit.loader import Posted, PostedCarry, PostedPayment, PostedRound
from ledger.books.journal import Movement
from ledger.models import Posting, Seat, Session


@dataclass(frozen=True, slots=True)
class Difference:
    """One thing that is not as it must be; `session` is "" for the database as a whole."""

    session: str
    code: str
    sentence: str

    def __str__(self) -> str:
        return f"{self.session}: {self.sentence}" if self.session else self.sentence


@dataclass(slots=True)
class Walk:
    """What has been worked out so far on the way through one session."""

    session: Session
    seats: list[Seat]
    head: str = ""
    postings: int = 0
    rounds: int = 0
    paid: int = 0
    """Payments, those taken back among them."""
    balances: Counter[int] = field(default_factory=Counter)

    def balances_after(self, posted: Posted) -> Counter[int]:
        """Of every seat, right after a posting that is not carried along yet."""
        after = Counter(self.balances)
        for movement in posted.movements:
            after[movement.payer] -= movement.amount
            after[movement.payee] += movement.amount
        return after

    def found(self, code: str, sentence: str) -> Difference:
        return Difference(self.session.pk, code, sentence)


def name_of(posted: Posted) -> str:
    """What the differences of a posting call it."""
    return f"posting {posted.posting.number} ({_what(posted)})"


def _what(posted: Posted) -> str:
    kind = posted.posting.kind
    if isinstance(posted, PostedPayment):
        return f"{kind} {posted.payment.number}"
    if isinstance(posted, PostedCarry):
        return f"{kind} {posted.carry}"
    assert isinstance(posted, PostedRound)
    return f"{'' if kind == Posting.Kind.ROUND else 'void of '}round {posted.round.number}"


def in_words(movements: Iterable[Movement]) -> str:
    """Entries in words."""
    return (
        ", ".join(f"{p.payer} → {p.payee} {p.amount} ({p.reason})" for p in movements) or "nothing"
    )
