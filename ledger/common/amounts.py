"""How amounts and cược are written, and how they are read: "+34.000", "1½", "1tr5", "20.000₫"."""

import re
import unicodedata
from decimal import Decimal
from functools import lru_cache

from django.utils.formats import get_format, number_format

from ledger.common.spelling import small

HALF = Decimal("0.5")

DASHES = "-\u2010\u2011\u2012\u2013\u2014\u2015\u2212\ufe63\uff0d"
"""What stands for a minus where people type or paste one."""
PLAIN = str.maketrans(dict.fromkeys(DASHES, "-") | {"½": " 1/2", "¼": " 1/4", "¾": " 3/4"})

GROUPED = r"(?P<whole>[1-9][0-9]{0,2}(?P<between>[., '’])[0-9]{3}(?:(?P=between)[0-9]{3})*)"
EXACT = re.compile(
    rf"(?=.*[0-9])(?P<minus>[-+]?) ?(?:{GROUPED}|(?P<bare>[0-9]{{0,15}}))"
    r"(?:(?!(?P=between))[.,](?P<part>[0-9]+)| ?(?<![0-9])(?P<top>[0-9])/(?P<bottom>[248]))?"
)

SCALES = {"k": 3, "nghìn": 3, "ngàn": 3, "nghin": 3, "ngan": 3, "tr": 6, "triệu": 6, "trieu": 6}
"""How many zeros a word stands for."""
CURRENCY = "₫|vnđ|vnd|đồng|dong|đ|d|điểm|points?"
MONEY = (
    r"(?:\+ ?)?(?P<before>(?:%s) ?)?"
    rf"(?:{GROUPED}(?:(?!(?P=between))[.,]00)?|(?P<bare>[0-9]{{1,15}})"
    rf"(?:(?:[.,](?P<part>[0-9]{{1,2}}))? ?(?P<scale>{'|'.join(SCALES)})"
    rf"(?(part)|(?: ?(?P<more>[0-9]{{3}}|[0-9]|rưỡi|rưởi|ruoi))?))?)(?P<behind> ?(?:%s))?"
    r"(?:(?<=[^0-9 ])\.)?"
)
"""Not "1.500k" and "1tr50", which say two things; nor "20.", which may have been meant to go on."""
NO_LABEL = re.compile(rf"[{DASHES}+0-9.,'’/ ]|$")
"""How a table's own word for its money begins that could be a part of a number."""


@lru_cache(4096)
def worth(units: str, bet_unit: int) -> int:
    """An exact decimal string in cược as an amount; a result has few different ones.

    >>> worth("1.5", 2000)
    3000
    """
    return int(Decimal(units) * bet_unit)


def amount(value: int) -> str:
    """The amount with its thousands apart, without its sign.

    >>> amount(34000)
    '34.000'
    """
    return f"{abs(value):,}".replace(",", str(get_format("THOUSAND_SEPARATOR")))


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
    visible = (c for c in unicodedata.normalize("NFC", text) if unicodedata.category(c) != "Cf")
    return " ".join("".join(visible).translate(PLAIN).split())


def exact(text: str, places: int) -> str:
    """A number of at most so many decimals as facts and settings hold it, "" where it is none.

    Three digits behind a sign are thousands.

    >>> exact("– 1,5", 2), exact("1½", 2), exact("1.000", 2), exact("1.234,5", 2), exact("1.5.2", 2)
    ('-1.5', '1.5', '1000', '1234.5', '')
    """
    match = EXACT.fullmatch(tidy(text))
    if not match or len(match["part"] or "") > (2 if match["between"] else places):
        return ""
    fraction = Decimal(match["top"] or 0) / Decimal(match["bottom"] or 1)
    number = Decimal(f"{_whole(match)}.{match['part'] or 0}") + fraction
    return in_digits(-number if match["minus"] == "-" else number)


def in_digits(number: Decimal) -> str:
    """The number without zeros that say nothing.

    >>> in_digits(Decimal("1000.50")), in_digits(Decimal("-1000")), in_digits(Decimal("-0"))
    ('1000.5', '-1000', '0')
    """
    return f"{number.normalize() + 0:f}"


def money(text: str, label: str = "") -> tuple[int, bool] | None:
    """A whole amount, and whether its unit was told; None where it is none, or not surely one.

    `label` is what the table itself calls its money; where that is "nghìn", "20k" says two things.

    >>> money("1,5k"), money("1tr5"), money("20.000₫"), money("20"), money("1.500k")
    ((1500, True), (1500000, True), (20000, True), (20, False), None)
    >>> money("20 xu", "xu"), money("20 xu"), money("20k", "nghìn")
    ((20, True), None, None)
    """
    own = small(tidy(label))
    match = _money(own).fullmatch(small(tidy(text)))
    if not match or (match["scale"] and own.split(" ")[0] in SCALES):
        return None
    more = match["more"] or ""
    exact = Decimal(f"{_whole(match)}.{match['part'] or (5 if more.isalpha() else more or 0)}")
    unit = match["scale"] or match["before"] or match["behind"]
    return int(exact.scaleb(SCALES.get(match["scale"], 0))), bool(unit)


@lru_cache
def _money(label: str) -> re.Pattern[str]:
    """How an amount is written at a table that calls its money so."""
    own = "" if NO_LABEL.match(label) else f"|{re.escape(label)}"
    return re.compile(MONEY % (CURRENCY + own, CURRENCY + own))


def _whole(match: re.Match[str]) -> str:
    return re.sub("[^0-9]", "", match["whole"] or match["bare"] or "0")
