"""When words and names are the same, however they are typed: the only equality of names."""

import re
import unicodedata
from collections import defaultdict
from functools import cache, lru_cache

from ledger.common.clean_text import FILLERS, JOINERS

SAME_LETTER = str.maketrans("ðɖ", "đđ")
"""Small letters whose capitals, Ð and Ɖ, look the same as Đ."""
UNSEEN = str.maketrans(dict.fromkeys(JOINERS + "\u034f\ufe0e\ufe0f") | dict.fromkeys(FILLERS, " "))
"""What names hold that nobody sees; some of it is a space to the eye."""
TONES = frozenset("\u0300\u0301\u0303\u0309\u0323")


@lru_cache(maxsize=4096)
def key(word: str) -> str:
    """One spelling for each word: "HOÀ", "hòa" and its decomposed form are the same.

    >>> key("HOÀ") == key("hòa"), key("thối") == key("thôi")
    (True, False)
    """
    tones = "".join(letter for letter in _letters(word) if letter in TONES)
    return toneless(word) + tones


def toneless(word: str) -> str:
    """The word without its tone: "Dũng" and "Dủng" are alike, "Ân" and "An" are not."""
    return "".join(letter for letter in _letters(word) if letter not in TONES)


def plain(word: str) -> str:
    """The word as it is typed without diacritics.

    >>> plain("đường")
    'duong'
    """
    letters = _letters(word).replace("đ", "d")
    return "".join(letter for letter in letters if not unicodedata.combining(letter))


def _letters(word: str) -> str:
    """The small letters of a word, each apart from its signs."""
    return unicodedata.normalize("NFD", small(word))


def small(word: str) -> str:
    """The word in small letters."""
    return word.casefold().translate(SAME_LETTER)


def name_key(name: str) -> str:
    """One spelling for each name: "Hoà  An" and "hòa an" are one person.

    >>> name_key("Hoà  An") == name_key("hòa an"), name_key("Hà An") == name_key("Ha Àn")
    (True, False)
    >>> {name_key(name) for name in ("Đan", "\u00d0an", "\u0189an", "đan", "ðan")}
    {'đan'}
    """
    return " ".join(map(key, name.translate(UNSEEN).split()))


def pattern(word: str) -> str:
    """A regular expression for the word with any diacritics or none."""
    signs = _signs()
    return "".join(f"[{c}{signs[c]}]" if c in signs else re.escape(c) for c in plain(word))


@cache
def _signs() -> dict[str, str]:
    """The letters with diacritics by the letter that is typed without."""
    letters: defaultdict[str, str] = defaultdict(str)
    for letter in map(chr, range(0xC0, 0x1F00)):
        letters[plain(letter)] += letter
    return {letter: letters[letter] for letter in "abcdefghijklmnopqrstuvwxyz"}
