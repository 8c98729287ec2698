"""Awards of an evening: who won most, and who had most of what people laugh about."""

from collections.abc import Callable, Iterator, Mapping

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _
from django.utils.translation import ngettext

from ledger.common.amounts import signed
from ledger.people.statistics import Side, Statistics
from scoring.common.transfers import Reason

MOST_SHARING = 2
"""An award that more people share is none."""

TIMES: tuple[tuple[str, Promise, Side, Reason], ...] = (
    ("★", _("Vua tới trắng"), Side.RECEIVED, Reason.TOI_TRANG),
    ("♛", _("Vua ù"), Side.RECEIVED, Reason.U),
    ("♛", _("Vua mậu binh"), Side.RECEIVED, Reason.MAU_BINH),
    ("⚔", _("Vua chặt"), Side.RECEIVED, Reason.CHAT),
    ("⚑", _("Sập người khác nhiều nhất"), Side.RECEIVED, Reason.SAP),
    ("☣", _("Ôm heo nhiều nhất"), Side.PAID, Reason.THOI),
    ("❄", _("Cóng nhiều nhất"), Side.PAID, Reason.CONG),
    ("☂", _("Móm nhiều nhất"), Side.PAID, Reason.MOM),
    ("✂", _("Lủng nhiều nhất"), Side.PAID, Reason.BINH_LUNG),
)
"""What is counted: its mark, its name, whose it is and for what."""


def awards(played: Mapping[int, Statistics], names: Mapping[int, str]) -> Iterator[tuple[str, str]]:
    """Who is best in what, and for how much or how often; what nobody earned is left out."""
    gained = {seat: each.gained for seat, each in played.items()}
    peaks = {seat: each.gain.amount for seat, each in played.items()}
    yield from _award("♛", _("Thắng đậm nhất"), gained, names, signed)
    yield from _award("♠", _("Ván đậm nhất"), peaks, names, signed)
    for mark, title, side, reason in TIMES:
        times = {seat: each.times(side, reason).number for seat, each in played.items()}
        yield from _award(mark, title, times, names, _times)


def _award(
    mark: str,
    title: Promise,
    earned: Mapping[int, int],
    names: Mapping[int, str],
    say: Callable[[int], str],
) -> Iterator[tuple[str, str]]:
    best = max(earned.values(), default=0)
    winners = [names[seat] for seat, found in earned.items() if found == best]
    if best > 0 and len(winners) <= MOST_SHARING:
        yield f"{mark} {title}: {', '.join(winners)}", say(best)


def _times(number: int) -> str:
    return ngettext("%(n)s lần", "%(n)s lần", number) % {"n": number}
