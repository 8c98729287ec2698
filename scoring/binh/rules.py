"""Binh xập xám, its amounts and decisions: RULES.md as tables."""

from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import Final

from scoring.binh.mau_binh import Kind
from scoring.binh.rows import CODES, Row, RowKind
from scoring.common.settings import Setting, Values, amount, choice, flag
from scoring.common.text import Text

ROW_LABELS: Final[Mapping[Row, Text]] = {
    Row.DAU: Text("chi đầu", "first row"),
    Row.GIUA: Text("chi giữa", "middle row"),
    Row.CUOI: Text("chi cuối", "last row"),
}
"""The rows (BX-1)."""

ROW_KIND_LABELS: Final[Mapping[RowKind, Text]] = {
    RowKind.THUNG_PHA_SANH: Text("thùng phá sảnh", "straight flush"),
    RowKind.TU_QUY: Text("tứ quý", "four of a kind"),
    RowKind.CU_LU: Text("cù lũ", "full house"),
    RowKind.THUNG: Text("thùng", "flush"),
    RowKind.SANH: Text("sảnh", "straight"),
    RowKind.XAM_CHI: Text("xám chi", "three of a kind"),
    RowKind.THU: Text("thú", "two pairs"),
    RowKind.DACH: Text("dách", "one pair"),
    RowKind.RAC: Text("rác", "high card"),
}
"""The kinds of rows, best first (BX-2, BX-3)."""

KIND_LABELS: Final[Mapping[Kind, tuple[Text, str]]] = {
    Kind.DONG_MAU_13: (Text("13 lá đồng màu", "13 of one colour"), "13 đen (hoặc đỏ)"),
    Kind.DONG_MAU_12: (
        Text("12 lá đồng màu", "12 of one colour"),
        "12 đen 1 đỏ (hoặc 12 đỏ 1 đen)",
    ),
    Kind.SAU_DOI: (Text("6 đôi", "six pairs"), "6 đôi"),
    Kind.NAM_DOI_THONG: (Text("5 đôi thông", "5 consecutive pairs"), "5 đôi thông"),
    Kind.THUNG_PHA_SANH: (Text("thùng phá sảnh", "straight flush"), "thùng phá sảnh"),
    Kind.TU_QUY: (Text("tứ quý", "four of a kind"), "tứ quý"),
    Kind.BA_THUNG: (Text("3 thùng", "three flushes"), "3 thùng"),
    Kind.BA_SANH: (Text("3 sảnh", "three straights"), "3 sảnh"),
}
"""The kinds of mậu binh, in the order of the document (BX-12)."""

WORDS: Final[Mapping[str, Text]] = {
    "dau": Text("đầu", "first"),
    "giua": Text("giữa", "middle"),
    "cuoi": Text("cuối", "last"),
    **{CODES[kind]: label for kind, label in ROW_KIND_LABELS.items()},
    **{kind.value: label for kind, (label, _) in KIND_LABELS.items()},
    "sap_ham": Text("sập hầm", "all three rows"),
    "sap_lang": Text("sập làng", "all three rows of everybody"),
}

_SUM: Final = "Cộng tổng điểm 3 chi lại với nhau ra kết quả cuối."
_WON: Final = "Mỗi chi thắng được cộng 1 điểm."


@dataclass(frozen=True, slots=True)
class Extra:
    """A row won with this kind pays its own amount; ``usual`` where it is played (BX-9)."""

    row: Row
    kind: RowKind
    usual: str

    @property
    def setting(self) -> str:
        """The name of its setting."""
        code = CODES[self.kind]
        row = f"chi_{self.row}" if not code.endswith("chi") else self.row.value
        return f"{code}_{row}"


EXTRAS: Final = (
    Extra(Row.DAU, RowKind.XAM_CHI, "3"),
    Extra(Row.GIUA, RowKind.CU_LU, "2"),
    Extra(Row.CUOI, RowKind.TU_QUY, "4"),
    Extra(Row.GIUA, RowKind.TU_QUY, "8"),
    Extra(Row.CUOI, RowKind.THUNG_PHA_SANH, "5"),
    Extra(Row.GIUA, RowKind.THUNG_PHA_SANH, "10"),
)
"""House extras: off, at 0, a row is a row."""

TIMES: Final = {
    "1": Text("không nhân", "as it is"),
    "2": Text("gấp đôi", "doubled"),
    "3": Text("gấp ba", "tripled"),
}


def _extra_settings() -> tuple[Setting, ...]:
    return tuple(
        amount(
            extra.setting,
            "0",
            Text(
                f"Thắng {ROW_LABELS[extra.row].vi} bằng {ROW_KIND_LABELS[extra.kind].vi} "
                f"(0: như chi thường; có nơi {extra.usual})",
                f"{ROW_KIND_LABELS[extra.kind].en.capitalize()} wins the "
                f"{ROW_LABELS[extra.row].en} (0: as any row; some play {extra.usual})",
            ),
            "BX-9",
            _WON,
            decided=True,
            extra=True,
        )
        for extra in EXTRAS
    )


def _kind_settings() -> tuple[Setting, ...]:
    return tuple(
        amount(
            f"mau_binh_{kind}",
            "0",
            Text(
                f"Mậu binh {label.vi}: mỗi người trả (0: như mậu binh khác)",
                f"Mậu binh {label.en}: each pays (0: as any mậu binh)",
            ),
            "BX-12",
            source,
            decided=True,
            extra=True,
        )
        for kind, (label, source) in KIND_LABELS.items()
    )


