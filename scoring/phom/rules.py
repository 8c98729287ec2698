"""Phỏm, its amounts and decisions: RULES.md as tables."""

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from types import MappingProxyType
from typing import Final

from scoring.common.settings import Setting, Values, amount, choice, flag
from scoring.common.text import Text


class UKind(StrEnum):
    """The ways to be ù."""

    U = "u"
    U_TRON = "u_tron"
    U_KHAN = "u_khan"


DEALT: Final = 9
"""Cards of a player who has laid nothing down (PH-1)."""

SHORTEST_PHOM: Final = 3
"""Cards of the shortest phỏm (PH-3)."""

MOST_LEFT: Final = DEALT - SHORTEST_PHOM
"""Cards left of a player who laid a phỏm down (PH-13)."""

TURNS: Final = 4
"""Discards of each player (PH-5)."""

MOST_EATEN: Final = 3
"""Cards one player may eat; so many from one player make him ù (PH-6, PH-10)."""

PLACES: Final = ("nhi", "ba", "bet")
"""The places that pay the first, from the second on (PH-18)."""

STEPS: Final = ("an_1", "an_2", "an_3")
"""The prices of a player's first, second and third eaten card (PH-15)."""

WORDS: Final[Mapping[str, Text]] = {
    "an_1": Text("ăn bài, lá thứ nhất", "first eaten card"),
    "an_2": Text("ăn bài, lá thứ hai", "second eaten card"),
    "an_3": Text("ăn bài, lá thứ ba", "third eaten card"),
    "chot": Text("ăn bài chốt", "eaten card, chốt"),
    "nhi": Text("về nhì", "second"),
    "ba": Text("về ba", "third"),
    "bet": Text("về bét", "last"),
    "u_tron": Text("ù tròn", "ù tròn (all ten cards)"),
    "u_khan": Text("ù khan", "ù khan (nothing fits together)"),
}

_STEP: Final = "Quân {} bị ăn mất {} lần tiền cược"
_CHOT: Final = (
    "quân cuối cùng của vòng đánh thứ 3 (quân chốt hạ) mà bị ăn thì bị mất 3 lần tiền cược"
)
_PLACES: Final = "Nhì đền 1 lần tiền cược Ba đền 2 lần tiền cược Bét đền 3 lần tiền cược"
_U: Final = "Có người Ù, những người chơi khác đền 5 lần tiền cược cho người Ù"
_HOUSE: Final = "luật nhà, tài liệu không ghi"

