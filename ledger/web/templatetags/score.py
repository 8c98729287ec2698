"""Amounts in templates."""

import re
from collections.abc import Sequence

from django import template
from django.template.defaultfilters import stringfilter
from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString, mark_safe

from ledger.common.amounts import amount, signed, units, worth
from ledger.common.bidi import isolated

RED_CARD = re.compile(r"(\w+[♦♥])")

register = template.Library()
register.filter(amount)
register.filter(signed)
register.filter(units)
register.filter(worth)
register.filter("isolated", stringfilter(isolated))


@register.filter
def sign(value: int | None) -> str:
    """ "plus", "minus" or "zero", for colours."""
    return "plus" if value and value > 0 else "minus" if value else "zero"


@register.filter
def coloured(value: int | None) -> SafeString:
    """The amount with its sign, in its colour; a dash where there is none."""
    if value is None:
        return mark_safe("–")
    return mark_safe(f'<span data-sign="{sign(value)}">{signed(value)}</span>')


@register.filter
def listed(words: Sequence[str]) -> SafeString:
    """What happened in a round, who won before all else."""
    rest = format_html_join("", ", {}", ((_suits(word),) for word in words[1:]))
    return format_html("<b>{}</b>{}", _suits(words[0]), rest) if words else rest


def _suits(word: str) -> SafeString:
    plain, *cards = RED_CARD.split(word)
    pairs = zip(cards[::2], cards[1::2], strict=True)
    return format_html("{}{}", plain, format_html_join("", "<span data-red>{}</span>{}", pairs))
