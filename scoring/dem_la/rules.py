"""Tiến lên by cards left: the rules in force."""

from collections.abc import Mapping
from dataclasses import dataclass

from scoring.common.settings import Values
from scoring.common.text import Text
from scoring.thirteen import rules
from scoring.thirteen.cards import HELD_HANG, HEO, UNSUITED, WORDS as SHARED_WORDS, Item, Kind, Play
from scoring.thirteen.facts import ChainPlay
from scoring.thirteen.rules import RuleIds, SharedRules, shared_rules

TITLE, ORDER = Text("Tiến lên (đếm lá)", "Tiến lên (by cards left)"), 2
"""What the game is called, and its place in menus."""
PLAYERS = range(2, 5)
"""How many can play a round."""
REVISION = 2
"""1 priced đôi thông under đút 3 bích where they are no hàng, and let the winner pay for all."""
WORDS = SHARED_WORDS

CHOPS = {**rules.CHOPS, Play.HAI_TU_QUY: frozenset({Play.DOI_HEO})}
"""What may chop what (DL-11, DL-12)."""


HOUSE_KINDS = (Kind.SANH_RONG, Kind.BON_SAM, Kind.HAI_TU_QUY)
"""The tới trắng hands that DL-7 does not have: off until a table wants them."""


@dataclass(frozen=True, slots=True, kw_only=True)
class DemLaRules(SharedRules):
    """Tiến lên by cards left in force.

    ``card`` is by (cóng, đút 3 bích), ``chops`` by what chops and what is chopped; ``dut_prices``
    are those of held heo and hàng under đút 3 bích, ``dut_flat`` what is paid in place of them and
    of the cards, 0 where nothing is.
    """

    ids = RuleIds(
        cards="DL-1",
        toi_trang="DL-6",
        kind="DL-7",
        cong="DL-8",
        chop="DL-11",
        ba_bich="DL-20",
        went_out="DL-22",
        holding="DL-23",
        nearest="DL-6",
        den_lang="DL-31",
        doi_thong="DL-2",
        pays_chain="DL-19",
        pays_each_chop="DL-25",
        pays_double="DL-26",
        pays_toi_trang="DL-24",
        pays_kind="DL-27",
        pays_dem_heo="DL-28",
        no_dem_heo="DL-24",
        ve_hai="DL-32",
        long_runs="DL-33",
    )

    card: Mapping[tuple[bool, bool], int]
    dut_ba_bich: bool
    dut_flat: int
    chops: Mapping[tuple[Play, Play], int]
    dut_prices: Mapping[Item, int]
    thoi_by: str
    thoi_beside_cards: str
    toi_trang_card: int
    dem_heo: bool
    next_leader: str

    def chop_prices(self, chopped: ChainPlay, chopper: Play) -> list[tuple[str, int]]:
        """What is chopped has its price by what chops it (DL-13 to DL-16)."""
        what = chopped.items[0] if len(chopped.items) == 1 else chopped.play
        return [(what, self.chops[chopper, chopped.play])]


def make_rules(values: Values) -> DemLaRules:
    """The rules of these values."""
    chops = [(chopper, chopped) for chopper in CHOPS for chopped in CHOPS[chopper]]
    more = {
        "card": {
            (False, False): values.units("card"),
            (True, False): values.units("cong_card"),
            (False, True): values.units("dut_card"),
            (True, True): values.units("cong_dut_card"),
        },
        "chops": {chop: values.units("chat_{}_{}".format(*chop)) for chop in chops},
    }
    hang = {item: values.units(f"thoi_{item}") for item in HELD_HANG}
    prices = _heo_prices(values, "thoi_") | hang
    shared = shared_rules(DemLaRules, values, prices, CHOPS)
    more["dut_prices"] = _heo_prices(values, "dut_thoi_") | {
        item: each for item, each in shared["prices"].items() if item in HELD_HANG
    }
    return DemLaRules(**shared | more)


def _heo_prices(values: Values, prefix: str) -> dict[Item, int]:
    """The heo by suit, and by colour where both suits of it cost the same."""
    heo = {item: values.units(f"{prefix}{item}") for item in HEO}
    colours = {colour: heo[one] for colour, (one, two) in UNSUITED.items() if heo[one] == heo[two]}
    return heo | colours
