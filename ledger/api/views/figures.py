"""The evening in figures: what came to each player, and how the balances went."""

from typing import Any

from django.http import HttpResponseBase
from rest_framework.request import Request
from rest_framework.response import Response

from ledger.api.calls import reads
from ledger.api.serializers.money import FiguresSerializer
from ledger.api.views.base import SessionView, unless_known
from ledger.books import balances, totals
from ledger.books.totals import Total
from ledger.people.statistics import ROWS, Peak, Statistics, course, of_evening
from scoring.common.transfers import Reason

COUNTED = ("played", "won", "lost", "gained", "wins", "losses")


class Figures(SessionView):
    """What the page of figures shows."""

    @reads("get_figures", FiguresSerializer)
    @unless_known
    def get(self, request: Request, session_id: str) -> HttpResponseBase:
        """Per player: wins, losses, streaks, the biggest gain, what happened how often."""
        played = of_evening(self.session)
        players = [
            _figures(total, played.get(total.seat, Statistics()))
            for total in totals.totals(self.session)
        ]
        moments = course(self.session, balances.scoreboard(self.session), ROWS)
        return Response(FiguresSerializer({"players": players, "course": moments}).data)


def _figures(total: Total, found: Statistics) -> dict[str, Any]:
    events = [
        {"side": side, "reason": reason, "times": each.number, "amount": each.amount}
        for (side, reason), each in sorted(found.by_reason.items())
    ]
    of_total = {name: getattr(total, name) for name in ("seat", "name", "balance")}
    of_rounds = {name: getattr(found, name) for name in COUNTED}
    return {
        **of_total,
        **of_rounds,
        "other_items": total.by_reason.get(Reason.MANUAL, 0),
        "biggest_gain": _peak(found.gain),
        "biggest_loss": _peak(found.loss),
        "events": events,
    }


def _peak(peak: Peak) -> Peak | None:
    return peak if peak.amount else None
