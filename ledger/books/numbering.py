"""How people count the rounds of a session.

The book numbers everything that is recorded. At the table a correction is no new round: it keeps
the number of the round it corrects.
"""

from bisect import bisect_left
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property

from ledger.models import Round, Session


@dataclass(frozen=True)
class Numbering:
    """The numbers that people use, from those of the book."""

    corrections: Mapping[int, int] = field(default_factory=dict)
    """By the book's numbers of all corrections, in order: that of the round each stands for."""

    @cached_property
    def _in_order(self) -> Sequence[int]:
        """Their numbers, listed once: a file asks for every line of a long evening."""
        return tuple(self.corrections)

    def of(self, round: Round) -> int:
        """Return the number that people give this round."""
        return self.at(round.stands_for)

    def of_number(self, number: int) -> int:
        """Return the same for the book's number of any round."""
        return self.at(self.corrections.get(number, number))

    def at(self, number: int) -> int:
        """Return the same for the book's number of a round that corrects none."""
        return number - bisect_left(self._in_order, number)


BY_THE_BOOK = Numbering()
"""The book's own numbers, for programs."""


def numbering(session: Session) -> Numbering:
    """Read the corrections of a session; one query."""
    return numberings([session])[session.pk]


def numberings(sessions: Iterable[Session]) -> Mapping[str, Numbering]:
    """Read the corrections of these sessions, by their keys; one query."""
    corrections: dict[str, dict[int, int]] = {each.pk: {} for each in sessions}
    rounds = Round.objects.filter(session__in=corrections, corrects__isnull=False)
    fields = rounds.order_by("number").values_list("session_id", "number", "stands_for")
    for session_id, number, stands_for in fields:
        corrections[session_id][number] = stands_for
    return {session_id: Numbering(each) for session_id, each in corrections.items()}
