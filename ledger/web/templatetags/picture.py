"""Texts on a picture, where nobody can measure them: as wide as in the widest fonts."""

import unicodedata
from collections.abc import Sequence

from django import template

WIDTHS = {"mwMW@%—…½": 1.1, " ijlI.,:;·'": 0.4, "tfr()-": 0.5}
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


@register.simple_tag
def filled(items: Sequence[str], size: int, room: int) -> list[str]:
    """Lines of as many items as there is room for; one alone is broken between its words."""
    items, apart = (items[0].split(), " ") if len(items) == 1 else (items, " · ")
    lines = list(items[:1])
    for item in items[1:]:
        longer = f"{lines[-1]}{apart}{item}"
        fits = size * PLAIN * width(longer) <= room
        lines[-1:] = [longer] if fits else [lines[-1], item]
    return lines


def width(text: str) -> float:
    """How wide it is at most, as a multiple of the height of its letters."""
    return sum(map(_width, text))


def _width(letter: str) -> float:
    base = unicodedata.normalize("NFD", letter)[0]
    wide = unicodedata.east_asian_width(base) in "WF"
    other = EMOJI if wide else LETTER if base.islower() or base.isdigit() else CAPITAL
    return next((each for letters, each in WIDTHS.items() if base in letters), other)
