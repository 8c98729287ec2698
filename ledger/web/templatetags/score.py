"""How amounts and cược are written: "+34.000", "−8.000", "1½"."""

from decimal import Decimal

from django import template
from django.utils.formats import number_format

register = template.Library()

HALF = Decimal("0.5")


@register.filter
def amount(value: int) -> str:
    """The amount with its thousands apart.

    >>> amount(34000)
    '34.000'
    """
    return number_format(abs(value), use_l10n=True, force_grouping=True)


@register.filter
def signed(value: int) -> str:
    """The amount with its sign, which colour only repeats.

    >>> signed(-8000), signed(0)
    ('−8.000', '0')
    """
    return ("+" if value > 0 else "−" if value < 0 else "") + amount(value)


@register.filter
def money(units: str, bet_unit: int) -> int:
    """An exact decimal string in cược as an amount.

    >>> money("1.5", 2000)
    3000
    """
    return int(Decimal(units) * bet_unit)


@register.filter
def sign(value: int) -> str:
    """ "plus", "minus" or "zero", for colours."""
    return "plus" if value > 0 else "minus" if value < 0 else "zero"


@register.filter
def arrow(value: int) -> str:
    """▲ to receive, ▼ to pay."""
    return "▲" if value > 0 else "▼" if value < 0 else "="


@register.filter
def units(value: str) -> str:
    """An exact decimal string as players write it.

    >>> units("1.5"), units("0.5"), units("26")
    ('1½', '½', '26')
    """
    exact = Decimal(value)
    whole = int(exact)
    if exact - whole == HALF:
        return f"{whole or ''}½"
    return number_format(exact, use_l10n=True)
