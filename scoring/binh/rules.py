"""Binh xập xám, its amounts and decisions: RULES.md as tables."""

from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import Final

from scoring.binh.mau_binh import Kind
from scoring.binh.rows import CODES, Row, RowKind
from scoring.common.settings import Values, read_settings
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

KIND_LABELS: Final[Mapping[Kind, Text]] = {
    Kind.DONG_MAU_13: Text("13 lá đồng màu", "13 of one colour"),
    Kind.DONG_MAU_12: Text("12 lá đồng màu", "12 of one colour"),
    Kind.SAU_DOI: Text("6 đôi", "six pairs"),
    Kind.NAM_DOI_THONG: Text("5 đôi thông", "5 consecutive pairs"),
    Kind.THUNG_PHA_SANH: Text("thùng phá sảnh", "straight flush"),
    Kind.TU_QUY: Text("tứ quý", "four of a kind"),
    Kind.BA_THUNG: Text("3 thùng", "three flushes"),
    Kind.BA_SANH: Text("3 sảnh", "three straights"),
}
"""The kinds of mậu binh, in the order of the document (BX-12)."""

WORDS: Final[Mapping[str, Text]] = {
    "dau": Text("đầu", "first"),
    "giua": Text("giữa", "middle"),
    "cuoi": Text("cuối", "last"),
    **{CODES[kind]: label for kind, label in ROW_KIND_LABELS.items()},
    **{kind.value: label for kind, label in KIND_LABELS.items()},
    "sap_ham": Text("sập hầm", "all three rows"),
    "sap_lang": Text("sập làng", "all three rows of everybody"),
}

SETTINGS: Final = read_settings(__package__)

EXTRAS: Final[Mapping[Row, Mapping[str, RowKind]]] = {
    Row.DAU: {"xam_chi_dau": RowKind.XAM_CHI},
    Row.GIUA: {
        "cu_lu_chi_giua": RowKind.CU_LU,
        "tu_quy_chi_giua": RowKind.TU_QUY,
        "thung_pha_sanh_chi_giua": RowKind.THUNG_PHA_SANH,
    },
    Row.CUOI: {
        "tu_quy_chi_cuoi": RowKind.TU_QUY,
        "thung_pha_sanh_chi_cuoi": RowKind.THUNG_PHA_SANH,
    },
}
"""The settings of rows that pay their own amount when won with this kind; at 0 a row is a row."""


@dataclass(frozen=True, slots=True)
class BinhRules:
    """Binh xập xám in force; all amounts in 1/``grain`` cược.

    ``extras`` has, for each row, the kinds that pay more than ``chi``.
    """

    grain: int
    nine_kinds: bool
    lung_if_equal: bool
    binh_lung: int
    lung_against_lung: str
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
    more = {
        "extras": tuple(_extras(row, values) for row in Row),
        "sap_ham": int(values["sap_ham"]),
        "sap_lang": int(values["sap_lang"]),
        "mau_binh": MappingProxyType(amounts),
    }
    return BinhRules(**values.named_as(BinhRules) | more)


def _extras(row: Row, values: Values) -> Mapping[int, int]:
    paid = {int(kind): values.units(name) for name, kind in EXTRAS[row].items()}
    return MappingProxyType({kind: units for kind, units in paid.items() if units})
