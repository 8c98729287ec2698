"""What may stand in a cell so that no spreadsheet program works it out."""

import re
from functools import lru_cache

FORMULA = re.compile(r"(^|[;,|\t\r\n])([ \"]*)(?=[=+\-@＝＋－＠\0])|^(?=[\t\r])")
"""Where a cell could begin as a formula, by whatever separator, with what leads there."""


@lru_cache(4096)  # the rows of one table say the same over and over
def safe(text: str) -> str:
    """Text that no spreadsheet program takes for a formula, whatever it parts cells by.

    >>> safe("=1+1"), safe("An;=1+1"), safe("An")
    ("'=1+1", "An;'=1+1", 'An')
    """
    return FORMULA.sub(r"\g<0>'", text)
