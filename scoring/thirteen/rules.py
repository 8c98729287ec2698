"""The rules that both Tiến lên games have."""

from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import Any, Final

from scoring.common.settings import Values
from scoring.thirteen.cards import Item, Kind, Play

CHOPS: Final[Mapping[Play, frozenset[Play]]] = {
    Play.BA_DOI_THONG: frozenset({Play.HEO, Play.BA_DOI_THONG}),
    Play.TU_QUY: frozenset({Play.HEO, Play.DOI_HEO, Play.BA_DOI_THONG, Play.TU_QUY}),
    Play.BON_DOI_THONG: frozenset(
        {Play.HEO, Play.DOI_HEO, Play.BA_DOI_THONG, Play.TU_QUY, Play.BON_DOI_THONG}
    ),
}
"""What may chop what (TL-36, DL-11)."""


@dataclass(frozen=True, slots=True, kw_only=True)
class SharedRules:
    """What both games have in force; all amounts in 1/``grain`` cược.

    ``prices`` are those of held heo and hàng, ``group_prices`` of 3 đôi thông, tứ quý and 4 đôi
    thông among them. ``kind_prices`` has the kinds of tới trắng with an amount of their own;
    ``ba_bich`` is 0 where the 3♠ held costs nothing.
    """

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
    ba_bich_alone: bool


def shared_rules(values: Values, prices: Mapping[Item, int]) -> dict[str, Any]:
    """The fields of SharedRules with these values."""
    kind_prices = {kind: values.units(f"toi_trang_{kind}_each") for kind in Kind}
    return {
        "grain": values.grain,
        "prices": MappingProxyType(prices),
        "group_prices": (
            prices[Item.BA_DOI_THONG],
            prices[Item.TU_QUY],
            prices[Item.BON_DOI_THONG],
        ),
        "chat_void_if_out": values.flag("chat_void_if_out"),
        "chat_each": values.flag("chat_each"),
        "chat_doubling": values.flag("chat_doubling"),
        "kinds": frozenset(kind for kind in Kind if values.flag(f"toi_trang_{kind}")),
        "kind_prices": {kind: units for kind, units in kind_prices.items() if units},
        "dong_mau_cards": values.number("dong_mau_cards"),
        "ba_bich": values.units("ba_bich"),
        "ba_bich_alone": values.choice("ba_bich_if") == "alone",
    }
