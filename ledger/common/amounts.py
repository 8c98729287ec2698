"""How amounts and cược are written: "+34.000", "−8.000", "1½"."""

from decimal import Decimal

from django.utils.formats import number_format

HALF = Decimal("0.5")


def amount(value: int) -> str:
    """The amount with its thousands apart, without its sign.

    >>> amount(34000)
    '34.000'
    """
    return number_format(abs(value), use_l10n=True, force_grouping=True)


def signed(value: int) -> str:
    """The amount with its sign, which colour only repeats.

    >>> signed(-8000), signed(0)
    ('−8.000', '0')
    """
    return ("+" if value > 0 else "−" if value < 0 else "") + amount(value)


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
