"""The events of a round: which marks it has in the history, and whether it is a great one."""

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

MARKED = (*GREAT, Reason.BINH_LUNG, Reason.CHAT, Reason.THOI, Reason.CONG, Reason.MOM, Reason.DEN)
"""What has a mark of its own (app.css)."""


def event_marks(result: Mapping[str, Any]) -> list[Reason]:
    """The marked events that a result pays for, the greatest first."""
    paid = {transfer["reason"] for transfer in result["transfers"]}
    return [reason for reason in MARKED if reason in paid]


def great_event(played: PlayedRound, names: Mapping[int, str]) -> tuple[Reason, str] | None:
    """The great event of a round, with who won how much in words."""
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
    return found[0], _("%(what)s! %(name)s ăn %(amount)s.") % told
