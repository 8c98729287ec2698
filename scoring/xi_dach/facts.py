"""What a table can tell of a round of xì dách."""

from collections.abc import Mapping
from dataclasses import dataclass

from scoring.banker.facts import BankerFacts, banker_fields, start
from scoring.banker.rules import LOST
from scoring.common.reading import SEAT, facts, read_facts, seats
from scoring.common.transfers import Seats
from scoring.xi_dach.rules import KINDS, PLAYERS, RESULTS, XiDachRules

__all__ = ["FACTS", "XiDachFacts", "read", "start"]

FACTS = facts(
    "A round of xì dách",
    PLAYERS,
    **banker_fields(RESULTS, KINDS),
    non=seats("who stood below 16 and has lost"),
    den=SEAT.described("who drew to 28 points or more and pays the others"),
)


@dataclass(frozen=True, slots=True, kw_only=True)
class XiDachFacts(BankerFacts):
    """One round; ``non`` and a con who is ``den`` have lost without being told."""

    non: Seats = ()
    den: int | None = None

    @property
    def results(self) -> dict[int, str]:
        """How the round went for each con, once the facts are checked."""
        return {seat: self.con.get(seat, LOST) for seat in self.cons}


def read(raw: Mapping[str, object], rules: XiDachRules) -> XiDachFacts:
    """The facts as typed values; raises FactsError with all that cannot be read."""
    return XiDachFacts(**read_facts(FACTS, raw))
