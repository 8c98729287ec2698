"""Tiến lên by place: who pays for his place, and the rules in force."""

from collections.abc import Mapping
from dataclasses import dataclass

from scoring.common.settings import Values
from scoring.common.text import Text, read_words
from scoring.thirteen.cards import HOLDABLE, UNSUITED, WORDS as SHARED_WORDS, Item, Kind, Play
from scoring.thirteen.facts import ChainPlay
from scoring.thirteen.rules import CHOPS, RuleIds, SharedRules, shared_rules

TITLE, ORDER = Text("Tiến lên (nhất nhì ba bét)", "Tiến lên (by place)"), 1
"""What the game is called, and its place in menus."""
PLAYERS = range(2, 5)
"""How many can play a round."""
REVISION = 2
"""1 let the winner pay for the table."""
FIRST = {"opening": True}
"""What the first round of a table starts with."""
WORDS = {**SHARED_WORDS, **read_words(__package__)}

OPENING_KINDS = (Kind.TU_QUY_3, Kind.BA_DOI_THONG_3_BICH)
"""The tới trắng hands of a ván khởi đầu (TL-19)."""

OTHER_KINDS = tuple(kind for kind in Kind if kind not in OPENING_KINDS)
"""The tới trắng hands of all other rounds (TL-20)."""


@dataclass(frozen=True, slots=True)
class PlacePay:
    """``payer`` pays ``payee``, both counted among the placed from the first (0)."""

    payer: int
    payee: int
    setting: str
    rule: str


PLACES: Mapping[tuple[int, int], tuple[PlacePay, ...]] = {
    (4, 0): (
        PlacePay(3, 0, "place_4_bet_nhat", "TL-42"),
        PlacePay(2, 1, "place_4_ba_nhi", "TL-42"),
    ),
    (3, 0): (
        PlacePay(2, 0, "place_3_bet_nhat", "TL-42"),
        PlacePay(1, 0, "place_3_nhi_nhat", "TL-42"),
    ),
    (2, 0): (PlacePay(1, 0, "place_2_bet_nhat", "TL-42"),),
    (4, 1): (PlacePay(2, 1, "cong_4_ba_nhi", "TL-27"),),
    (3, 1): (PlacePay(1, 0, "cong_nhi_nhat", "TL-28"),),
    (4, 2): (PlacePay(1, 0, "cong_nhi_nhat", "TL-28"),),
}
"""Who pays for his place, by players and by how many of them are cóng."""


def place_word(place: int, players: int) -> str:
    """What a place, counted from the first (0), is called at a table of so many."""
    return "bet" if place == players - 1 else ("nhat", "nhi", "ba")[place]


ALL_TO_FIRST: Mapping[tuple[int, int], tuple[PlacePay, ...]] = {
    (players, cong): tuple(
        PlacePay(place, 0, f"an_tat_{place_word(place, players)}", "TL-44")
        for place in range(1, players - cong)
    )
    for players in PLAYERS
    for cong in range(players - 1)
}
"""The same where the first takes all."""


@dataclass(frozen=True, slots=True, kw_only=True)
class TienLenRules(SharedRules):
    """Tiến lên by place in force.

    ``places`` is who pays for his place, ``place_prices`` what, by setting. What is held and what
    is chopped have one price list (TL-41). ``dem_heo`` has the kinds of tới trắng with which heo
    and hàng are counted.
    """

    ids = RuleIds(
        cards="TL-1",
        ba_bich="TL-11",
        toi_trang="TL-15",
        kind="TL-20",
        cong="TL-24",
        chop="TL-36",
        holding="TL-39",
        nearest="TL-21",
        den_lang="TL-49",
        doi_thong="TL-4",
        went_out="TL-43",
        pays_chain="TL-38",
        pays_each_chop="TL-45",
        pays_double="TL-46",
        pays_toi_trang="TL-15",
        pays_kind="TL-47",
        pays_dem_heo="TL-16",
        no_dem_heo="TL-16",
        ve_hai="TL-50",
        long_runs="TL-51",
    )

    places: Mapping[tuple[int, int], tuple[PlacePay, ...]]
    place_prices: Mapping[str, int]
    nhat_an_tat: bool
    cong: int
    thoi_to: str
    thoi_behind_cong: bool
    toi_trang: int
    dem_heo: frozenset[Kind]

    def chop_prices(self, chopped: ChainPlay, chopper: Play) -> list[tuple[str, int]]:
        """Each chopped heo or hàng costs as much as one held (TL-41)."""
        return [(item, self.prices[item]) for item in chopped.items]


def make_rules(values: Values) -> TienLenRules:
    """The rules of these values."""
    prices = {item: values.units(_price_name(item)) for item in HOLDABLE}
    places = ALL_TO_FIRST if values["nhat_an_tat"] else PLACES
    settings = [pay.setting for pays in places.values() for pay in pays]
    counted = [kind for kind in Kind if values["dem_heo"] and values[f"dem_heo_{kind}"]]
    more = {
        "places": places,
        "place_prices": {name: values.units(name) for name in settings},
        "dem_heo": frozenset(counted),
    }
    return TienLenRules(**shared_rules(TienLenRules, values, prices, CHOPS) | more)


def _price_name(item: Item) -> str:
    """A heo has the price of its colour, a hàng its own."""
    return next((str(colour) for colour, heo in UNSUITED.items() if item in heo), str(item))
