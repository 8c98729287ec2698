"""What a game with a pot has in force."""

from dataclasses import dataclass
from decimal import Decimal
from typing import Any

from scoring.common.settings import Values

PLACES = 4
"""Decimal places of what somebody has in the pot."""
GRAIN = 10**PLACES
"""The pot is counted in 1/10,000 cược."""


@dataclass(frozen=True, slots=True, kw_only=True)
class PotRules:
    """``ga``: the table plays with a pot; ``ga_moi_van`` is what each puts in before a round.

    That is in 1/10,000 cược, whatever the game counts in.
    """

    ga: bool = False
    ga_moi_van: int = 0


def pot_rules(values: Values) -> dict[str, Any]:
    """The pot of these values."""
    return {"ga": values["ga"], "ga_moi_van": int(Decimal(str(values["ga_moi_van"])) * GRAIN)}
