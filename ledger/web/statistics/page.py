"""What the page of figures says of each player, line by line."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from ledger.people.statistics import Moment, Side, Statistics
from ledger.web.statistics.chart import Curve
from scoring.common.transfers import Reason

HAPPENED: tuple[tuple[Side, Reason, Promise], ...] = (
    (Side.RECEIVED, Reason.CHAT, _("Chặt được")),
    (Side.PAID, Reason.CHAT, _("Bị chặt")),
    (Side.PAID, Reason.THOI, _("Thối")),
    (Side.PAID, Reason.CONG, _("Cóng")),
    (Side.PAID, Reason.DEN, _("Đền")),
    (Side.RECEIVED, Reason.TOI_TRANG, _("Tới trắng")),
    (Side.RECEIVED, Reason.DUT_BA_BICH, _("Đút 3 bích")),
    (Side.RECEIVED, Reason.AN, _("Ăn bài")),
    (Side.PAID, Reason.AN, _("Bị ăn")),
    (Side.PAID, Reason.MOM, _("Móm")),
    (Side.RECEIVED, Reason.U, _("Ù")),
    (Side.PAID, Reason.BINH_LUNG, _("Binh lủng")),
    (Side.RECEIVED, Reason.MAU_BINH, _("Mậu binh")),
    (Side.RECEIVED, Reason.SAP, _("Sập người khác")),
    (Side.PAID, Reason.SAP, _("Bị sập")),
)
"""What is counted beside wins and losses, in the order it is shown."""


@dataclass(frozen=True, slots=True)
class HappenedLine:
    """How often something happened to a player, and what was paid for it, with its sign."""

    label: Promise
    number: int
    amount: int


@dataclass(frozen=True, slots=True)
class PlayerFigures:
    """One player's evening, or all evenings of a group."""

    name: str
    balance: int
    summary: Statistics
    lines: Sequence[HappenedLine]


def players(
    names: Mapping[int, str], balances: Mapping[int, int], played: Mapping[int, Statistics]
) -> list[PlayerFigures]:
    """Everybody with what came to them; what happened to nobody is left out."""
    found = {player: played.get(player, Statistics()) for player in names}
    happened = {key for each in found.values() for key in each.by_reason}
    shown = [row for row in HAPPENED if row[:2] in happened]
    return [
        PlayerFigures(name, balances.get(player, 0), each, [_line(each, *row) for row in shown])
        for (player, name), each in zip(names.items(), found.values(), strict=True)
    ]


def _line(found: Statistics, side: Side, reason: Reason, label: Promise) -> HappenedLine:
    times, sign = found.times(side, reason), 1 if side is Side.RECEIVED else -1
    return HappenedLine(label, times.number, times.amount * sign)


def curves(moments: Sequence[Moment], names: Mapping[int, str]) -> list[Curve]:
    """A line of the chart for everybody, from the moment they came."""
    return [
        Curve(name, [(m.round, m.balances[seat]) for m in moments if seat in m.balances])
        for seat, name in names.items()
    ]


def rows(moments: Sequence[Moment], seats: Iterable[int]) -> list[tuple[Moment, list[int | None]]]:
    """The same as a table: each moment with every seat's balance, None before they came."""
    return [(moment, [moment.balances.get(seat) for seat in seats]) for moment in moments]
