"""Amounts in templates."""

from decimal import Decimal

from django import template

from ledger.amounts import amount, signed, units

register = template.Library()
register.filter(amount)
register.filter(signed)
register.filter(units)


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
