"""The picture of an evening or a year: its chart takes what room all else leaves."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import accumulate

from django.template.loader import render_to_string

from ledger.common.amounts import signed
from ledger.web.statistics.chart import Curve, draw, room_for

HEIGHT, SCALE, WIDE, ROOM, BOTTOM = 1350, 2.5, 400, 120, 15
"""The least height, how much larger than on a page the chart is, and the measures of that."""

Section = tuple[str, Sequence[str]]


@dataclass(frozen=True, slots=True)
class Result:
    """What it all gave somebody; `number` is the seat, or whatever tells people apart."""

    number: int
    name: str
    gained: int

    def __str__(self) -> str:
        return f"{self.name} {signed(self.gained)}"


@dataclass(frozen=True, slots=True)
class Summary:
    """All that is said of an evening or a year."""

    title: str
    day: str
    is_closed: bool
    games: Sequence[str]
    """What was played and how much of it; empty where nothing was."""
    results: Sequence[Result]
    """The best first."""
    sections: Sequence[Section]
    gains: Sequence[Mapping[int, int]]
    """What each round or evening gave, by the numbers of the results, in their order."""

    @property
    def winners(self) -> Sequence[Result]:
        """Who won most, if anybody did."""
        best = self.results[0].gained if self.games else 0
        return [each for each in self.results if each.gained == best > 0]


def drawing(summary: Summary) -> dict[str, object]:
    """What stands above and below the chart of what the rounds gave, the chart, and where."""
    above, pen = _part("above", summary)
    below, rest = _part("below", summary)
    results = sorted(summary.results, key=lambda each: each.number)
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


def _curve(result: Result, gains: Sequence[Mapping[int, int]]) -> Curve:
    """From 0 by what each round gave; what no round explains comes at the end."""
    amounts = (each.get(result.number, 0) for each in gains)
    course = enumerate(accumulate(amounts, initial=0))
    return Curve(result.name, [*course, (len(gains), result.gained)])


def _part(name: str, summary: Summary) -> tuple[str, dict[str, int]]:
    """A part of the picture, and where the pen was on the way and is at its end."""
    pen = {"y": 0}
    return render_to_string(f"settle/picture_{name}.svg", {"summary": summary, "pen": pen}), pen
