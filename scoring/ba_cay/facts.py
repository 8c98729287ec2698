"""What a table can tell of a round of ba cây."""

from collections.abc import Mapping
from dataclasses import dataclass, field

from scoring.ba_cay.rules import KINDS, PLAYERS, RESULTS, SAP, SAP_POINTS, TEN, BaCayRules
from scoring.banker.facts import BankerFacts, banker_fields, start
from scoring.common.reading import Field, Reader, by_seat, facts, read_facts, seats
from scoring.common.text import Text
from scoring.common.transfers import Seats
from scoring.pot import POT

__all__ = ["FACTS", "BaCayFacts", "read", "start"]

_POINTS = Text("điểm từ 1 đến 10, hay sáp", "points from 1 to 10, or sáp")


def _read_points(reader: Reader, value: object, path: str) -> int:
    if value == SAP:
        return SAP_POINTS
    if type(value) is int and 1 <= value <= TEN:
        return value
    reader.expected(_POINTS, value, path)
    return 1


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
    **POT,
)


@dataclass(frozen=True, slots=True, kw_only=True)
class BaCayFacts(BankerFacts):
    """One round; ``points`` by seat, sáp above ten, or ``con`` in their place.

    ``pot`` is what each seat has in the pot, in 1/10,000 cược.
    """

    points: Mapping[int, int] = field(default_factory=dict)
    above: Seats = ()
    dong_hoa: Seats = ()
    pot: Mapping[int, int] = field(default_factory=dict)
    pot_winner: int | None = None

    def has_share(self, seat: int, rules: BaCayRules) -> bool:
        """Whether he has something in the pot, with what each puts in this round."""
        return bool(self.pot.get(seat) or rules.ga_moi_van)


def read(raw: Mapping[str, object], rules: BaCayRules) -> BaCayFacts:
    """The facts as typed values; raises FactsError with all that cannot be read."""
    return BaCayFacts(**read_facts(FACTS, raw))
