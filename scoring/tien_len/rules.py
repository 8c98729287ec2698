"""Tiến lên by place, its amounts and decisions: RULES.md as tables."""

from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import Final

from scoring.common.settings import Setting, Values, amount, choice, count, flag
from scoring.common.text import Text
from scoring.thirteen.cards import HOLDABLE, UNSUITED, Item, Kind, Play
from scoring.thirteen.optional_rules import kind_prices
from scoring.tien_len.kinds import DEM_HEO_SETTINGS, KIND_SETTINGS
from scoring.tien_len.optional_rules import EXTRAS

CHOPS: Final[Mapping[Play, frozenset[Play]]] = {
    Play.BA_DOI_THONG: frozenset({Play.HEO, Play.BA_DOI_THONG}),
    Play.TU_QUY: frozenset({Play.HEO, Play.DOI_HEO, Play.BA_DOI_THONG, Play.TU_QUY}),
    Play.BON_DOI_THONG: frozenset(
        {Play.HEO, Play.DOI_HEO, Play.BA_DOI_THONG, Play.TU_QUY, Play.BON_DOI_THONG}
    ),
}
"""What may chop what (TL-36)."""


@dataclass(frozen=True, slots=True)
class PlacePay:
    """``payer`` pays ``payee``, both counted among the placed from the first (0)."""

    payer: int
    payee: int
    setting: str
    rule: str


PLACES: Final[Mapping[tuple[int, int], tuple[PlacePay, ...]]] = {
    (4, 0): (
        PlacePay(3, 0, "place_4_bet_nhat", "TL-42"),
        PlacePay(2, 1, "place_4_ba_nhi", "TL-42"),
    ),
    (3, 0): (
        PlacePay(2, 0, "place_3_bet_nhat", "TL-42"),
        PlacePay(1, 0, "place_3_nhi_nhat", "TL-42"),
    ),
    (2, 0): (PlacePay(1, 0, "place_2_bet_nhat", "TL-42"),),
    (4, 1): (PlacePay(2, 1, "cong_4_ba_nhi", "TL-27"),),
    (3, 1): (PlacePay(1, 0, "cong_nhi_nhat", "TL-28"),),
    (4, 2): (PlacePay(1, 0, "cong_nhi_nhat", "TL-28"),),
}
"""Who pays for his place, by players and by how many of them are cóng."""


def place_word(place: int, players: int) -> str:
    """What a place, counted from the first (0), is called at a table of so many."""
    return "bet" if place == players - 1 else ("nhat", "nhi", "ba")[place]


ALL_TO_FIRST: Final[Mapping[tuple[int, int], tuple[PlacePay, ...]]] = {
    (players, cong): tuple(
        PlacePay(place, 0, f"an_tat_{place_word(place, players)}", "TL-44")
        for place in range(1, players - cong)
    )
    for players in (2, 3, 4)
    for cong in range(players - 1)
}
"""The same where the first takes all."""

_BET: Final = "Nếu lấy 1 ván bét làm đơn vị (ta gọi là 1 cược)"
_SAME: Final = "Phạt thúi heo/hàng bao nhiêu thì phạt chặt heo/hàng bấy nhiêu"

