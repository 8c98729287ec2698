"""The rules that both banker games have."""

from collections.abc import Mapping, Set
from dataclasses import dataclass
from decimal import Decimal
from typing import Any, ClassVar

from scoring.common.settings import Values
from scoring.common.text import Text, read_words

WON, LOST, DRAW = "won", "lost", "draw"
"""What a plain round comes to for a con; every other word is the hand that he won with."""

WORDS = read_words(__package__)

FACTOR_PLACES = 4
"""Decimal places of a factor, as of every amount."""


@dataclass(frozen=True, slots=True, kw_only=True)
class BankerIds:
    """Where a game's own text says what both games have; ``pays`` by the hand of the winner."""

    players: str
    con: str
    beats: str
    side: str
    pays: Mapping[str, str]


@dataclass(frozen=True, slots=True, kw_only=True)
class BankerRules:
    """What both games have in force.

    ``grain`` is 1: a cược is divided as far as the stakes of each round need. ``factors`` are what
    the stake is multiplied by, by the hand of the winner, in 1/10,000. ``beats`` has the hands that
    win against each special hand of the banker.
    """

    ids: ClassVar[BankerIds]
    banker: ClassVar[Text]
    beats: ClassVar[Mapping[str, Set[str]]]
    codes: ClassVar[Mapping[str, str]] = {}
    """What words call a hand whose own name stands for something else there."""

    grain: int
    doi_cai: str
    factors: Mapping[str, int]


def banker_rules(
    game: type[BankerRules], values: Values, factors: Mapping[str, str]
) -> dict[str, Any]:
    """The fields of the game's rules; ``factors`` names the setting of each special hand."""
    special = {hand: Decimal(str(values[name])) for hand, name in factors.items()}
    exact = {
        hand: int(each * 10**FACTOR_PLACES) for hand, each in {WON: Decimal(1), **special}.items()
    }
    return values.named_as(game) | {"grain": 1, "factors": exact}
