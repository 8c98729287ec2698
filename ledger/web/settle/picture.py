"""The picture of an evening: its chart takes what room all else leaves."""

from django.template.loader import render_to_string

from ledger.web.settle.evening_summary import EveningSummary
from ledger.web.statistics.chart import Curve, draw, room_for

HEIGHT, SCALE, WIDE, ROOM, BOTTOM = 1350, 2.5, 400, 120, 15
"""The least height, how much larger than on a page the chart is, and the measures of that."""


def drawing(summary: EveningSummary) -> dict[str, object]:
    """What stands above and below the chart, the chart, and where they are."""
    above, pen = _part("above", summary)
    below, rest = _part("below", summary)
    # What no round explains comes at the end.
    curves = [
        Curve(each.account.name, [*enumerate(each.course), (len(each.course) - 1, each.gained)])
        for each in sorted(summary.results, key=lambda each: each.account.seat)
    ]
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


def _part(name: str, summary: EveningSummary) -> tuple[str, dict[str, int]]:
    """A part of the picture, and where the pen was on the way and is at its end."""
    pen = {"y": 0}
    return render_to_string(f"settle/picture_{name}.svg", {"summary": summary, "pen": pen}), pen
