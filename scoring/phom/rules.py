"""Phỏm, its amounts and decisions: RULES.md as tables."""

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from types import MappingProxyType

from scoring.common.settings import Values
from scoring.common.text import Text, read_words
from scoring.common.transfers import Seats
from scoring.pot import PotRules


class UKind(StrEnum):
    """The ways to be ù."""

    U = "u"
    U_TRON = "u_tron"
    U_KHAN = "u_khan"


DEALT = 9
"""Cards of a player who has laid nothing down (PH-1)."""

SHORTEST_PHOM = 3
"""Cards of the shortest phỏm (PH-3)."""

MOST_LEFT = DEALT - SHORTEST_PHOM
"""Cards left of a player who laid a phỏm down (PH-13)."""

TURNS = 4
"""Discards of each player (PH-5)."""

MOST_EATEN = 3
"""Cards one player may eat; so many from one player make him ù (PH-6, PH-10)."""

PLACES = ("nhi", "ba", "bet")
"""The places that pay the first, from the second on (PH-18)."""

STEPS = ("an_1", "an_2", "an_3")
"""The prices of a player's first, second and third eaten card (PH-15)."""

WORDS = read_words(__package__)
TITLE, ORDER = Text("Phỏm (tá lả)", "Phỏm (by points)"), 3
"""What the game is called, and its place in menus."""
PLAYERS = range(2, 5)
"""How many can play a round."""
REVISION = 2
"""1 let the winner pay for the table."""


@dataclass(frozen=True, slots=True)
class PhomRules(PotRules):
    """Phỏm in force; all amounts in 1/``grain`` cược.

    ``steps`` are the prices of a player's first, second and third eaten card; ``places`` those of
    the second place on, ``last`` what the last place pays where it is bét at any table size.
    ``u`` has the kinds that are played here.
    """

    grain: int
    next_leader: str
    steps: Seats
    an_flat: bool
    chot: int
    chot_from: str
    den: bool
    places: Seats
    places_by: str
    mom: int
    mom_on_top: bool
    all_mom_pay: bool
    u: Mapping[UKind, int]
    an_beside_u: bool
    chuyen_bai: bool
    den_lang: bool
    an_vao_ga: bool

    @property
    def chot_from_turn_3(self) -> bool:
        """Whether the last discard of turn 3 is chốt (PH-16)."""
        return self.chot_from == "turn_3"


def make_rules(values: Values) -> PhomRules:
    """The rules of these values."""
    steps = ["an_flat_each"] * len(STEPS) if values["an_flat"] else STEPS
    more = {
        "steps": tuple([values.units(step) for step in steps]),
        "places": tuple([values.units(f"place_{place}") for place in PLACES]),
        "u": MappingProxyType(_u_prices(values)),
    }
    return PhomRules(**values.named_as(PhomRules) | more)


def _u_prices(values: Values) -> dict[UKind, int]:
    """Ù tròn pays as any ù unless it has its own amount; ù khan is there only where it is on."""
    prices = {UKind.U: values.units("u")}
    prices[UKind.U_TRON] = values.units("u_tron_each" if values["u_tron"] else "u")
    if values["u_khan"]:
        prices[UKind.U_KHAN] = values.units("u_khan_each")
    return prices
