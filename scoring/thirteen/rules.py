"""The rules that both Tiến lên games have."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from types import MappingProxyType
from typing import Any, ClassVar

from scoring.common.settings import Values
from scoring.pot import PotRules
from scoring.thirteen.cards import (
    HELD_HANG,
    LONG_RUNS,
    PAIRS_IN_A_RUN,
    GroupPrices,
    Item,
    Kind,
    Play,
)
from scoring.thirteen.facts import ChainPlay

Chops = Mapping[Play, frozenset[Play]]

CHOPS: Chops = {
    Play.BA_DOI_THONG: frozenset({Play.HEO, Play.BA_DOI_THONG}),
    Play.TU_QUY: frozenset({Play.HEO, Play.DOI_HEO, Play.BA_DOI_THONG, Play.TU_QUY}),
    Play.BON_DOI_THONG: frozenset(
        {Play.HEO, Play.DOI_HEO, Play.BA_DOI_THONG, Play.TU_QUY, Play.BON_DOI_THONG}
    ),
}
"""What may chop what (TL-36, DL-11)."""


@dataclass(frozen=True, slots=True, kw_only=True)
class RuleIds:
    """Where a game's own text says what both games have."""

    cards: str
    toi_trang: str
    kind: str
    cong: str
    ba_bich: str
    chop: str
    went_out: str
    holding: str
    nearest: str
    den_lang: str
    doi_thong: str
    pays_chain: str
    pays_each_chop: str
    pays_double: str
    pays_toi_trang: str
    pays_kind: str
    pays_dem_heo: str
    no_dem_heo: str
    ve_hai: str
    long_runs: str


@dataclass(frozen=True, slots=True, kw_only=True)
class SharedRules(PotRules):
    """What both games have in force; all amounts in 1/``grain`` cược.

    ``prices`` are those of held heo and hàng that have one, ``group_prices`` of the hàng among
    them. ``kind_prices`` has the kinds of tới trắng with an amount of their own; ``ba_bich`` is 0
    where the 3♠ held costs nothing. ``ve_hai``: who ends the round on 2s has not won and pays each
    other ``ve_hai_units`` for each.
    """

    ids: ClassVar[RuleIds]

    grain: int
    den_lang: bool
    doi_thong: bool
    may_chop: Chops
    prices: Mapping[Item, int]
    group_prices: GroupPrices
    chat_void_if_out: bool
    chat_each: bool
    chat_doubling: bool
    kinds: frozenset[Kind]
    kind_prices: Mapping[Kind, int]
    dong_mau_cards: int
    ba_bich: int
    ba_bich_if: str
    ve_hai: bool
    ve_hai_units: int

    def chop_prices(self, chopped: ChainPlay, chopper: Play) -> Sequence[tuple[str, int]]:
        """What one chop costs: each thing that was chopped with its price."""
        raise NotImplementedError


def shared_rules(
    game: type[SharedRules], values: Values, prices: Mapping[Item, int], chops: Chops
) -> dict[str, Any]:
    """The fields of the game's rules that are settings, and those that both games work out.

    ``prices`` and ``chops`` are those of the game where đôi thông are hàng.
    """
    prices = {item: each for item, each in prices.items() if each or item not in LONG_RUNS}
    if not values["doi_thong"]:
        prices = {item: 0 if item in PAIRS_IN_A_RUN else each for item, each in prices.items()}
    kind_prices = {kind: values.units(f"toi_trang_{kind}_each") for kind in Kind}
    return values.named_as(game) | {
        "may_chop": _chops_of(values, chops),
        "prices": MappingProxyType(prices),
        "group_prices": tuple([prices.get(hang, 0) for hang in HELD_HANG]),
        "kinds": frozenset(kind for kind in Kind if values[f"toi_trang_{kind}"]),
        "kind_prices": {kind: units for kind, units in kind_prices.items() if units},
    }


DOI_THONG = frozenset({Play.BA_DOI_THONG, Play.BON_DOI_THONG})


def _chops_of(values: Values, chops: Chops) -> Chops:
    """What may chop what at this table."""
    off = frozenset() if values["doi_thong"] else DOI_THONG
    allowed = {chopper: chopped - off for chopper, chopped in chops.items() if chopper not in off}
    if not values["tu_quy_doi_heo"]:
        allowed[Play.TU_QUY] -= {Play.DOI_HEO}
    return allowed
