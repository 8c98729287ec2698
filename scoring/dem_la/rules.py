"""Tiến lên by cards left, its amounts and decisions: RULES.md as tables."""

from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import Final

from scoring.common.settings import Setting, Values, amount, choice, count, flag
from scoring.common.text import Text
from scoring.dem_la.kinds import KIND_SETTINGS
from scoring.dem_la.optional_rules import EXTRAS
from scoring.thirteen.cards import HANG, HEO, UNSUITED, Item, Kind, Play
from scoring.thirteen.optional_rules import kind_prices


@dataclass(frozen=True, slots=True)
class ChopPrice:
    """What a chop costs the chopped: ``chopper`` over ``chopped``, in cược."""

    chopper: Play
    chopped: Play
    units: str
    rule: str
    source: str
    decided: bool = False

    @property
    def setting(self) -> str:
        """The name of its setting."""
        return f"chat_{self.chopper}_{self.chopped}"


CHOP_PRICES: Final = (
    ChopPrice(Play.TU_QUY, Play.TU_QUY, "1", "DL-13", "Tứ quý phạt tứ quý: 1 lần tiền cược"),
    ChopPrice(Play.TU_QUY, Play.HEO, "2", "DL-13", "Tứ quý phạt 2: 2 lần tiền cược"),
    ChopPrice(Play.TU_QUY, Play.DOI_HEO, "4", "DL-13", "Tứ quý phạt đôi 2: 4 lần tiền cược"),
    ChopPrice(
        Play.TU_QUY, Play.BA_DOI_THONG, "2", "DL-13", "Tứ quý phạt 3 đôi thông: 2 lần tiền cược"
    ),
    ChopPrice(Play.BA_DOI_THONG, Play.HEO, "2", "DL-14", "3 đôi thông phạt 2: 2 lần tiền cược"),
    ChopPrice(
        Play.BA_DOI_THONG,
        Play.BA_DOI_THONG,
        "1",
        "DL-14",
        "3 đôi thông phạt 3 đôi thông thấp hơn: 1 lần tiền cược",
    ),
    ChopPrice(Play.BON_DOI_THONG, Play.HEO, "3", "DL-15", "4 đôi thông phạt 2: 3 lần tiền cược"),
    ChopPrice(
        Play.BON_DOI_THONG,
        Play.BA_DOI_THONG,
        "2",
        "DL-15",
        "4 đôi thông phạt 3 đôi thông: 2 lần tiền cược",
    ),
    ChopPrice(
        Play.BON_DOI_THONG,
        Play.BON_DOI_THONG,
        "1",
        "DL-15",
        "4 đôi thông phạt 4 đôi thông thấp hơn: 1 lần tiền cược",
    ),
    ChopPrice(
        Play.BON_DOI_THONG, Play.DOI_HEO, "6", "DL-15", "4 đôi thông phạt đôi 2: 6 lần tiền cược"
    ),
    ChopPrice(Play.BON_DOI_THONG, Play.TU_QUY, "2", "DL-3", "chặt được tứ quý", True),
    ChopPrice(Play.HAI_TU_QUY, Play.DOI_HEO, "4", "DL-12", "2 tứ quý chặt đôi 2", True),
)
"""What may chop what (DL-11, DL-12), and for how much."""

CHOPS: Final[Mapping[Play, frozenset[Play]]] = {
    chopper: frozenset(row.chopped for row in CHOP_PRICES if row.chopper is chopper)
    for chopper in (row.chopper for row in CHOP_PRICES)
}

HELD_PRICES: Final = (
    (Item.HEO_BICH, "2", "3", "DL-17", "Thối 2 bích = 2 lần tiền cược"),
    (Item.HEO_TEP, "2", "4", "DL-17", "Thối 2 nhép = 2 lần tiền cược"),
    (Item.HEO_RO, "4", "5", "DL-17", "Thối 2 rô = 4 lần tiền cược"),
    (Item.HEO_CO, "4", "6", "DL-17", "Thối 2 cơ = 4 lần tiền cược"),
)
HANG_PRICES: Final = (
    (Item.TU_QUY, "6", "DL-18", "Thối tứ quý: 6 lần tiền cược"),
    (Item.BA_DOI_THONG, "5", "DL-18", "Thối 3 đôi thông: 5 lần tiền cược"),
    (Item.BON_DOI_THONG, "12", "DL-18", "Thối 4 đôi thông: 12 lần tiền cược"),
)

