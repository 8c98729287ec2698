"""House extras of Tiến lên by place, all off: what many tables play and the document has not."""

from typing import Final

from scoring.common.settings import Setting, amount, flag
from scoring.common.text import Text
from scoring.thirteen.optional_rules import HOUSE, ba_bich_settings, chain_settings
from scoring.tien_len.kinds import KIND_PRICE_SETTINGS

NHAT_AN_TAT: Final = {
    "nhi": Text("nhì", "second"),
    "ba": Text("ba", "third"),
    "bet": Text("bét", "last"),
}
"""The places that pay the first where he takes all (TL-44)."""

EXTRAS: Final[tuple[Setting, ...]] = (
    flag(
        "nhat_an_tat",
        False,
        Text(
            "Nhất ăn tất: ai cũng trả nhất, bét thối cũng trả nhất",
            "Winner takes all: everybody pays the first, heo and hàng held too",
        ),
        "TL-44",
        HOUSE,
        decided=True,
        extra=True,
    ),
    *(
        amount(
            f"an_tat_{place}",
            "1",
            Text(
                f"Nhất ăn tất: {label.vi} trả nhất",
                f"Winner takes all: the {label.en} pays the first",
            ),
            "TL-44",
            HOUSE,
            decided=True,
            extra=True,
        )
        for place, label in NHAT_AN_TAT.items()
    ),
    *chain_settings(each="TL-45", doubling="TL-46"),
    *KIND_PRICE_SETTINGS,
    *ba_bich_settings("TL-48"),
)
