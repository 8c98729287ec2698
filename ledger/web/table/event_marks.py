"""The events of a round: which sign stands at whom in the sheet, and whether one is great."""

from collections.abc import Mapping
from typing import Any

from django.utils.translation import gettext as _

from ledger.books.history import PlayedRound
from ledger.common.amounts import amount
from ledger.common.language import language
from scoring.common.transfers import Reason
from scoring.common.words import REASONS

GREAT = (Reason.TOI_TRANG, Reason.U, Reason.MAU_BINH, Reason.SAP)
"""What people talk about afterwards."""

WINS = {Reason.TOI_TRANG: "star", Reason.U: "crown", Reason.MAU_BINH: "star", Reason.CHAT: "chop"}
"""The signs of events at whom they pay, the greatest first."""

LOSES = {
    Reason.SAP: "sap",
    Reason.BINH_LUNG: "cut",
    Reason.CHAT: "chop",
    Reason.DEN: "pay",
    Reason.THOI: "cards",
    Reason.CONG: "ice",
    Reason.MOM: "mom",
}
"""The signs of events at whom they cost, the greatest first."""

MARKED = (*GREAT, Reason.BINH_LUNG, Reason.CHAT, Reason.THOI, Reason.CONG, Reason.MOM, Reason.DEN)
"""What has a sign of its own."""


def event_marks(result: Mapping[str, Any]) -> list[Reason]:
    """The marked events that a result pays for, the greatest first."""
    paid = {transfer["reason"] for transfer in result["transfers"]}
    return [reason for reason in MARKED if reason in paid]


def signs(result: Mapping[str, Any]) -> dict[int, str]:
    """Return the sign of the greatest event that concerns each seat, by seat."""
    signs: dict[int, str] = {}
    for side, of in (("payee", WINS), ("payer", LOSES)):
        for reason, sign in of.items():
            for transfer in result["transfers"]:
                if transfer["reason"] == reason:
                    signs.setdefault(transfer[side], sign)
    return signs


def great_event(played: PlayedRound, names: Mapping[int, str]) -> tuple[str, str] | None:
    """The sign of the great event of a round, with who won how much in words."""
    result = played.round.result
    found = [reason for reason in event_marks(result) if reason in GREAT]
    if not found:
        return None
    # Another may have won more of the round, by what nobody talks about.
    his = {paid["payee"] for paid in result["transfers"] if paid["reason"] == found[0]}
    won, winner = max((played.amounts[seat], seat) for seat in his)
    if won <= 0:
        return None
    what = REASONS[found[0]].say(language())
    told = {"what": what[:1].upper() + what[1:], "name": names[winner], "amount": amount(won)}
    return (WINS | LOSES)[found[0]], _("%(what)s! %(name)s ăn %(amount)s.") % told
