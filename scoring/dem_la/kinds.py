"""The tới trắng hands of Tiến lên by cards left."""

from collections.abc import Mapping
from typing import Final

from scoring.common.settings import flag
from scoring.common.text import Text
from scoring.thirteen.cards import Kind
from scoring.thirteen.optional_rules import kind_price_settings

_EXTRA: Final = "tùy vào sự thỏa thuận ban đầu của những người chơi"
KINDS: Final[Mapping[Kind, tuple[Text, bool, str]]] = {
    Kind.TU_QUY_HEO: (Text("Tứ quý heo", "Four 2s"), True, "Có tứ 2"),
    Kind.NAM_DOI_THONG: (Text("5 đôi thông", "5 consecutive pairs"), True, "5 đôi thông liên tiêp"),
    Kind.SAU_DOI_THONG: (
        Text("6 đôi thông", "6 consecutive pairs"),
        True,
        "6 đôi thông liên tiếp",
    ),
    Kind.SAU_DOI: (Text("6 đôi", "Six pairs"), True, "6 đôi thông bất kỳ"),
    Kind.TU_QUY_3: (Text("Tứ quý 3", "Four 3s"), True, "Tứ 3"),
    Kind.BA_DOI_THONG_3_BICH: (
        Text("3 đôi thông có 3♠", "3 consecutive pairs with the 3♠"),
        True,
        "3 đôi thông có 3 bích",
    ),
    Kind.DONG_MAU: (Text("Đồng màu", "All of one colour"), True, "12/13 lá cùng màu (Đồng chất)"),
    Kind.SANH_RONG: (Text("Sảnh rồng", "Straight from 3 to A"), False, _EXTRA),
    Kind.BON_SAM: (Text("4 sám", "Four triples"), False, _EXTRA),
    Kind.HAI_TU_QUY: (Text("2 tứ quý", "Two fours of a kind"), False, _EXTRA),
}
"""The tới trắng hands of any round (DL-7); those that are off are house extras."""

KIND_SETTINGS: Final = tuple(
    flag(
        f"toi_trang_{kind}",
        on,
        Text(f"{label.vi}: tới trắng", f"{label.en} wins at once"),
        "DL-7",
        source,
        decided=not on,
        extra=not on,
    )
    for kind, (label, on, source) in KINDS.items()
)
"""Which of them win here."""

KIND_PRICE_SETTINGS: Final = kind_price_settings(
    {kind: label for kind, (label, _, _) in KINDS.items()},
    Text("13 lá như mọi kiểu", "13 cards as any kind"),
    "DL-27",
)
"""What each of them pays where it has an amount of its own, in cược."""
