"""Texts on a picture, where nobody can measure them: as wide as in the widest fonts."""

import unicodedata
from collections.abc import Sequence

from django import template

AGAIN = "\N{NO-BREAK SPACE}" * 3
"""Before what goes on from the line above, where the next line is about something else."""

WIDTHS = {"mwMW@%—…½": 1.1, " ijlI.,:;·'" + AGAIN: 0.4, "tfr()-": 0.5}
CAPITAL, LETTER, EMOJI = 0.86, 0.72, 1.4
PLAIN = 0.9
"""Parts of the height of a bold letter, and of its width for a plain one."""

register = template.Library()


@register.simple_tag(takes_context=True)
def down(context: template.Context, by: int, mark: str = "y") -> str:
    """Move the pen so far down, and say where it is; the mark keeps that."""
    pen: dict[str, int] = context["pen"]
    pen["y"] = pen[mark] = pen["y"] + by
    return str(pen["y"])


@register.simple_tag
def fit(text: str, size: int, room: int) -> str:
    """The size of its letters, smaller where there is less room for them."""
    return str(min(size, room // width(text)))


@register.filter
def wider(text: str, than: int) -> bool:
    """Whether a plain text is wider than so many times the height of its letters."""
    return PLAIN * width(text) > than


@register.simple_tag
def filled(items: Sequence[str], size: int, room: int) -> list[str]:
    """Lines of as many items as there is room for; a longer one is broken between its words."""
    most = room / (size * PLAIN)
    again = AGAIN if len(items) > 1 else ""
    return [
        f"{again if at else ''}{part}"
        for line in _lines(items, " · ", most)
        for at, part in enumerate(_lines(line.split(" "), " ", most))
    ]


def width(text: str) -> float:
    """How wide it is at most, as a multiple of the height of its letters."""
    return sum(map(_width, text))


def _lines(parts: Sequence[str], apart: str, most: float) -> list[str]:
    """As many parts in a line as are no wider together than the most, and at least one."""
    lines = list(parts[:1])
    for part in parts[1:]:
        longer = f"{lines[-1]}{apart}{part}"
        lines[-1:] = [longer] if width(longer) <= most else [lines[-1], part]
    return lines


def _width(letter: str) -> float:
    base = unicodedata.normalize("NFD", letter)[0]
    wide = unicodedata.east_asian_width(base) in "WF"
    other = EMOJI if wide else LETTER if base.islower() or base.isdigit() else CAPITAL
    return next((each for letters, each in WIDTHS.items() if base in letters), other)