SETTINGS: Final[tuple[Setting, ...]] = (
    choice(
        "next_leader",
        {
            "nhat": Text("người về nhất hoặc người ù", "the first, or the ù player"),
            "unknown": Text("không ai biết trước", "nobody known"),
        },
        Text("Ván sau ai đi trước", "Who leads the next round"),
        "PH-1",
        "ngoại trừ người đi đầu có 10 lá bài",
    ),
    choice(
        "places_by",
        {
            "rank": Text("theo hạng, bàn mấy người cũng vậy", "by rank at any table size"),
            "bet": Text("người cuối luôn trả như bét", "the last always pays as bét"),
        },
        Text("Bàn thiếu người: người cuối trả", "With fewer than four the last pays"),
        "PH-2",
        "Bàn chơi có từ 2 đến 4 người",
    ),
    flag(
        "an_flat",
        False,
        Text("Ăn lá nào cũng một giá", "Every eaten card costs the same"),
        "PH-8",
        "Thì A phải trả cho B cược x 1",
        decided=True,
    ),
    amount(
        "an_flat_each",
        "1",
        Text("Giá một lá khi ăn đồng giá", "An eaten card where all cost the same"),
        "PH-8",
        "Thì A phải trả cho B cược x 1",
    ),
    flag(
        "den",
        True,
        Text(
            "Cho một người ăn ba lá thì đền cả làng",
            "Who lets one player eat three cards pays for all",
        ),
        "PH-10",
        "Nếu người chơi A cho người kế tiếp B ăn 3 lá bài, B sẽ ù, và A phải đền thay",
        decided=True,
    ),
    amount(
        "an_1",
        "1",
        Text("Lá thứ nhất bị ăn", "A player's first eaten card"),
        "PH-15",
        _STEP.format("đầu tiên", 1),
    ),
    amount(
        "an_2",
        "2",
        Text("Lá thứ hai bị ăn", "A player's second eaten card"),
        "PH-15",
        _STEP.format("thứ 2", 2),
    ),
    amount(
        "an_3",
        "3",
        Text("Lá thứ ba bị ăn", "A player's third eaten card"),
        "PH-15",
        _STEP.format("thứ 3", 3),
    ),
    amount("chot", "3", Text("Lá chốt bị ăn, ít nhất", "A chốt card, at least"), "PH-16", _CHOT),
    choice(
        "chot_from",
        {
            "turn_3": Text(
                "lá cuối của vòng 3 và cả vòng 4", "the last discard of turn 3 and all of turn 4"
            ),
            "turn_4": Text("chỉ vòng 4", "turn 4 only"),
        },
        Text("Lá nào là lá chốt", "Which discards are chốt"),
        "PH-17",
        "Từ đây trở đi, quân bài nào bị ăn cũng mất 3 lần tiền cược",
    ),
    amount("place_nhi", "1", Text("Nhì trả nhất", "The second pays the first"), "PH-18", _PLACES),
    amount("place_ba", "2", Text("Ba trả nhất", "The third pays the first"), "PH-18", _PLACES),
    amount("place_bet", "3", Text("Bét trả nhất", "The last pays the first"), "PH-18", _PLACES),
    amount(
        "mom",
        "4",
        Text("Móm trả nhất", "A móm player pays the first"),
        "PH-18",
        "Móm đền 4 lần tiền cược",
    ),
    flag(
        "mom_on_top",
        False,
        Text("Móm còn trả cả tiền thứ hạng", "A móm player pays for his place too"),
        "PH-18",
        "Móm đền 4 lần tiền cược",
        decided=True,
        extra=True,
    ),
    flag(
        "all_mom_pay",
        True,
        Text(
            "Tất cả đều móm: người hạ đầu vẫn được trả",
            "If all are móm, the first to lay down is paid",
        ),
        "PH-18",
        "Móm đền 4 lần tiền cược",
        decided=True,
    ),
    amount("u", "5", Text("Ù: mỗi người trả", "Ù: each other pays"), "PH-19", _U),
    flag(
        "an_beside_u",
        True,
        Text("Ván có ù vẫn tính tiền ăn bài", "Eaten cards stay paid in an ù round"),
        "PH-19",
        _U,
        decided=True,
    ),
    flag(
        "u_tron",
        False,
        Text("Ù tròn có giá riêng", "Ù tròn has an amount of its own"),
        "PH-19",
        _HOUSE,
        decided=True,
        extra=True,
    ),
    amount(
        "u_tron_each",
        "10",
        Text("Ù tròn: mỗi người trả", "Ù tròn: each other pays"),
        "PH-19",
        _HOUSE,
        decided=True,
        extra=True,
    ),
    flag(
        "u_khan",
        False,
        Text("Có ù khan", "There is ù khan"),
        "PH-4",
        _HOUSE,
        decided=True,
        extra=True,
    ),
    amount(
        "u_khan_each",
        "5",
        Text("Ù khan: mỗi người trả", "Ù khan: each other pays"),
        "PH-19",
        _HOUSE,
        decided=True,
        extra=True,
    ),
)


@dataclass(frozen=True, slots=True)
class PhomRules:
    """Phỏm in force; all amounts in 1/``grain`` cược.

    ``steps`` are the prices of a player's first, second and third eaten card; ``places`` those of
    the second place on, ``last`` what the last place pays where it is bét at any table size.
    ``u`` has the kinds that are played here.
    """

    grain: int
    winner_leads: bool
    steps: tuple[int, ...]
    an_flat: bool
    chot: int
    chot_from_turn_3: bool
    den: bool
    places: tuple[int, ...]
    last_is_bet: bool
    mom: int
    mom_on_top: bool
    all_mom_pay: bool
    u: Mapping[UKind, int]
    an_beside_u: bool


def make_rules(values: Values) -> PhomRules:
    """The rules of these values."""
    flat = values.flag("an_flat")
    return PhomRules(
        grain=values.grain,
        winner_leads=values.choice("next_leader") == "nhat",
        steps=tuple([values.units("an_flat_each" if flat else step) for step in STEPS]),
        an_flat=flat,
        chot=values.units("chot"),
        chot_from_turn_3=values.choice("chot_from") == "turn_3",
        den=values.flag("den"),
        places=tuple([values.units(f"place_{place}") for place in PLACES]),
        last_is_bet=values.choice("places_by") == "bet",
        mom=values.units("mom"),
        mom_on_top=values.flag("mom_on_top"),
        all_mom_pay=values.flag("all_mom_pay"),
        u=MappingProxyType(_u_prices(values)),
        an_beside_u=values.flag("an_beside_u"),
    )


def _u_prices(values: Values) -> dict[UKind, int]:
    """Ù tròn pays as any ù unless it has its own amount; ù khan is there only where it is on."""
    prices = {UKind.U: values.units("u")}
    prices[UKind.U_TRON] = values.units("u_tron_each" if values.flag("u_tron") else "u")
    if values.flag("u_khan"):
        prices[UKind.U_KHAN] = values.units("u_khan_each")
    return prices