ITEM_LABELS: Final[Mapping[Item, Text]] = {
    Item.HEO_BICH: Text("2♠", "2♠"),
    Item.HEO_TEP: Text("2♣", "2♣"),
    Item.HEO_RO: Text("2♦", "2♦"),
    Item.HEO_CO: Text("2♥", "2♥"),
    Item.TU_QUY: Text("tứ quý", "four of a kind"),
    Item.BA_DOI_THONG: Text("3 đôi thông", "3 consecutive pairs"),
    Item.BON_DOI_THONG: Text("4 đôi thông", "4 consecutive pairs"),
}
PLAY_LABELS: Final[Mapping[Play, Text]] = {
    Play.HEO: Text("một heo", "one 2"),
    Play.DOI_HEO: Text("đôi heo", "a pair of 2s"),
    Play.BA_DOI_THONG: Text("3 đôi thông", "3 consecutive pairs"),
    Play.TU_QUY: Text("tứ quý", "four of a kind"),
    Play.BON_DOI_THONG: Text("4 đôi thông", "4 consecutive pairs"),
    Play.HAI_TU_QUY: Text("2 tứ quý", "two fours of a kind"),
}


def _chop_settings() -> tuple[Setting, ...]:
    return tuple(
        amount(
            row.setting,
            row.units,
            Text(
                f"{PLAY_LABELS[row.chopper].vi.capitalize()} chặt {PLAY_LABELS[row.chopped].vi}",
                f"{PLAY_LABELS[row.chopper].en.capitalize()} over {PLAY_LABELS[row.chopped].en}",
            ),
            row.rule,
            row.source,
            decided=row.decided,
        )
        for row in CHOP_PRICES
    )


def _held_settings() -> tuple[Setting, ...]:
    plain = [(item, units, rule, source) for item, units, _, rule, source in HELD_PRICES]
    return tuple(
        amount(
            f"thoi_{item}",
            units,
            Text(f"Thối {ITEM_LABELS[item].vi}", f"Held: {ITEM_LABELS[item].en}"),
            rule,
            source,
        )
        for item, units, rule, source in (*plain, *HANG_PRICES)
    )


def _dut_settings() -> tuple[Setting, ...]:
    return tuple(
        amount(
            f"dut_thoi_{item}",
            units,
            Text(f"Đút 3 bích: thối {ITEM_LABELS[item].vi}", f"Out on 3♠: {ITEM_LABELS[item].en}"),
            "DL-21",
            f"Thối {source.split(' = ')[0].removeprefix('Thối ')} trường hợp đút 3 bích",
        )
        for item, _, units, _, source in HELD_PRICES
    )


SETTINGS: Final[tuple[Setting, ...]] = (
    amount(
        "card",
        "1",
        Text("Mỗi lá còn lại", "Each card left"),
        "DL-23",
        "Đếm tổng số lá bài còn lại x mức cược",
    ),
    amount(
        "cong_card",
        "2",
        Text("Cóng: mỗi lá trong 13 lá", "Cóng: each of the 13 cards"),
        "DL-10",
        "13 lá bài x 2 lần mức cược",
    ),
    flag(
        "dut_ba_bich",
        True,
        Text("Có tính đút 3 bích", "Going out on the 3♠ counts"),
        "DL-20",
        "Đút 3 Bích: người đánh hết bài 3 bích cuối cùng.",
        decided=True,
    ),
    amount(
        "dut_card",
        "2",
        Text("Đút 3 bích: mỗi lá còn lại", "Out on 3♠: each card left"),
        "DL-20",
        "số lá bài x 2 lần cược",
    ),
    amount(
        "cong_dut_card",
        "2",
        Text("Cóng gặp đút 3 bích: mỗi lá trong 13 lá", "Cóng and out on 3♠: each of the 13 cards"),
        "DL-20",
        "số lá bài x 2 lần cược",
        decided=True,
    ),
    *_chop_settings(),
    *_held_settings(),
    choice(
        "thoi_by",
        {
            "losers": Text("mọi người thua", "every loser"),
            "most_cards": Text(
                "chỉ người còn nhiều lá nhất", "only the loser with the most cards left"
            ),
        },
        Text("Ai bị tính thối", "Who pays for heo and hàng left in hand"),
        "DL-23",
        "+ lá bài đặc biệt hoặc bộ đặc biệt thối",
    ),
    *_dut_settings(),
    flag(
        "chat_void_if_out",
        True,
        Text(
            "Người bị chặt sau cùng tới luôn thì huỷ tiền chặt",
            "A chain pays nothing if the last chopped went out with that play",
        ),
        "DL-22",
        "người đánh hết số lá bài trên tay đầu tiên",
        decided=True,
    ),
    amount(
        "toi_trang_card",
        "2",
        Text("Tới trắng: mỗi lá trong 13 lá", "Tới trắng: each of the 13 cards"),
        "DL-24",
        "13x2 x mức cược",
    ),
    *KIND_SETTINGS,
    count(
        "dong_mau_cards",
        12,
        Text("Đồng màu: số lá cùng màu", "All of one colour: how many cards"),
        "DL-7",
        "12/13 lá cùng màu",
        least=12,
        most=13,
    ),
    choice(
        "next_leader",
        {
            "winner": Text("người thắng", "the winner"),
            "ba_bich": Text("người cầm 3♠", "the holder of the 3♠"),
        },
        Text("Ai đi trước ván sau", "Who leads the next round"),
        "DL-22",
        "Người thắng: người đánh hết số lá bài trên tay đầu tiên",
    ),
    *EXTRAS,
)


