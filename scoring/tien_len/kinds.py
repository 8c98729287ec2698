"""The tới trắng hands of Tiến lên by place: which win in what round, and what they count."""

from collections.abc import Mapping
from typing import Final

from scoring.common.settings import flag
from scoring.common.text import Text
from scoring.thirteen.cards import Kind
from scoring.thirteen.optional_rules import kind_price_settings

OPENING_KINDS: Final = (Kind.TU_QUY_3, Kind.BA_DOI_THONG_3_BICH)
"""The tới trắng hands of a ván khởi đầu (TL-19)."""

OTHER_KINDS: Final = (
    Kind.SANH_RONG,
    Kind.SAU_DOI,
    Kind.SAU_DOI_THONG,
    Kind.NAM_DOI_THONG,
    Kind.BON_SAM,
    Kind.HAI_TU_QUY,
    Kind.TU_QUY_HEO,
    Kind.DONG_MAU,
)
"""The tới trắng hands of all other rounds (TL-20)."""

_SOURCES: Final[Mapping[Kind, tuple[Text, str, str, bool]]] = {
    Kind.TU_QUY_3: (Text("Tứ quý 3", "Four 3s"), "TL-19", "Tứ quý 3", False),
    Kind.BA_DOI_THONG_3_BICH: (
        Text("3 đôi thông có 3♠", "3 consecutive pairs with the 3♠"),
        "TL-19",
        "3 đôi thông có ♠3",
        False,
    ),
    Kind.SANH_RONG: (Text("Sảnh rồng", "Straight from 3 to A"), "TL-20", "Sảnh rồng", False),
    Kind.SAU_DOI: (Text("6 đôi", "Six pairs"), "TL-20", "6 đôi (không cần thông)", False),
    Kind.SAU_DOI_THONG: (
        Text("6 đôi thông", "6 consecutive pairs"),
        "TL-18",
        "6 đôi thông thì tới trắng có đếm heo",
        True,
    ),
    Kind.NAM_DOI_THONG: (
        Text("5 đôi thông", "5 consecutive pairs"),
        "TL-20",
        "5 đôi thông",
        False,
    ),
    Kind.BON_SAM: (Text("4 sám", "Four triples"), "TL-20", "4 sam (4 bộ 3)", False),
    Kind.HAI_TU_QUY: (Text("2 tứ quý", "Two fours of a kind"), "TL-20", "2 tứ quý", False),
    Kind.TU_QUY_HEO: (Text("Tứ quý heo", "Four 2s"), "TL-20", "Tứ quý heo", False),
    Kind.DONG_MAU: (
        Text("Đồng màu", "All of one colour"),
        "TL-20",
        "12/13 lá bài cùng màu",
        False,
    ),
}

KIND_SETTINGS: Final = tuple(
    flag(
        f"toi_trang_{kind}",
        True,
        Text(f"{label.vi}: tới trắng", f"{label.en} wins at once"),
        rule,
        source,
        decided=decided,
    )
    for kind, (label, rule, source, decided) in _SOURCES.items()
)
"""Which of them win here."""

DEM_HEO_SETTINGS: Final = tuple(
    flag(
        f"dem_heo_{kind}",
        kind is Kind.SAU_DOI_THONG,
        Text(f"{label.vi}: có đếm heo", f"{label.en}: heo and hàng counted"),
        "TL-18",
        "6 đôi thì tới trắng không đếm heo, còn 6 đôi thông thì tới trắng có đếm heo",
        decided=True,
    )
    for kind, (label, _, _, _) in _SOURCES.items()
)
"""With which of them heo and hàng are counted, where they are at all."""

KIND_PRICE_SETTINGS: Final = kind_price_settings(
    {kind: label for kind, (label, _, _, _) in _SOURCES.items()},
    Text("như mọi kiểu", "as any kind"),
    "TL-47",
)
"""What each of them pays where it has an amount of its own."""
