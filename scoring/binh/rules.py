"""Binh xập xám, its amounts and decisions: RULES.md as tables."""

from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType

from scoring.binh.mau_binh import HOUSE_KINDS, Kind
from scoring.binh.rows import NINTH, Row, RowKind
from scoring.common.settings import Values
from scoring.common.text import Text, read_words
from scoring.pot import PotRules

WORDS = read_words(__package__)
ROW_LABELS = {row: Text(f"chi {WORDS[row].vi}", f"{WORDS[row].en} row") for row in Row}
"""The rows (BX-1)."""

TITLE, ORDER = Text("Binh xập xám", "Binh (three rows)"), 4
"""What the game is called, and its place in menus."""
PLAYERS = range(2, 5)
"""How many can play a round."""
REVISION = 2
"""1 drew nothing from a kind told beside a ranking."""

EXTRAS: Mapping[Row, Mapping[str, RowKind]] = {
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
class BinhRules(PotRules):
    """Binh xập xám in force; all amounts in 1/``grain`` cược.

    ``extras`` has, for each row, the kinds that pay more than ``chi``; ``mau_binh`` what each kind
    in force pays; ``lung_sap_ham`` what a lủng player pays more, as who lost all three rows.
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
    sap_ham_cong: int
    sap_lang: int
    mau_binh: Mapping[Kind, int]
    lung_sap_ham: int
    lung_pays_mau_binh_twice: bool
    others_compare: bool
    mau_binh_difference: bool
    higher_mau_binh_wins: bool


def make_rules(values: Values) -> BinhRules:
    """The rules of these values."""
    any_kind = values.units("mau_binh")
    kinds = [kind for kind in Kind if kind not in HOUSE_KINDS or values[kind]]
    amounts = {kind: values.units(f"mau_binh_{kind}") or any_kind for kind in kinds}
    sap_ham = values.number("sap_ham")
    lung = values.units("sap_ham_cong") or values.units("binh_lung") * (max(2, sap_ham) - 1)
    more = {
        "extras": tuple(_extras(row, values) for row in Row),
        "sap_ham": sap_ham,
        "lung_sap_ham": lung if values["lung_is_sap"] else 0,
        "sap_lang": values.number("sap_lang"),
        "mau_binh": MappingProxyType(amounts),
    }
    return BinhRules(**values.named_as(BinhRules) | more)


def _extras(row: Row, values: Values) -> Mapping[int, int]:
    """What wins of each kind pay, of those that the table has and that do not pay as any row."""
    paid = {kind: values.units(name) for name, kind in EXTRAS[row].items()}
    kinds = [kind for kind in paid if paid[kind] and (values["nine_kinds"] or kind not in NINTH)]
    return MappingProxyType({int(kind): paid[kind] for kind in kinds})