@dataclass(frozen=True, slots=True)
class DemLaRules:
    """Tiến lên by cards left in force; all amounts in 1/``grain`` cược.

    ``card`` is by (cóng, đút 3 bích); ``prices`` and ``group_prices`` (3 đôi thông, tứ quý,
    4 đôi thông) are those of held heo and hàng, ``dut_prices`` under đút 3 bích.
    ``kind_prices`` has the kinds of tới trắng that do not pay by cards; ``ba_bich`` is 0 where the
    3♠ held costs nothing.
    """

    grain: int
    card: Mapping[tuple[bool, bool], int]
    dut_ba_bich: bool
    chops: Mapping[tuple[Play, Play], int]
    prices: Mapping[Item, int]
    dut_prices: Mapping[Item, int]
    group_prices: tuple[int, int, int]
    thoi_by_most_cards: bool
    thoi_beside_cards: str
    chat_void_if_out: bool
    chat_each: bool
    chat_doubling: bool
    toi_trang_card: int
    kind_prices: Mapping[Kind, int]
    dem_heo: bool
    kinds: frozenset[Kind]
    dong_mau_cards: int
    winner_leads: bool
    ba_bich: int
    ba_bich_alone: bool


def make_rules(values: Values) -> DemLaRules:
    """The rules of these values."""
    hang = {item: values.units(f"thoi_{item}") for item in HANG}
    return DemLaRules(
        grain=values.grain,
        card=MappingProxyType(
            {
                (False, False): values.units("card"),
                (True, False): values.units("cong_card"),
                (False, True): values.units("dut_card"),
                (True, True): values.units("cong_dut_card"),
            }
        ),
        dut_ba_bich=values.flag("dut_ba_bich"),
        chops=MappingProxyType(
            {(row.chopper, row.chopped): values.units(row.setting) for row in CHOP_PRICES}
        ),
        prices=_held_prices(values, "thoi_") | hang,
        dut_prices=_held_prices(values, "dut_thoi_") | hang,
        group_prices=(hang[Item.BA_DOI_THONG], hang[Item.TU_QUY], hang[Item.BON_DOI_THONG]),
        thoi_by_most_cards=values.choice("thoi_by") == "most_cards",
        thoi_beside_cards=values.choice("thoi_beside_cards"),
        chat_void_if_out=values.flag("chat_void_if_out"),
        chat_each=values.flag("chat_each"),
        chat_doubling=values.flag("chat_doubling"),
        toi_trang_card=values.units("toi_trang_card"),
        kind_prices=MappingProxyType(kind_prices(values)),
        dem_heo=values.flag("dem_heo"),
        kinds=frozenset(kind for kind in Kind if values.flag(f"toi_trang_{kind}")),
        dong_mau_cards=values.number("dong_mau_cards"),
        winner_leads=values.choice("next_leader") == "winner",
        ba_bich=values.units("ba_bich"),
        ba_bich_alone=values.choice("ba_bich_if") == "alone",
    )


def _held_prices(values: Values, prefix: str) -> dict[Item, int]:
    """The heo by suit, and by colour where both suits of it cost the same."""
    prices = {heo: values.units(f"{prefix}{heo}") for heo in HEO}
    return prices | {
        colour: prices[one] for colour, (one, two) in UNSUITED.items() if prices[one] == prices[two]
    }