SETTINGS: Final[tuple[Setting, ...]] = (
    flag(
        "nine_kinds",
        True,
        Text(
            "Chi 5 lá có cả thùng phá sảnh và tứ quý",
            "Straight flush and four of a kind are kinds of 5-card rows",
        ),
        "BX-3",
        "Có tất cả 9 loại và giá trị giảm dần theo thứ tự như sau",
        decided=True,
    ),
    flag(
        "lung_if_equal",
        False,
        Text("Hai chi bằng nhau cũng là binh lủng", "Equal rows are out of order too"),
        "BX-4",
        "Chi đầu < hơn chi giữa < hơn chi cuối.",
        decided=True,
    ),
    amount(
        "binh_lung",
        "3",
        Text("Binh lủng trả mỗi người", "Binh lủng pays each other player"),
        "BX-6",
        "coi là Binh lung và thua toàn bộ cả 3 Chi",
    ),
    choice(
        "lung_against_lung",
        {
            "draw": Text("hòa nhau", "a draw"),
            "compare": Text("so từng chi", "rows compared"),
        },
        Text("Hai người cùng binh lủng", "Two who are both binh lủng"),
        "BX-6",
        "coi là Binh lung và thua toàn bộ cả 3 Chi",
    ),
    flag(
        "ace_low_straight_second",
        False,
        Text("Sảnh A-2-3-4-5 lớn thứ nhì", "A-2-3-4-5 is the second highest straight"),
        "BX-8",
        "trừ trường hợp bộ A 2 3 4 5 thì A mang giá trị nhỏ nhất",
        decided=True,
        extra=True,
    ),
    amount("chi", "1", Text("Thua một chi", "A row lost"), "BX-9", _WON),
    *_extra_settings(),
    choice(
        "sap_ham",
        TIMES,
        Text("Sập hầm: thua cả ba chi", "Sập hầm: all three rows lost"),
        "BX-9",
        _SUM,
        extra=True,
    ),
    choice(
        "sap_lang",
        TIMES,
        Text(
            "Sập làng: một người thắng cả ba chi của tất cả",
            "Sập làng: one wins all three rows of everybody",
        ),
        "BX-9",
        _SUM,
        extra=True,
    ),
    amount(
        "mau_binh",
        "3",
        Text("Mậu binh: mỗi người trả", "Mậu binh: each other player pays"),
        "BX-10",
        "Trường hợp Mậu binh sẽ không phải so bài từng chi.",
        decided=True,
    ),
    flag(
        "lung_pays_mau_binh_twice",
        False,
        Text(
            "Người binh lủng trả người mậu binh cả tiền lủng",
            "A binh lủng player pays a mậu binh for both",
        ),
        "BX-10",
        "Trường hợp Mậu binh sẽ không phải so bài từng chi.",
        decided=True,
    ),
    flag(
        "others_compare",
        True,
        Text(
            "Có người mậu binh, những người khác vẫn so bài",
            "Beside a mậu binh the others still compare",
        ),
        "BX-10",
        "Trường hợp Mậu binh sẽ không phải so bài từng chi.",
        decided=True,
    ),
    flag(
        "higher_mau_binh_wins",
        False,
        Text("Mậu binh cao thắng mậu binh thấp", "A higher mậu binh beats a lower one"),
        "BX-11",
        "Nếu 2 người cùng Mậu binh sẽ hòa nhau.",
        decided=True,
        extra=True,
    ),
    *_kind_settings(),
)


@dataclass(frozen=True, slots=True)
class BinhRules:
    """Binh xập xám in force; all amounts in 1/``grain`` cược.

    ``extras`` has, for each row, the kinds that pay more than ``chi``.
    """

    grain: int
    nine_kinds: bool
    lung_if_equal: bool
    binh_lung: int
    lung_compares: bool
    ace_low_straight_second: bool
    chi: int
    extras: tuple[Mapping[int, int], ...]
    sap_ham: int
    sap_lang: int
    mau_binh: Mapping[Kind, int]
    lung_pays_mau_binh_twice: bool
    others_compare: bool
    higher_mau_binh_wins: bool


def make_rules(values: Values) -> BinhRules:
    """The rules of these values."""
    any_kind = values.units("mau_binh")
    amounts = {kind: values.units(f"mau_binh_{kind}") or any_kind for kind in Kind}
    return BinhRules(
        grain=values.grain,
        nine_kinds=values.flag("nine_kinds"),
        lung_if_equal=values.flag("lung_if_equal"),
        binh_lung=values.units("binh_lung"),
        lung_compares=values.choice("lung_against_lung") == "compare",
        ace_low_straight_second=values.flag("ace_low_straight_second"),
        chi=values.units("chi"),
        extras=tuple(_extras(row, values) for row in Row),
        sap_ham=int(values.choice("sap_ham")),
        sap_lang=int(values.choice("sap_lang")),
        mau_binh=MappingProxyType(amounts),
        lung_pays_mau_binh_twice=values.flag("lung_pays_mau_binh_twice"),
        others_compare=values.flag("others_compare"),
        higher_mau_binh_wins=values.flag("higher_mau_binh_wins"),
    )


def _extras(row: Row, values: Values) -> Mapping[int, int]:
    paid = {int(extra.kind): values.units(extra.setting) for extra in EXTRAS if extra.row is row}
    return MappingProxyType({kind: units for kind, units in paid.items() if units})
