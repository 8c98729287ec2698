"""What a table can tell of a round of any other game."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Final

from scoring.common.exact_numbers import ExactNumber
from scoring.common.problem_texts import read_problems
from scoring.common.reading import NULL, SEAT, Field, Reader, facts, read_facts, show
from scoring.common.settings import MOST_UNITS
from scoring.common.transfers import Seats
from scoring.khac.rules import PLAYERS, KhacRules

HUNDREDTHS: Final = 100
"""Points have at most two decimals, so all of them are whole hundredths."""

POINTS: Final = ExactNumber(places=2, least=-MOST_UNITS, most=MOST_UNITS)

problem = read_problems(__package__)


def _read_points(reader: Reader, value: object, path: str) -> dict[int, int]:
    read = {}
    for seat, each in reader.by_seat(value, path):
        points = POINTS.read(each)
        if points is None:
            reader.refuse(
                problem("points", f"{path}.{seat}", seat, found=show(each), most=MOST_UNITS)
            )
        else:
            read[seat] = points
    return read


FACTS = facts(
    "A round of any other game",
    PLAYERS,
    winner=SEAT.described("who is paid by all others; their points are what each pays"),
    points=Field(
        {
            "type": "object",
            "description": "by seat: what was won or lost, at most two decimals; one may be left "
            "out and gets what makes the sum 0; where differences are paid, what each has",
            "additionalProperties": {"anyOf": [*POINTS.schema, NULL]},
        },
        _read_points,
    ),
)


@dataclass(frozen=True, slots=True, kw_only=True)
class KhacFacts:
    """One round; ``points`` as told, in hundredths, by seat."""

    players: Seats
    winner: int | None = None
    points: Mapping[int, int] = field(default_factory=dict)

    @property
    def untold(self) -> Seats:
        """Whose points are not told."""
        return tuple([seat for seat in self.players if seat not in self.points])

    @property
    def net(self) -> dict[int, int]:
        """What each player wins or loses, in hundredths, once the facts are checked."""
        points, untold = self.points, self.untold
        if self.winner is not None:
            paid = {seat: -points[seat] for seat in points}
            return {seat: paid.get(seat, sum(points.values())) for seat in self.players}
        rest = dict.fromkeys(untold, -sum(points.values()))
        return {seat: points.get(seat, rest.get(seat, 0)) for seat in self.players}


def read(raw: Mapping[str, object], rules: KhacRules) -> KhacFacts:
    """The facts as typed values; raises FactsError with all that cannot be read."""
    return KhacFacts(**read_facts(FACTS, raw))
