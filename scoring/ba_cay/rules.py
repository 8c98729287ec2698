"""Ba cây: the rules in force."""

from dataclasses import dataclass
from typing import ClassVar

from scoring.banker.rules import (
    LOST,
    WON,
    WORDS as SHARED_WORDS,
    BankerIds,
    BankerRules,
    banker_rules,
)
from scoring.common.settings import Values
from scoring.common.text import Text, read_words

TITLE, ORDER = Text("Ba cây", "Ba cây"), 7
"""What the game is called, and its place in menus."""
PLAYERS = range(2, 9)
"""How many can play a round."""
WORDS = {**SHARED_WORDS, **read_words(__package__)}

TEN, SAP_POINTS = 10, 11
"""The best points, and what three of a kind counts as: above them."""

SAP, MUOI, DONG_HOA = KINDS = ("sap", "muoi", "dong_hoa")
"""The hands that win more than the stake."""

RESULTS = (WON, LOST, *KINDS)
"""What a round comes to for a player where no points are told."""


@dataclass(frozen=True, slots=True, kw_only=True)
class BaCayRules(BankerRules):
    """Ba cây in force; ``dong_hoa``: three cards of one suit win more.

    ``ga`` and ``ga_moi_van`` are those of the pot.
    """

    banker = Text("chương", "banker")
    beats: ClassVar = {
        SAP: frozenset({SAP}),
        MUOI: frozenset(KINDS),
        DONG_HOA: frozenset({WON, *KINDS}),
    }
    codes: ClassVar = {SAP: "sap_ba_la"}
    ids = BankerIds(
        players="BC-9",
        con="BC-6",
        beats="BC-6",
        side="BC-8",
        pays={WON: "BC-1", MUOI: "BC-3", SAP: "BC-4", DONG_HOA: "BC-5"},
    )

    dong_hoa: bool
    ga: bool = False
    ga_moi_van: int = 0


def make_rules(values: Values) -> BaCayRules:
    """The rules of these values."""
    names = {SAP: "sap", MUOI: "muoi", DONG_HOA: "dong_hoa_nhan"}
    return BaCayRules(**banker_rules(BaCayRules, values, names))
