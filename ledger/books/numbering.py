"""How people count the rounds of a session.

The book numbers everything that is recorded. At the table a correction is no new round: it keeps
the number of the round it corrects.
"""

from bisect import bisect_left
from collections.abc import Sequence
from dataclasses import dataclass

from ledger.models import Round, Session


@dataclass(frozen=True, slots=True)
class Numbering:
    """The numbers that people use, from those of the book."""

    corrections: Sequence[int]
    """The book's numbers of all corrections, in order."""

    def of(self, round: Round) -> int:
        """Return the number that people give this round."""
        return self.at(round.stands_for)

    def at(self, number: int) -> int:
        """Return the same for the book's number of a round that corrects none."""
        return number - bisect_left(self.corrections, number)


def numbering(session: Session) -> Numbering:
    """Read the corrections of a session; one query."""
    corrections = session.rounds.filter(corrects__isnull=False).order_by("number")
    return Numbering(tuple(corrections.values_list("number", flat=True)))
