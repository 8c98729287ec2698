"""Sâm lốc: the rules in force."""

from dataclasses import dataclass
from enum import StrEnum

from scoring.common.settings import Values
from scoring.common.text import Text, read_words
from scoring.pot import PotRules

TITLE, ORDER = Text("Sâm lốc", "Sâm lốc"), 5
"""What the game is called, and its place in menus."""
PLAYERS = range(2, 6)
"""How many can play a round."""
WORDS = read_words(__package__)

DEALT = 10
"""Everybody's cards."""
TWOS = 4
"""2s of a deck."""
TU_QUY = 4
"""Cards of a tứ quý."""


class Kind(StrEnum):
    """The hands that win before any play (tới trắng), strongest first (SL-10)."""

    SANH_RONG = "sanh_rong"
    TU_QUY_HEO = "tu_quy_heo"
    DONG_MAU = "dong_mau"
    BA_XAM = "ba_xam"
    NAM_DOI = "nam_doi"


@dataclass(frozen=True, slots=True, kw_only=True)
class SamLocRules(PotRules):
    """Sâm lốc in force; amounts in 1/``grain`` cược."""

    grain: int
    card: int
    cong: int
    hai: int
    chat: int
    chat_chong: str
    bao_sam: int
    den_sam: int
    den_sam_to: str
    toi_trang: int


def make_rules(values: Values) -> SamLocRules:
    """The rules of these values."""
    return SamLocRules(**values.named_as(SamLocRules))
