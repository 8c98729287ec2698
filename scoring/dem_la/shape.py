"""How the facts of Tiến lên by cards left look."""

from typing import Final

from scoring.common.cards import HAND_SIZE
from scoring.common.shapes import FLAG, PLAYERS, SEAT, by_seat, record, said
from scoring.thirteen.shapes import CHAT, THOI, TOI_TRANG

SHAPE: Final = record(
    "A round of Tiến lên by cards left",
    {"players": PLAYERS},
    winner=said(SEAT, "who was out first"),
    cards_left=by_seat(
        {"type": "integer", "minimum": 0, "maximum": HAND_SIZE},
        "how many cards were left; 13 is cóng",
    ),
    thoi=THOI,
    chat=CHAT,
    dut_ba_bich=said(FLAG, "đút ba bích: the winner's very last card was a lone 3♠"),
    toi_trang=TOI_TRANG,
)
