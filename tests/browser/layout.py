"""What a finger and an eye meet on the table page, measured in an open page by its hooks alone.

The hooks are `data-part="top|sheet|heads|feet|strip|tabs|tools|bar"`, `data-seat`, `data-round`,
`data-tool`, `data-question`, `data-answer` and `data-record`. Nothing is scrolled or tapped.
Faults are sentences: `assert unreachable(page) + covering(page) + clipped(page) == []`.
"""

from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from functools import cache
from itertools import pairwise
from math import hypot
from pathlib import Path
from typing import Any, Literal

from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Page

from tests.accessibility.looking import SETTLED, violations
from tests.browser.fonts import in_each_font

Boxes = dict[str, dict[str, float]]
"""Of each part that stays where it is: its `top`, `height`, `left` and `width` in pixels."""

SIZES = ((390, 664), (375, 553), (360, 640), (320, 568), (412, 732), (844, 390))
"""What a phone's browser leaves to a page."""

FONTS = ("Roboto", "Noto Sans", "Inter")
"""Of phones; the last is as wide as an iPhone's."""

THEMES: tuple[Literal["dark", "light"], ...] = ("dark", "light")
TARGET, KEY = 44, 48
"""The least height of what is tapped, and the one that answers and keys are drawn with."""

LONG = (
    *("Nguyễn Trần Hoàng Phương Thảo", "Trương Đặng Quỳnh Như Khánh Vy"),
    *("W" * 30, "Lê Thị Hồng Nhung Ở Cầu Giấy B"),
)
OPEN = "document.querySelectorAll('details').forEach((each) => { each.open = true })"
CUT = """
[...document.querySelectorAll("main .card *:not(svg *)")]
  .filter((each) => each.checkVisibility() && !each.closest(".wide, .visually-hidden"))
  .filter((each) => !each.matches("input, textarea, select"))
  .filter((each) => {
    const [box, card] = [each, each.closest(".card")].map((one) => one.getBoundingClientRect());
    const within = each.clientWidth && each.scrollWidth > each.clientWidth + 1;
    return within || box.right > card.right + 0.5;
  })
  .map((each) => each.outerHTML.slice(0, 90))
"""
"""What does not fit its place or ends right of its card, which cuts it off."""

SIDEWAYS = "document.documentElement.scrollWidth - innerWidth"


def faults(page: Page, answers: float = KEY) -> list[str]:
    """Return what is wrong with the page as it is now, and its open question, by all measures."""
    measures: tuple[tuple[str, *tuple[float, ...]], ...] = (
        *(("unreachable", answers), ("covering",), ("clipped",), ("overlapping",)),
        *(("smallTargets", TARGET), ("hooks",)),
    )
    return [str(each) for problems in page.evaluate(_script(), measures) for each in problems]


def each_of(page: Page, css: str, what: str) -> list[Any]:
    """Return `what`, a function of scripts, of each element, looked up and read in one step.

    Between two steps a swap may put others in the place of those that were looked up.
    """
    read: list[Any] = page.evaluate(
        f"css => Array.from(document.querySelectorAll(css), {what})", css
    )
    return read


def unreachable(page: Page, least: float = TARGET) -> list[str]:
    """Return what of an open question is hidden from a finger, or answers lower than the least.

    There may be no open question: say which one must be, `questions(page) == ["chat"]`.
    """
    return _sentences(page, "unreachable", least)


def questions(page: Page) -> list[str]:
    """Return the names of the open questions."""
    return _sentences(page, "questions")


def boxes(page: Page) -> Boxes:
    """Return where heads, feet, strip, tabs, tools and bar are: "head 1", "foot 1", "strip"."""
    places: Boxes = _measure(page, "boxes")
    return places


def moved(before: Boxes, after: Boxes) -> list[str]:
    """Return what is elsewhere or of another size, has come or is gone."""
    gone = [f"{name} is gone" for name in before if name not in after]
    new = [f"{name} is new" for name in after if name not in before]
    changes = [
        f"{name}: {side} {value:g} → {after[name][side]:g}"
        for name, box in before.items()
        if name in after
        for side, value in box.items()
        if value != after[name][side]
    ]
    return [*gone, *new, *changes]


def covering(page: Page) -> list[str]:
    """Return what lies over heads, feet, strip, tools or bar, seen or only felt, and what scrolls.

    The bar ends where the window ends, and of what holds it nothing can be scrolled.
    """
    return _sentences(page, "covering")


def loose_bar(page: Page) -> list[str]:
    """Return where the bar does not end with the window, on a page that may scroll as a whole."""
    return _sentences(page, "looseBar")


