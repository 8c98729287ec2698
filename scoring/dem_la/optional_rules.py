"""House extras of Tiến lên by cards left, all off: what tables play and the document has not."""

from typing import Final

from scoring.common.settings import Setting, choice, flag
from scoring.common.text import Text
from scoring.dem_la.kinds import KIND_PRICE_SETTINGS
from scoring.thirteen.optional_rules import HOUSE, ba_bich_settings, chain_settings

EXTRAS: Final[tuple[Setting, ...]] = (
    *chain_settings(each="DL-25", doubling="DL-26"),
    *KIND_PRICE_SETTINGS,
    flag(
        "dem_heo",
        False,
        Text("Tới trắng có đếm heo", "Heo and hàng are counted in a tới trắng"),
        "DL-28",
        HOUSE,
        decided=True,
        extra=True,
    ),
    choice(
        "thoi_beside_cards",
        {
            "both": Text("cả tiền lá và tiền thối", "for the cards and for these"),
            "thoi": Text("chỉ tiền thối, không tiền lá", "for these only, not for the cards"),
            "dearer": Text("chỉ khoản lớn hơn trong hai", "only the dearer of the two"),
        },
        Text(
            "Người thua còn heo hay hàng, không cóng, phải trả",
            "A loser who holds heo or hàng, and is not cóng, pays",
        ),
        "DL-29",
        HOUSE,
        extra=True,
    ),
    *ba_bich_settings("DL-30"),
)
