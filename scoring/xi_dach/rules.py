"""Xì dách: the rules in force."""

from dataclasses import dataclass
from typing import ClassVar

from scoring.banker.rules import (
    DRAW,
    LOST,
    WON,
    WORDS as SHARED_WORDS,
    BankerIds,
    BankerRules,
    banker_rules,
)
from scoring.common.settings import Values
from scoring.common.text import Text, read_words

TITLE, ORDER = Text("Xì dách", "Xì dách"), 6
"""What the game is called, and its place in menus."""
PLAYERS = range(2, 9)
"""How many can play a round."""
WORDS = {**SHARED_WORDS, **read_words(__package__)}

XI_BANG, XI_DACH, NGU_LINH = KINDS = ("xi_bang", "xi_dach", "ngu_linh")
"""The special hands, best first."""

RESULTS = (WON, LOST, DRAW, *KINDS)
"""What a round comes to for a con."""

ACES = {XI_BANG: 2, XI_DACH: 1}
"""How many aces a hand has at least, of the four in the deck."""


@dataclass(frozen=True, slots=True, kw_only=True)
class XiDachRules(BankerRules):
    """Xì dách in force; ``cai_nhan``: the banker's special hand counts as much as another's."""

    banker = Text("cái", "banker")
    beats: ClassVar = {kind: frozenset(KINDS[:at]) for at, kind in enumerate(KINDS)}
    ids = BankerIds(
        players="XD-12",
        con="XD-1",
        beats="XD-6",
        side="XD-11",
        pays={WON: "XD-1", XI_BANG: "XD-3", XI_DACH: "XD-4", NGU_LINH: "XD-5"},
    )

    cai_nhan: bool
    den_tra: str


def make_rules(values: Values) -> XiDachRules:
    """The rules of these values."""
    return XiDachRules(**banker_rules(XiDachRules, values, {kind: kind for kind in KINDS}))
