"""House extras that both Tiến lên games may play: their settings, and the 3♠ still held.

Each game says in its own text what they come to, and hands in the id of that sentence.
"""

from collections.abc import Mapping
from typing import Final, Protocol

from scoring.common.settings import Setting, Values, amount, choice, flag
from scoring.common.text import Text
from scoring.common.transfers import Part
from scoring.thirteen.cards import BA_BICH, Kind
from scoring.thirteen.facts import Held

HOUSE: Final = "luật nhà, tài liệu không ghi"


def chain_settings(each: str, doubling: str) -> tuple[Setting, ...]:
    """How a chain of chops is settled otherwise."""
    return (
        flag(
            "chat_each",
            False,
            Text(
                "Mỗi lần chặt tính riêng: ai bị chặt trả cho người chặt mình",
                "Each chop settled by itself: whoever is chopped pays who chopped him",
            ),
            each,
            HOUSE,
            decided=True,
            extra=True,
        ),
        flag(
            "chat_doubling",
            False,
            Text(
                "Chặt chồng nhân đôi: lần chặt thứ hai giá ×2, thứ ba ×4, thứ tư ×8",
                "Chops of a chain double: the second costs ×2, the third ×4, the fourth ×8",
            ),
            doubling,
            HOUSE,
            decided=True,
            extra=True,
        ),
    )


def kind_price_settings(labels: Mapping[Kind, Text], usual: Text, rule: str) -> tuple[Setting, ...]:
    """An amount of its own for each kind of tới trắng; at 0 it pays what is ``usual``."""
    return tuple(
        amount(
            f"toi_trang_{kind}_each",
            "0",
            Text(
                f"Tới trắng bằng {label.vi[0].lower()}{label.vi[1:]}: mỗi người trả "
                f"(0: {usual.vi})",
                f"{label.en}: each other pays (0: {usual.en})",
            ),
            rule,
            HOUSE,
            decided=True,
            extra=True,
        )
        for kind, label in labels.items()
    )


def kind_prices(values: Values) -> dict[Kind, int]:
    """The kinds that have an amount of their own."""
    prices = {kind: values.units(f"toi_trang_{kind}_each") for kind in Kind}
    return {kind: units for kind, units in prices.items() if units}


def ba_bich_settings(rule: str) -> tuple[Setting, ...]:
    """What the 3♠ still held costs, and when."""
    return (
        amount(
            "ba_bich",
            "0",
            Text(
                "Thối 3♠: còn 3♠ trên tay lúc tính thối hay cóng (0: không tính; cần ghi lá)",
                "The 3♠ held where heo held are paid (0: not counted; tell the cards held)",
            ),
            rule,
            HOUSE,
            decided=True,
            extra=True,
        ),
        choice(
            "ba_bich_if",
            {
                "held": Text("còn lá nào khác cũng tính", "whatever else is held"),
                "alone": Text("chỉ khi đó là lá cuối cùng", "only where it is the only card left"),
            },
            Text("Thối 3♠ khi nào", "When the 3♠ held costs"),
            rule,
            HOUSE,
            extra=True,
        ),
    )


class BaBichRules(Protocol):
    """The rules about the 3♠ held that both games have."""

    @property
    def ba_bich(self) -> int:
        """What it costs, or 0."""

    @property
    def ba_bich_alone(self) -> bool:
        """Whether it costs only where it is the only card left."""


def ba_bich_parts(held: Held, rules: BaBichRules, player: int | None = None) -> tuple[Part, ...]:
    """The 3♠ as one more thing held, where it counts; only cards that were shown can have it."""
    hand = held.hand
    if not rules.ba_bich or not hand or BA_BICH not in hand:
        return ()
    if rules.ba_bich_alone and len(hand) > 1:
        return ()
    return (Part(BA_BICH.code, rules.ba_bich, player=player),)
