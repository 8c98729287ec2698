"""A chart of lines, each with its name at its end; the style sheet of its page colours them.

Names and strokes tell the lines apart where colours do not.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import count
from typing import Any

from django.template.loader import render_to_string
from django.utils.safestring import SafeString

from ledger.common.amounts import signed
from ledger.common.bidi import bare, isolated

WIDTH, HEIGHT = 288, 250
TOP, BOTTOM = 12, 30
ROOM_FOR_NAMES = 84
"""The part of the width right of the last moment."""

LETTER_WIDTH, NAME_LENGTH, LINE_HEIGHT = 8, 8, 15
STROKES = ("none", "7 4", "2 3", "9 3 2 3", "14 4", "5 2 5 6", "1 5", "10 2 2 2 2 2")
COLOURS = len(STROKES)
"""How many the style sheet has."""


@dataclass(frozen=True, slots=True)
class Curve:
    """One line of the chart: its name, and where it stood when."""

    name: str
    points: Sequence[tuple[int, int]]


@dataclass(frozen=True, slots=True)
class Axis:
    """Where values lie on the picture, and those that are written beside it."""

    ticks: Sequence[int]
    highest: int
    start: int
    end: int

    def at(self, value: int) -> float:
        share = (value - self.ticks[0]) / ((self.highest - self.ticks[0]) or 1)
        return round(self.start + (self.end - self.start) * share, 1)

    @property
    def labels(self) -> list[tuple[float, int, str]]:
        """Each written value: its place, the value and its text."""
        texts = _short_numbers(self.ticks)
        return [(self.at(tick), tick, text) for tick, text in zip(self.ticks, texts, strict=True)]


def draw(curves: Sequence[Curve]) -> SafeString:
    """The chart as an SVG element."""
    tall = max(HEIGHT, len(curves) * LINE_HEIGHT + TOP + BOTTOM)
    moments, values = zip(*(point for curve in curves for point in curve.points), strict=True)
    last, levels = max(moments), steps(min(values), max(values))
    left = LETTER_WIDTH * (1 + max(map(len, _short_numbers(levels))))
    y = Axis(levels, levels[-1], tall - BOTTOM, TOP)
    x = Axis([at for at in steps(0, last, 6) if at <= last], last, left, WIDTH - ROOM_FOR_NAMES)
    lines: list[dict[str, Any]] = [
        {
            "points": " ".join(f"{x.at(at)},{y.at(value)}" for at, value in curve.points),
            "x": x.at(curve.points[-1][0]),
            "y": y.at(curve.points[-1][1]),
            "name": _short_name(curve.name),
            "colour": number % COLOURS,
            "stroke": STROKES[(number + number // COLOURS) % COLOURS],
        }
        for number, curve in enumerate(curves)
    ]
    lines.sort(key=lambda line: line["y"])
    names = zip(lines, spread([round(line["y"]) for line in lines], y.start), strict=True)
    context = {"width": WIDTH, "height": tall, "x": x, "y": y, "names": names}
    return render_to_string("statistics/chart.svg", context)


def steps(lowest: int, highest: int, most: int = 5) -> list[int]:
    """Round numbers in even steps of which the first and the last hold all between them.

    >>> steps(-3000, 34000)
    [-10000, 0, 10000, 20000, 30000, 40000]
    """
    sizes = (digit * 10**zeros for zeros in count() for digit in (1, 2, 5))
    step = next(size for size in sizes if size * most >= highest - lowest)
    return list(range(lowest // step * step, -(-highest // step) * step + 1, step))


def _short_numbers(values: Sequence[int]) -> list[str]:
    """Numbers on an axis, in thousands where all are: "−20k"."""
    if any(value % 1000 for value in values):
        return [signed(value).removeprefix("+") for value in values]
    return [signed(value // 1000).removeprefix("+") + "k" * bool(value) for value in values]


def _short_name(name: str) -> str:
    """The name as far as there is room for it, its border whole.

    >>> _short_name("Cường"), _short_name("Nguyễn Văn An")
    ('Cường', 'Nguyễn …')
    """
    letters = bare(name)
    return name if len(letters) <= NAME_LENGTH else isolated(f"{letters[: NAME_LENGTH - 1]}…")


def spread(wanted: Sequence[int], bottom: int) -> list[int]:
    """Places for lines of text in this order, a line's height apart, near where they want to be.

    >>> spread([10, 12, 80, 120], 100)
    [10, 25, 80, 105]
    """
    places = list(wanted)
    for index in range(1, len(places)):
        places[index] = max(places[index], places[index - 1] + LINE_HEIGHT)
    lowest = bottom + LINE_HEIGHT // 3
    for index in reversed(range(len(places))):
        places[index] = min(places[index], lowest)
        lowest = places[index] - LINE_HEIGHT
    return places
