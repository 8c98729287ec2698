"""How amounts and cược are written, and how they are read: "+34.000", "1½", "1tr5", "20.000₫"."""

import re
import unicodedata
from decimal import Decimal

from django.utils.formats import number_format

HALF = Decimal("0.5")

DASHES = "-\u2010\u2011\u2012\u2013\u2014\u2015\u2212\ufe63\uff0d"
"""What stands for a minus where people type or paste one."""
MINUS = str.maketrans(dict.fromkeys(DASHES, "-"))

GROUPED = r"[1-9][0-9]{0,2}(?P<between>[., '’])[0-9]{3}(?:(?P=between)[0-9]{3})*"
NUMBER = rf"(?P<whole>{GROUPED}|[0-9]{{0,15}})(?:(?!(?P=between))[.,](?P<part>[0-9]{{1,12}}))?"
FRACTION = r" ?(?:(?P<sign>[½¼¾])|(?<![0-9])(?P<top>[0-9])/(?P<bottom>[248]))"
EXACT = re.compile(rf"(?P<minus>[-+]?) ?{NUMBER}(?P<fraction>{FRACTION})?")

SCALES = dict.fromkeys(("k", "nghìn", "ngàn", "nghin", "ngan"), 3)
SCALES |= dict.fromkeys(("tr", "triệu", "trieu"), 6)
"""How many zeros a word stands for."""
SCALE, CURRENCY = "|".join(SCALES), "₫|vnđ|vnd|đồng|dong|đ|d|điểm"
MONEY = re.compile(
    rf"(?P<before>(?:{CURRENCY}) ?)?{NUMBER}(?: ?(?P<scale>{SCALE}) ?(?P<more>[0-9]*))?"
    rf"(?P<behind> ?(?:{CURRENCY}))?"
)


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


def tidy(text: str) -> str:
    """Text as it was meant where it was pasted: plain spaces, a plain minus, nothing unseen."""
    seen = (c for c in unicodedata.normalize("NFC", text) if unicodedata.category(c) != "Cf")
    return " ".join("".join(seen).translate(MINUS).split())


def exact(text: str, places: int) -> str:
    """A number of at most so many decimals as facts and settings hold it, "" where it is none.

    Three digits behind a sign are thousands.

    >>> exact("– 1,5", 2), exact("1½", 2), exact("1.000", 2), exact("1.234,5", 2), exact("1.5.2", 2)
    ('-1.5', '1.5', '1000', '1234.5', '')
    """
    found = EXACT.fullmatch(tidy(text))
    if not found or not (found["whole"] or found["part"] or found["fraction"]):
        return ""
    part = found["part"] or ""
    if len(part) > (2 if found["between"] else places) or (part and found["fraction"]):
        return ""
    number = _decimal(found)
    if found["sign"]:
        number += Decimal(unicodedata.numeric(found["sign"]))
    if found["top"]:
        number += Decimal(found["top"]) / Decimal(found["bottom"])
    return in_digits(-number if found["minus"] == "-" else number)


def in_digits(number: Decimal) -> str:
    """The number without zeros that say nothing.

    >>> in_digits(Decimal("1000.50")), in_digits(Decimal("-1000")), in_digits(Decimal("-0"))
    ('1000.5', '-1000', '0')
    """
    whole, point, part = f"{number + 0:f}".partition(".")
    return f"{whole}{point}{part}".rstrip("0").rstrip(".") if part else whole


def money(text: str) -> tuple[int, bool] | None:
    """A whole amount, and whether its unit was told; None where it is none, or not surely one.

    >>> money("1,5k"), money("1tr5"), money("20.000₫"), money("20"), money("1.500k")
    ((1500, True), (1500000, True), (20000, True), (20, False), None)
    """
    found = MONEY.fullmatch(tidy(text).casefold())
    if not found or not found["whole"] or len(found["part"] or "") > 2:  # three are thousands
        return None
    value = _scaled(found) if found["scale"] else _decimal(found)
    rounded = found["scale"] or found["between"] or not found["part"]
    told = bool(found["scale"] or found["before"] or found["behind"])
    return (int(value), told) if value is not None and rounded and value % 1 == 0 else None


def _scaled(found: re.Match[str]) -> Decimal | None:
    """ "1,5tr", "1tr5" and "1tr500"; None for "1.500k" and "1tr50", which say two things."""
    zeros, more = SCALES[found["scale"]], found["more"]
    if found["between"] or (more and found["part"]) or len(more) not in (0, 1, 3):
        return None
    return _decimal(found).scaleb(zeros) + Decimal(more or 0).scaleb(zeros - len(more))


def _decimal(found: re.Match[str]) -> Decimal:
    return Decimal(f"{re.sub('[^0-9]', '', found['whole']) or 0}.{found['part'] or 0}")
