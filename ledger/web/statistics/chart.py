"""A chart of lines, each with its name at its end, for light and for dark pages.

Colours stand in attributes, not in styles, so that the policy of our pages holds for the
picture too. Names and strokes tell the lines apart where colours do not.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from enum import StrEnum
from itertools import count, cycle
from types import MappingProxyType
from xml.etree import ElementTree

from django.utils.formats import number_format
from leather import Axis, Chart, Line, Scale, Series, Shape, theme

from ledger.common.bidi import bare, isolated

WIDTH, HEIGHT = 288, 250
FONT = "system-ui, -apple-system, 'Segoe UI', Roboto, 'Noto Sans', sans-serif"
FONT_SIZE = 12
ROOM_FOR_NAMES = 0.34
"""The part of the width right of the last moment."""

NAME_LENGTH = 8
LINE_HEIGHT = 15
ROOM_FOR_THE_AXIS = 70
"""What the numbers under the chart and its margins take of the height at most."""

STROKES = ("none", "7 4", "2 3", "9 3 2 3", "14 4", "5 2 5 6", "1 5", "10 2 2 2 2 2")


class Scheme(StrEnum):
    """What ground the picture lies on."""

    LIGHT = "light"
    DARK = "dark"


@dataclass(frozen=True, slots=True)
class Colours:
    """Of the letters, the grid, the line at zero, and of the lines one after the other."""

    ink: str
    grid: str
    zero: str
    lines: tuple[str, ...]


COLOURS = MappingProxyType(
    {
        Scheme.LIGHT: Colours(
            "#57645d",
            "#e3dccd",
            "#8b968f",
            (
                *("#0b6b48", "#1456c4", "#b3261e", "#7a3db8"),
                *("#8a4f00", "#0f6b78", "#a3216b", "#48524d"),
            ),
        ),
        Scheme.DARK: Colours(
            "#a9bdb3",
            "#2b4a3e",
            "#7d9488",
            (
                *("#66e5ae", "#8ab4ff", "#ffa198", "#d6acff"),
                *("#f2c464", "#74dbe8", "#ff9fd4", "#cfd9d3"),
            ),
        ),
    }
)
"""Each at least 4.5:1 on the card of its page, but for the grid, which carries nothing."""


@dataclass(frozen=True, slots=True)
class Curve:
    """One line of the chart: its name, and where it stood when."""

    name: str
    points: Sequence[tuple[int, int]]


def draw(curves: Sequence[Curve], scheme: Scheme) -> bytes:
    """The chart as an SVG document."""
    colours, chart = COLOURS[scheme], Chart()
    dressed = list(zip(curves, cycle(colours.lines), strokes(), strict=False))
    for curve, colour, stroke in dressed:
        chart.add_series(Series(curve.points), _Line(colour, 2, stroke))
    ends = [(*curve.points[-1], curve.name, colour) for curve, colour, _stroke in dressed]
    chart.add_series(Series(ends), _Names())
    _set_scales(chart, [point for curve in curves for point in curve.points])
    tall = height(len(curves))
    size = {"width": str(WIDTH), "height": str(tall), "viewBox": f"0 0 {WIDTH} {tall}"}
    root = ElementTree.Element("svg", size, xmlns="http://www.w3.org/2000/svg")
    root.append(chart.to_svg_group(WIDTH, tall))
    _repaint(root, colours)
    return bytes(ElementTree.tostring(root, encoding="utf-8", xml_declaration=True))


def strokes() -> Iterator[str]:
    """A stroke for each line: where a colour comes again, it comes with another one."""
    for turn in count():
        yield from (*STROKES[turn % len(STROKES) :], *STROKES[: turn % len(STROKES)])


def height(lines: int) -> int:
    """How tall the chart of so many lines is: no less than their names take one under another.

    >>> height(8), height(30)
    (250, 520)
    """
    return max(HEIGHT, lines * LINE_HEIGHT + ROOM_FOR_THE_AXIS)


def steps(lowest: int, highest: int, most: int = 5) -> list[int]:
    """Round numbers in even steps of which the first and the last hold all between them.

    >>> steps(-3000, 34000)
    [-10000, 0, 10000, 20000, 30000, 40000]
    """
    step = next(size for size in _sizes() if size * most >= highest - lowest)
    return list(range(lowest // step * step, -(-highest // step) * step + 1, step))


def _sizes() -> Iterator[int]:
    """1, 2, 5, 10, 20, 50, …"""
    size = 1
    while True:
        yield from (size, 2 * size, 5 * size)
        size *= 10


def _set_scales(chart: Chart, points: Sequence[tuple[int, int]]) -> None:
    last = max(x for x, _y in points)
    upward = steps(min(y for _x, y in points), max(y for _x, y in points))
    sideways = [x for x in steps(0, last, 6) if x <= last]
    chart.set_x_scale(_Exact(0, (last or 1) / (1 - ROOM_FOR_NAMES)))
    chart.set_y_scale(_Exact(upward[0], max(upward[-1], upward[0] + 1)))
    chart.set_x_axis(Axis(sideways, lambda value, *_: _short(value, sideways)))
    chart.set_y_axis(Axis(upward, lambda value, *_: _short(value, upward)))


def _short(value: int, among: Sequence[int]) -> str:
    """A number on an axis, in thousands where all are: "−20k"."""
    thousands = all(each % 1000 == 0 for each in among)
    shown = number_format(abs(value) // (1000 if thousands else 1), force_grouping=True)
    return ("−" if value < 0 else "") + shown + ("k" if thousands and value else "")


class _Exact(Scale):  # type: ignore[misc]
    """From one value to another, and no further."""

    def __init__(self, lowest: float, highest: float) -> None:
        self.lowest, self.highest = lowest, highest

    def contains(self, value: float) -> bool:
        return self.lowest <= value <= self.highest

    def project(self, value: float, start: float, end: float) -> float:
        share = (value - self.lowest) / (self.highest - self.lowest)
        return round(start + (end - start) * share, 1)

    def ticks(self) -> list[int]:
        """None but those the axis is given."""
        return []


class _Line(Line):  # type: ignore[misc]
    """A line without an entry in a legend: its name stands at its end."""

    def legend_to_svg(self, series: Series, palette: object) -> list[object]:
        return []


class _Names(Shape):  # type: ignore[misc]
    """Points with a name beside each, moved apart where they would lie on each other."""

    def validate_series(self, series: Series) -> None:
        """Any points will do."""

    def legend_to_svg(self, series: Series, palette: object) -> list[object]:
        return []

    def to_svg(
        self, width: int, height: int, x: Scale, y: Scale, series: Series, palette: object
    ) -> ElementTree.Element:
        group = ElementTree.Element("g", {"font-size": str(FONT_SIZE), "font-family": FONT})
        ends = [
            (x.project(e.x, 0, width), y.project(e.y, height, 0), *e.row[2:]) for e in series.data()
        ]
        ends.sort(key=lambda end: end[1])
        for (at_x, at_y, name, colour), shown_y in zip(
            ends, spread([end[1] for end in ends], height), strict=True
        ):
            dot = {"cx": str(at_x), "cy": str(at_y), "r": "3", "fill": colour}
            ElementTree.SubElement(group, "circle", dot)
            place = {"x": str(at_x + 6), "y": str(shown_y), "dy": "0.32em", "fill": colour}
            label = ElementTree.SubElement(group, "text", place, **{"font-weight": "600"})
            label.text = short(name)
        return group


def short(name: str) -> str:
    """The name as far as there is room for it, its border whole.

    >>> short("Cường"), short("Nguyễn Văn An")
    ('Cường', 'Nguyễn …')
    """
    letters = bare(name)
    return name if len(letters) <= NAME_LENGTH else isolated(f"{letters[: NAME_LENGTH - 1]}…")


def spread(wanted: Sequence[float], height: float) -> list[float]:
    """Places for lines of text in this order, a line's height apart, near where they want to be.

    >>> spread([10, 12, 80, 120], 100)
    [10, 25, 80, 105.0]
    """
    places = list(wanted)
    for index in range(1, len(places)):
        places[index] = max(places[index], places[index - 1] + LINE_HEIGHT)
    floor = height + LINE_HEIGHT / 3
    for index in reversed(range(len(places))):
        places[index] = min(places[index], floor)
        floor = places[index] - LINE_HEIGHT
    return places


def _repaint(root: ElementTree.Element, colours: Colours) -> None:
    """The library's own colours and letters in ours."""
    ours = {
        theme.background_color: "none",
        theme.tick_color: colours.grid,
        theme.zero_color: colours.zero,
        theme.label_color: colours.ink,
        theme.tick_font_family: FONT,
        str(theme.tick_font_size): str(FONT_SIZE),
    }
    for element in root.iter():
        for attribute in ("fill", "stroke", "font-family", "font-size"):
            if (theirs := element.get(attribute)) in ours:
                element.set(attribute, ours[theirs])
