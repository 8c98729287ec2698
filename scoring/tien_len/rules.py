"""Tiến lên by place: who pays for his place, and the rules in force."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

from scoring.common.settings import Values, read_settings
from scoring.thirteen.cards import HOLDABLE, UNSUITED, Item, Kind
from scoring.thirteen.rules import SharedRules, shared_rules

SETTINGS: Final = read_settings(__package__)

OPENING_KINDS: Final = (Kind.TU_QUY_3, Kind.BA_DOI_THONG_3_BICH)
"""The tới trắng hands of a ván khởi đầu (TL-19)."""

OTHER_KINDS: Final = tuple(kind for kind in Kind if kind not in OPENING_KINDS)
"""The tới trắng hands of all other rounds (TL-20)."""


@dataclass(frozen=True, slots=True)
class PlacePay:
    """``payer`` pays ``payee``, both counted among the placed from the first (0)."""

    payer: int
    payee: int
    setting: str
    rule: str


PLACES: Final[Mapping[tuple[int, int], tuple[PlacePay, ...]]] = {
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


ALL_TO_FIRST: Final[Mapping[tuple[int, int], tuple[PlacePay, ...]]] = {
    (players, cong): tuple(
        PlacePay(place, 0, f"an_tat_{place_word(place, players)}", "TL-44")
        for place in range(1, players - cong)
    )
    for players in (2, 3, 4)
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

    places: Mapping[tuple[int, int], tuple[PlacePay, ...]]
    place_prices: Mapping[str, int]
    nhat_an_tat: bool
    cong: int
    thoi_to_first: bool
    thoi_behind_cong: bool
    toi_trang: int
    dem_heo: frozenset[Kind]


def make_rules(values: Values) -> TienLenRules:
    """The rules of these values."""
    prices = {item: values.units(_price_name(item)) for item in HOLDABLE}
    places = ALL_TO_FIRST if values.flag("nhat_an_tat") else PLACES
    settings = [pay.setting for pays in places.values() for pay in pays]
    counted = [kind for kind in Kind if values.flag("dem_heo") and values.flag(f"dem_heo_{kind}")]
    return TienLenRules(
        **shared_rules(values, prices),
        places=places,
        place_prices={name: values.units(name) for name in settings},
        nhat_an_tat=values.flag("nhat_an_tat"),
        cong=values.units("cong"),
        thoi_to_first=values.choice("thoi_to") == "nhat",
        thoi_behind_cong=values.flag("thoi_behind_cong"),
        toi_trang=values.units("toi_trang"),
        dem_heo=frozenset(counted),
    )


def _price_name(item: Item) -> str:
    """A heo has the price of its colour, a hàng its own."""
    return next((str(colour) for colour, heo in UNSUITED.items() if item in heo), str(item))
