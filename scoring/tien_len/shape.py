"""How the facts of Tiến lên by place look."""

from typing import Final

from scoring.common.shapes import FLAG, PLAYERS, SEAT, record, said, seats
from scoring.thirteen.shapes import CHAT, THOI, TOI_TRANG

SHAPE: Final = record(
    "A round of Tiến lên by finishing place",
    {"players": PLAYERS},
    opening=said(FLAG, "ván khởi đầu: the holder of the 3♠ leads"),
    places=seats("who finished, first to last; the very last may be left out"),
    cong=seats("cóng: who played no card at all"),
    den=said(SEAT, "đền: who pays for everybody, where all others are cóng"),
    thoi=THOI,
    chat=CHAT,
    toi_trang=TOI_TRANG,
)