SETTINGS: Final[tuple[Setting, ...]] = (
    amount(
        "place_4_bet_nhat",
        "1",
        Text("Bàn 4 người: bét trả nhất", "4 players: the last pays the first"),
        "TL-42",
        _BET,
        decided=True,
    ),
    amount(
        "place_4_ba_nhi",
        "0.5",
        Text("Bàn 4 người: ba trả nhì", "4 players: the third pays the second"),
        "TL-42",
        _BET,
        decided=True,
    ),
    amount(
        "place_3_bet_nhat",
        "1",
        Text("Bàn 3 người: bét trả nhất", "3 players: the last pays the first"),
        "TL-42",
        _BET,
        decided=True,
    ),
    amount(
        "place_3_nhi_nhat",
        "0",
        Text("Bàn 3 người: nhì trả nhất", "3 players: the second pays the first"),
        "TL-42",
        _BET,
        decided=True,
    ),
    amount(
        "place_2_bet_nhat",
        "1",
        Text("Bàn 2 người: bét trả nhất", "2 players: the last pays the first"),
        "TL-42",
        _BET,
        decided=True,
    ),
    amount(
        "cong",
        "2",
        Text("Cóng trả nhất, chưa kể heo và hàng", "Cóng pays the first, heo and hàng apart"),
        "TL-25",
        "sẽ bị phạt thua 2 ván nhất",
    ),
    amount(
        "cong_4_ba_nhi",
        "0.5",
        Text("Một nhà cóng trong 4: ba trả nhì", "One cóng of 4: the third pays the second"),
        "TL-27",
        "2 người còn lại vẫn tiếp tục chơi để tranh vị thứ 2, 3",
    ),
    amount(
        "cong_nhi_nhat",
        "0",
        Text(
            "Chỉ còn một nhà không cóng: nhì trả nhất",
            "The only other player not cóng pays the first",
        ),
        "TL-28",
        "Người còn lại về nhì",
    ),
    amount(
        "heo_den",
        "0.5",
        Text("Heo đen (2♠ 2♣), thối hoặc bị chặt", "A black 2, held or chopped"),
        "TL-42",
        "Heo đen = 1/2 cược",
    ),
    amount(
        "heo_do",
        "1",
        Text("Heo đỏ (2♦ 2♥), thối hoặc bị chặt", "A red 2, held or chopped"),
        "TL-42",
        "Heo đỏ = 3 đôi thông = 1",
    ),
    amount(
        "ba_doi_thong",
        "1",
        Text("3 đôi thông, thối hoặc bị chặt", "3 consecutive pairs, held or chopped"),
        "TL-42",
        "Heo đỏ = 3 đôi thông = 1",
    ),
    amount(
        "tu_quy",
        "1.5",
        Text("Tứ quý, thối hoặc bị chặt", "Four of a kind, held or chopped"),
        "TL-42",
        "Tứ quý = 1.5",
    ),
    amount(
        "bon_doi_thong",
        "2",
        Text("4 đôi thông, thối hoặc bị chặt", "4 consecutive pairs, held or chopped"),
        "TL-42",
        "4 đôi thông = 2",
    ),
    choice(
        "thoi_to",
        {
            "above": Text("người về ngay trên bét", "the player placed just above the last"),
            "nhat": Text("người về nhất", "the first"),
        },
        Text("Bét thối trả cho", "The last player's heo and hàng are paid to"),
        "TL-40",
        "Người được hưởng là người về thứ ba",
    ),
    flag(
        "thoi_behind_cong",
        False,
        Text(
            "Người về cuối sau một nhà cóng cũng bị thối",
            "The last placed pays for heo and hàng although somebody is cóng",
        ),
        "TL-39",
        "Người về bét nếu còn heo hoặc hàng thì sẽ bị phạt",
        decided=True,
    ),
    flag(
        "chat_void_if_out",
        True,
        Text(
            "Người bị chặt sau cùng tới luôn thì huỷ tiền chặt",
            "A chain pays nothing if the last chopped went out with that play",
        ),
        "TL-43",
        "tới luôn … thì không ai bị phạt/ thưởng gì hết",
    ),
    amount(
        "toi_trang",
        "2",
        Text("Tới trắng: mỗi người trả", "Tới trắng: each other pays"),
        "TL-15",
        "Thắng ngay sau khi chia bài (không cần đánh)",
        decided=True,
    ),
    *KIND_SETTINGS,
    count(
        "dong_mau_cards",
        12,
        Text("Đồng màu: số lá cùng màu", "All of one colour: how many cards"),
        "TL-20",
        "12/13 lá bài cùng màu",
        least=12,
        most=13,
    ),
    flag(
        "dem_heo",
        False,
        Text("Tới trắng có đếm heo", "Heo and hàng are counted in a tới trắng"),
        "TL-16",
        "có đếm heo hoặc không",
        decided=True,
    ),
    *DEM_HEO_SETTINGS,
    *EXTRAS,
)


@dataclass(frozen=True, slots=True)
class TienLenRules:
    """Tiến lên by place in force; all amounts in 1/``grain`` cược.

    ``places`` is who pays for his place, ``place_prices`` what, by setting. ``prices`` is one list
    for what is held and what is chopped (TL-41); ``group_prices`` are those of 3 đôi thông, tứ quý
    and 4 đôi thông. ``kind_prices`` has the kinds that do not pay as ``toi_trang``; ``ba_bich`` is
    0 where the 3♠ held costs nothing.
    """

    grain: int
    places: Mapping[tuple[int, int], tuple[PlacePay, ...]]
    place_prices: Mapping[str, int]
    nhat_an_tat: bool
    cong: int
    prices: Mapping[Item, int]
    group_prices: tuple[int, int, int]
    thoi_to_first: bool
    thoi_behind_cong: bool
    chat_void_if_out: bool
    chat_each: bool
    chat_doubling: bool
    toi_trang: int
    kind_prices: Mapping[Kind, int]
    kinds: frozenset[Kind]
    dong_mau_cards: int
    dem_heo: frozenset[Kind]
    ba_bich: int
    ba_bich_alone: bool


def make_rules(values: Values) -> TienLenRules:
    """The rules of these values."""
    prices = {item: values.units(_price_name(item)) for item in HOLDABLE}
    places = ALL_TO_FIRST if values.flag("nhat_an_tat") else PLACES
    settings = [pay.setting for pays in places.values() for pay in pays]
    counted = [kind for kind in Kind if values.flag("dem_heo") and values.flag(f"dem_heo_{kind}")]
    return TienLenRules(
        grain=values.grain,
        places=places,
        place_prices=MappingProxyType({name: values.units(name) for name in settings}),
        nhat_an_tat=values.flag("nhat_an_tat"),
        cong=values.units("cong"),
        prices=MappingProxyType(prices),
        group_prices=(
            prices[Item.BA_DOI_THONG],
            prices[Item.TU_QUY],
            prices[Item.BON_DOI_THONG],
        ),
        thoi_to_first=values.choice("thoi_to") == "nhat",
        thoi_behind_cong=values.flag("thoi_behind_cong"),
        chat_void_if_out=values.flag("chat_void_if_out"),
        chat_each=values.flag("chat_each"),
        chat_doubling=values.flag("chat_doubling"),
        toi_trang=values.units("toi_trang"),
        kind_prices=MappingProxyType(kind_prices(values)),
        kinds=frozenset(kind for kind in Kind if values.flag(f"toi_trang_{kind}")),
        dong_mau_cards=values.number("dong_mau_cards"),
        dem_heo=frozenset(counted),
        ba_bich=values.units("ba_bich"),
        ba_bich_alone=values.choice("ba_bich_if") == "alone",
    )


def _price_name(item: Item) -> str:
    """A heo has the price of its colour, a hàng its own."""
    return next((str(colour) for colour, heo in UNSUITED.items() if item in heo), str(item))
