"""What the page of figures says of each player, line by line."""

from collections.abc import Mapping

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from ledger.common.strict_json import Object
from ledger.people.statistics import Side, Statistics
from scoring.common.transfers import Reason

HAPPENED: tuple[tuple[Side, Reason, Promise], ...] = (
    (Side.RECEIVED, Reason.CHAT, _("Chặt được")),
    (Side.PAID, Reason.CHAT, _("Bị chặt")),
    (Side.PAID, Reason.THOI, _("Thối")),
    (Side.PAID, Reason.CONG, _("Cóng")),
    (Side.PAID, Reason.DEN, _("Đền")),
    (Side.PAID, Reason.VE_HAI, _("Về hai")),
    (Side.RECEIVED, Reason.TOI_TRANG, _("Tới trắng")),
    (Side.RECEIVED, Reason.BAO_SAM, _("Báo sâm")),
    (Side.RECEIVED, Reason.DUT_BA_BICH, _("Đút 3 bích")),
    (Side.RECEIVED, Reason.AN, _("Ăn bài")),
    (Side.PAID, Reason.AN, _("Bị ăn")),
    (Side.PAID, Reason.MOM, _("Móm")),
    (Side.RECEIVED, Reason.U, _("Ù")),
    (Side.PAID, Reason.BINH_LUNG, _("Binh lủng")),
    (Side.RECEIVED, Reason.MAU_BINH, _("Mậu binh")),
    (Side.RECEIVED, Reason.SAP, _("Sập người khác")),
    (Side.PAID, Reason.SAP, _("Bị sập")),
    (Side.RECEIVED, Reason.SIDE, _("Ăn kê")),
    (Side.PAID, Reason.SIDE, _("Thua kê")),
)
"""What is counted beside wins and losses, in the order it is shown."""


def side_by_side(
    names: Mapping[int, str], balances: Mapping[int, int], played: Mapping[int, Statistics]
) -> Object:
    """What stands in a column for each player: one evening, or all evenings of a group.

    `players`: name, balance and summary of each. `events`: what happened to anybody, how often to
    each, and what was paid for it, with its sign.
    """
    statistics = {player: played.get(player, Statistics()) for player in names}
    happened = {key for each in statistics.values() for key in each.by_reason}
    players = [
        {"name": names[player], "balance": balances.get(player, 0), "summary": each}
        for player, each in statistics.items()
    ]
    events = [
        (label, [_event(each, side, reason) for each in statistics.values()])
        for side, reason, label in HAPPENED
        if (side, reason) in happened
    ]
    return {"players": players, "events": events}


def _event(statistics: Statistics, side: Side, reason: Reason) -> tuple[int, int]:
    times = statistics.times(side, reason)
    return times.number, times.amount if side is Side.RECEIVED else -times.amount
