"""A chart of lines, each with its name at its end, on a page or alone.

Names and strokes tell the lines apart where colours do not.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import count

from django.template.loader import render_to_string
from django.utils.safestring import SafeString

from ledger.common.amounts import signed
from ledger.common.bidi import bare, isolated
from ledger.common.strict_json import Object
from ledger.web.templatetags.picture import width

PAGE = (288, 250, 112, 30)
"""How wide a chart is, how high at least, and its room for names, at most, and for a bottom."""

TOP = 12
LETTERS, LETTER_WIDTH, LINE_HEIGHT, GAP = 12, 8, 15, 8
"""How high letters are, how wide a digit, and how far a name is from the end of its line."""

STROKES = ("none", "7 4", "2 3", "9 3 2 3", "14 4", "5 2 5 6", "1 5", "10 2 2 2 2 2")
COLOURS = ("#0b6b48", "#1456c4", "#b3261e", "#7a3db8", "#8a4f00", "#0f6b78", "#a3216b", "#48524d")
"""On a light ground; a style sheet has those on a dark one."""


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


def draw(
    curves: Sequence[Curve], size: tuple[int, int, int, int] = PAGE, *, axes: bool = True
) -> SafeString:
    """The chart as an SVG element; without axes only the line of 0 is drawn."""
    wide, least, most, bottom = size
    room = min(most, 2 * GAP + round(LETTERS * max(width(each.name) for each in curves)))
    tall = max(least, room_for(len(curves), bottom))
    moments, values = zip(*(point for curve in curves for point in curve.points), strict=True)
    last, low, high = max(moments), min(values), max(values)
    levels = steps(low, high) if axes else sorted({low, 0, high})
    left = LETTER_WIDTH * (1 + max(map(len, _short_numbers(levels)))) if axes else TOP
    y = Axis(levels, levels[-1], tall - bottom, TOP)
    x = Axis([at for at in steps(0, last, 6) if at <= last], last, left, wide - room)
    lines: list[Object] = [
        {
            "points": " ".join(f"{x.at(at)},{y.at(value)}" for at, value in curve.points),
            "x": x.at(curve.points[-1][0]),
            "y": y.at(curve.points[-1][1]),
            "name": _short_name(curve.name, room - GAP),
            "number": number % len(COLOURS),
            "colour": COLOURS[number % len(COLOURS)],
            "stroke": STROKES[(number + number // len(COLOURS)) % len(STROKES)],
        }
        for number, curve in enumerate(curves)
    ]
    lines.sort(key=lambda line: line["y"])
    names = zip(lines, spread([round(line["y"]) for line in lines], y.start), strict=True)
    context = {"width": wide, "height": tall, "axes": axes, "x": x, "y": y, "names": names}
    return render_to_string("statistics/chart.svg", context)


def room_for(names: int, bottom: int) -> int:
    """How high a chart is at least, for so many names under each other."""
    return names * LINE_HEIGHT + bottom


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


def _short_name(name: str, room: int) -> str:
    """The name as far as there is room for it, its border whole.

    >>> _short_name("Cường", 76), _short_name("Nguyễn Văn An", 76)
    ('Cường', 'Nguyễn …')
    """
    while LETTERS * width(name) > room:
        name = isolated(f"{bare(name)[:-2]}…")
    return name


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