def clipped(page: Page) -> list[str]:
    """Return the text that is cut, or whose letters leave the box, button or part it is in.

    The table's name and the small line under it may end in three dots.
    """
    return _sentences(page, "clipped")


def overlapping(page: Page) -> list[str]:
    """Return the words and icons of one line, button or part that lie on each other."""
    return _sentences(page, "overlapping")


def lines_in_sight(page: Page) -> int:
    """Count the lines of the sheet that are there whole, with nothing over them."""
    return int(_measure(page, "linesInSight"))


def strip_in_sight(page: Page) -> bool:
    """Say whether the strip has words, is in the window whole and under nothing."""
    return bool(_measure(page, "stripInSight"))


def small_targets(page: Page, least: float = TARGET) -> list[str]:
    """Return what is to be tapped and too narrow or low; lines of the sheet may be."""
    return _sentences(page, "smallTargets", least)


def wrong_hooks(page: Page) -> list[str]:
    """Return what the other measures would miss or mistake: hooks that lack, or stand twice."""
    return _sentences(page, "hooks")


def watch_shifts(page: Page) -> None:
    """Begin to note each shift of heads, feet, strip, tabs, tools and bar in this document."""
    _measure(page, "watchShifts")


def shifts(page: Page) -> list[str]:
    """Return what has shifted since then, after a tap or without one.

    What moves by less than three pixels no browser calls a shift: compare `boxes` too.
    """
    return [
        f"{' and '.join(each['parts'])}, {each['value']:.4f}{_cause(each)}"
        for each in _measure(page, "shifts")
    ]


def shift_sum(page: Page) -> float:
    """Return the sum of those shifts, as browsers weigh them; 0 is none."""
    return float(sum(each["value"] for each in _measure(page, "shifts")))


def thumb_travel(taps: Sequence[tuple[float, float]]) -> int:
    """Return how many pixels a thumb goes from the first tapped point to the last."""
    return round(sum(hypot(x - a, y - b) for (a, b), (x, y) in pairwise(taps)))


def axe_problems(page: Page) -> list[str]:
    """Return what axe has against the document as it is now: all of it light, its colours dark."""
    page.emulate_media(color_scheme="light")
    page.evaluate(SETTLED)
    problems = list(violations(_axe(), page))
    page.emulate_media(color_scheme="light")
    return problems


def in_each_size(page: Page, families: Iterable[str] = FONTS) -> Iterator[str]:
    """Give the page one size after another; tell each one's name, in each of the phones' fonts."""
    for width, height in SIZES:
        page.set_viewport_size({"width": width, "height": height})
        yield from (f"{width}×{height} {font}" for font in in_each_font(page, families))


def in_each_theme(page: Page) -> Iterator[str]:
    """Set the page in one theme after the other, in the end light."""
    for theme in THEMES:
        page.emulate_media(color_scheme=theme)
        page.evaluate(SETTLED)
        yield theme


@contextmanager
def large_letters(page: Page) -> Iterator[None]:
    """Let the browser's letters be twice as large, in the `em` of a media query too.

    A size of letters set on the root of the page would leave its media queries as they are.
    """
    devtools = page.context.new_cdp_session(page)
    devtools.send("Page.enable")
    devtools.send("Page.setFontSizes", {"fontSizes": {"standard": 32, "fixed": 26}})
    try:
        yield
    finally:
        devtools.send("Page.setFontSizes", {"fontSizes": {"standard": 16, "fixed": 13}})
        devtools.detach()


def _sentences(page: Page, name: str, *given: object) -> list[str]:
    return [str(each) for each in _measure(page, name, *given)]


def _measure(page: Page, name: str, *given: object) -> Any:
    (measured,) = page.evaluate(_script(), [[name, *given]])
    return measured


@cache
def _script() -> str:
    """Return a function of measures to take; it leaves nothing behind in the page but its watch."""
    folder = Path(__file__).parent / "measures"
    files = ("shown", "fingers", "places", "letters", "shifts")
    text = "\n".join((folder / f"{name}.js").read_text() for name in files)
    measures = (
        *("unreachable", "questions", "smallTargets", "hooks", "boxes", "covering", "looseBar"),
        *("linesInSight", "stripInSight", "clipped", "overlapping", "watchShifts", "shifts"),
    )
    return f"""async (asked) => {{
        {text}
        const measures = {{ {", ".join(measures)} }};
        await rest();
        return Promise.all(asked.map(([name, ...given]) => measures[name](...given)));
    }}"""


@cache
def _axe() -> Axe:
    return Axe()


def _cause(shift: dict[str, Any]) -> str:
    return " after a tap" if shift["hadRecentInput"] else ""
