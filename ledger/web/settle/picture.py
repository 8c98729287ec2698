"""The picture of an evening: its chart takes what room all else leaves."""

from collections.abc import Mapping, Sequence
from itertools import accumulate

from django.template.loader import render_to_string

from ledger.web.settle.evening_summary import EveningResult, EveningSummary
from ledger.web.statistics.chart import Curve, draw, room_for

HEIGHT, SCALE, WIDE, ROOM, BOTTOM = 1350, 2.5, 400, 120, 15
"""The least height, how much larger than on a page the chart is, and the measures of that."""


def drawing(summary: EveningSummary) -> dict[str, object]:
    """What stands above and below the chart of what the rounds gave, the chart, and where."""
    above, pen = _part("above", summary)
    below, rest = _part("below", summary)
    results = sorted(summary.results, key=lambda each: each.account.seat)
    curves = [_curve(each, summary.gains) for each in results]
    least = round(SCALE * room_for(len(curves), BOTTOM))
    tall = max(least, HEIGHT - pen["y"] - rest["y"]) if summary.games else 0
    chart = draw(curves, (WIDE, round(tall / SCALE), ROOM, BOTTOM), axes=False) if tall else ""
    end = pen["y"] + tall
    return {
        "above": above,
        "chart": chart,
        "below": below,
        "top": pen["y"],
        "tall": tall,
        "end": end,
        "height": max(HEIGHT, end + rest["y"]),
        "band": pen["band"],
        "band_tall": pen["band_end"] - pen["band"],
    }


def _curve(result: EveningResult, gains: Sequence[Mapping[int, int]]) -> Curve:
    """From 0 by what each round gave; what no round explains comes at the end."""
    amounts = (each.get(result.account.seat, 0) for each in gains)
    course = enumerate(accumulate(amounts, initial=0))
    return Curve(result.account.name, [*course, (len(gains), result.gained)])


def _part(name: str, summary: EveningSummary) -> tuple[str, dict[str, int]]:
    """A part of the picture, and where the pen was on the way and is at its end."""
    pen = {"y": 0}
    return render_to_string(f"settle/picture_{name}.svg", {"summary": summary, "pen": pen}), pen
