"""What the page of figures says of each player, line by line."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from ledger.books import stretches
from ledger.books.balances import Standing
from ledger.books.summaries import NEVER, NOTHING, Peak, Summary, Times
from ledger.models import Session
from ledger.people.statistics import Moment
from ledger.web.statistics.chart import Curve
from scoring.common.transfers import Reason


class Side(StrEnum):
    """Whether somebody was paid for something or paid for it."""

    RECEIVED = "received"
    PAID = "paid"


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
class Line:
    """How often something happened to a player, and what was paid for it, with its sign."""

    label: Promise
    number: int
    amount: int


@dataclass(frozen=True, slots=True)
class Player:
    """One player's evening; `loss` is an amount with its sign."""

    name: str
    balance: int
    summary: Summary
    lines: Sequence[Line]

    @property
    def loss(self) -> Peak:
        return Peak(-self.summary.loss.amount, self.summary.loss.round)


def players(
    session: Session, standings: Iterable[Standing], names: Mapping[int, str]
) -> list[Player]:
    """Everybody at the table with what came to them."""
    table = stretches.evening(session)
    summaries = {each.seat: table.get(each.seat, NOTHING) for each in standings}
    told = lines(summaries)
    return [
        Player(names[each.seat], each.balance, summaries[each.seat], told[each.seat])
        for each in standings
    ]


def lines(summaries: Mapping[int, Summary]) -> Mapping[int, Sequence[Line]]:
    """What came to each of them, line by line; what came to nobody is left out."""
    shown = [each for each in HAPPENED if any(_times(s, each).number for s in summaries.values())]
    return {key: [_line(summary, each) for each in shown] for key, summary in summaries.items()}


def _times(summary: Summary, which: tuple[Side, Reason, Promise]) -> Times:
    side, reason, _label = which
    by_reason = summary.received if side is Side.RECEIVED else summary.paid
    return by_reason.get(reason, NEVER)


def _line(summary: Summary, which: tuple[Side, Reason, Promise]) -> Line:
    side, _reason, label = which
    number, amount = _times(summary, which)
    return Line(label, number, amount if side is Side.RECEIVED else -amount)


def curves(moments: Sequence[Moment], names: Mapping[int, str]) -> list[Curve]:
    """A line of the chart for everybody, from the moment they came."""
    return [
        Curve(name, [(m.round, m.balances[seat]) for m in moments if seat in m.balances])
        for seat, name in names.items()
    ]


def rows(moments: Sequence[Moment], seats: Iterable[int]) -> list[tuple[Moment, list[int | None]]]:
    """The same as a table: each moment with every seat's balance, None before they came."""
    return [(moment, [moment.balances.get(seat) for seat in seats]) for moment in moments]
