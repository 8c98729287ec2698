"""The rules that both Tiến lên games have."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from types import MappingProxyType
from typing import Any, ClassVar

from scoring.common.settings import Values
from scoring.thirteen.cards import HANG, Item, Kind, Play
from scoring.thirteen.facts import ChainPlay

CHOPS: Mapping[Play, frozenset[Play]] = {
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
    held: str
    pays_chain: str
    pays_each_chop: str
    pays_double: str
    pays_toi_trang: str
    pays_kind: str
    pays_dem_heo: str


@dataclass(frozen=True, slots=True, kw_only=True)
class SharedRules:
    """What both games have in force; all amounts in 1/``grain`` cược.

    ``prices`` are those of held heo and hàng, ``group_prices`` of 3 đôi thông, tứ quý and 4 đôi
    thông among them. ``kind_prices`` has the kinds of tới trắng with an amount of their own;
    ``ba_bich`` is 0 where the 3♠ held costs nothing.
    """

    ids: ClassVar[RuleIds]
    may_chop: ClassVar[Mapping[Play, frozenset[Play]]] = CHOPS

    grain: int
    prices: Mapping[Item, int]
    group_prices: tuple[int, int, int]
    chat_void_if_out: bool
    chat_each: bool
    chat_doubling: bool
    kinds: frozenset[Kind]
    kind_prices: Mapping[Kind, int]
    dong_mau_cards: int
    ba_bich: int
    ba_bich_if: str

    def chop_prices(self, chopped: ChainPlay, chopper: Play) -> Sequence[tuple[str, int]]:
        """What one chop costs: each thing that was chopped with its price."""
        raise NotImplementedError


def shared_rules(
    game: type[SharedRules], values: Values, prices: Mapping[Item, int]
) -> dict[str, Any]:
    """The fields of the game's rules that are settings, and those that both games work out."""
    kind_prices = {kind: values.units(f"toi_trang_{kind}_each") for kind in Kind}
    return values.named_as(game) | {
        "prices": MappingProxyType(prices),
        "group_prices": tuple([prices[hang] for hang in HANG]),
        "kinds": frozenset(kind for kind in Kind if values[f"toi_trang_{kind}"]),
        "kind_prices": {kind: units for kind, units in kind_prices.items() if units},
    }
