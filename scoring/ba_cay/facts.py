"""What a table can tell of a round of ba cây."""

from collections.abc import Mapping
from dataclasses import dataclass, field

from scoring.ba_cay.rules import KINDS, PLAYERS, RESULTS, SAP, SAP_POINTS, TEN, BaCayRules
from scoring.banker.facts import BankerFacts, banker_fields, start
from scoring.common.problem_texts import read_problems
from scoring.common.reading import SEAT, Field, Reader, by_seat, facts, read_facts, seats
from scoring.common.text import Text
from scoring.common.transfers import Seats

__all__ = ["FACTS", "BaCayFacts", "read", "start"]

problem = read_problems(__package__)

_POINTS = Text("điểm từ 1 đến 10, hay sáp", "points from 1 to 10, or sáp")


def _read_points(reader: Reader, value: object, path: str) -> int:
    if value == SAP:
        return SAP_POINTS
    if type(value) is int and 1 <= value <= TEN:
        return value
    reader.expected(_POINTS, value, path)
    return 1


def _refuse_pot(reader: Reader, value: object, path: str) -> None:
    if value != {} or path != "pot":
        reader.refuse(problem("pot", path))


_NO_POT = Field({"type": "object", "maxProperties": 0}, _refuse_pot)

FACTS = facts(
    "A round of ba cây",
    PLAYERS,
    **banker_fields(RESULTS, KINDS),
    points=by_seat(
        Field(
            {"anyOf": [{"type": "integer", "minimum": 1, "maximum": TEN}, {"enum": [SAP]}]},
            _read_points,
        ),
        "the points of all players, or sap; else con and banker_kind are told",
    ),
    above=seats("who has the better card than the banker, at equal points"),
    dong_hoa=seats("who has three cards of one suit"),
    pot=_NO_POT.described("what each has in the pot; empty"),
    pot_winner=Field(SEAT.schema, _refuse_pot).described("who takes the pot; null"),
)


@dataclass(frozen=True, slots=True, kw_only=True)
class BaCayFacts(BankerFacts):
    """One round; ``points`` by seat, sáp above ten, or ``con`` in their place."""

    points: Mapping[int, int] = field(default_factory=dict)
    above: Seats = ()
    dong_hoa: Seats = ()
    pot: None = None
    pot_winner: None = None


def read(raw: Mapping[str, object], rules: BaCayRules) -> BaCayFacts:
    """The facts as typed values; raises FactsError with all that cannot be read."""
    return BaCayFacts(**read_facts(FACTS, raw))
