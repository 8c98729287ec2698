"""Names from right to left among words and numbers from left to right.

Without a border around it such a name turns what stands beside it: an amount moves to its
other side, two of them in a row change places. A sign before and after sets the border, in
pages, in messages and in a text that is sent on alike; a tag would do so in pages alone.
"""

import unicodedata

FIRST, LAST = "\u2068", "\u2069"
LEFTWARDS = frozenset({"R", "AL", "AN"})


def isolated(name: str) -> str:
    """The name, between two unseen signs where any of it is read from right to left.

    >>> isolated("An"), isolated("דנה")[1:-1]
    ('An', 'דנה')
    """
    leftwards = any(unicodedata.bidirectional(letter) in LEFTWARDS for letter in name)
    return f"{FIRST}{name}{LAST}" if leftwards else name


def bare(name: str) -> str:
    """The name as it was typed."""
    return name.removeprefix(FIRST).removesuffix(LAST)
