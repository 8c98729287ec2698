"""What is known so far of the books of one session, and what is found wrong in them."""

from collections.abc import Mapping
from dataclasses import dataclass

from ledger.models import Seat, Session


@dataclass(frozen=True, slots=True)
class Difference:
    """One thing that is not as it must be; `session` is "" for the database as a whole."""

    session: str
    code: str
    sentence: str

    def __str__(self) -> str:
        return f"{self.session}: {self.sentence}" if self.session else self.sentence


@dataclass(slots=True)
class AuditState:
    """What the postings that were read so far add up to; the seats have balances from them."""

    session: Session
    seats: Mapping[int, Seat]
    head: str = ""

    def difference(self, code: str, sentence: str) -> Difference:
        return Difference(self.session.pk, code, sentence)
