"""What a table tells of the pot, and how it is read."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from scoring.common.exact_numbers import ExactNumber
from scoring.common.reading import SEAT, Field, by_any_seat
from scoring.common.settings import MOST_UNITS
from scoring.common.text import Text
from scoring.common.transfers import JSONObject, Seats, decimal
from scoring.pot.rules import GRAIN, PLACES

IN_POT = ExactNumber(PLACES, 0, MOST_UNITS)

POT: Mapping[str, Field] = {
    "pot": by_any_seat(
        IN_POT.counting(Text("số cược trong gà", "an amount in the pot")),
        "gà: what each seat has in the pot before this round, in cược",
    ),
    "pot_winner": SEAT.described("who takes the pot, where no event of the round says so"),
}
"""The fields of the facts of a game with a pot."""


@dataclass(frozen=True, slots=True, kw_only=True)
class PotFacts:
    """``pot``: what each seat has in the pot, in 1/10,000 cược, also of who sits out."""

    players: Seats
    pot: Mapping[int, int] = field(default_factory=dict)
    pot_winner: int | None = None


def pot_as_told(pot: Mapping[int, int]) -> JSONObject:
    """The pot as facts have it, by seat, without who has nothing in: ``{"1": "2"}``."""
    return {str(seat): decimal(units, GRAIN) for seat, units in sorted(pot.items()) if units}


def start(facts: Any) -> JSONObject:
    """What is in the pot before the round, as the round before hands it on."""
    shares = pot_as_told(facts.pot)
    return {"pot": shares} if shares else {}
