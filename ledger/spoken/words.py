"""A sentence taken apart into words, each in the spellings it can be compared by."""

import re
import unicodedata
from dataclasses import dataclass, field
from functools import lru_cache

from ledger.common.amounts import DASHES

MOST_LETTERS = 300

TONES = frozenset("\u0300\u0301\u0303\u0309\u0323")
PAUSES = frozenset(",.;:!…()[]\"'“”‘’" + DASHES)
DIGITS = ("một", "hai", "ba", "bốn", "năm", "sáu", "bảy", "tám", "chín")
NUMERALS = {str(number): name for number, name in enumerate((*DIGITS, "mười"), 1)} | {"4": "bốn tư"}
"""How figures that stand in a name of something are read out."""


@lru_cache(maxsize=4096)
def key(word: str) -> str:
    """One spelling for each word: "HOÀ", "hòa" and its decomposed form are the same.

    >>> key("HOÀ") == key("hòa"), key("thối") == key("thôi")
    (True, False)
    """
    letters = unicodedata.normalize("NFD", word.casefold())
    tones = "".join(letter for letter in letters if letter in TONES)
    return toneless(letters) + tones


def toneless(word: str) -> str:
    """The word without its tone: "Dũng" and "Dủng" are alike, "Ân" and "An" are not."""
    letters = unicodedata.normalize("NFD", word.casefold())
    return "".join(letter for letter in letters if letter not in TONES)


def plain(word: str) -> str:
    """The word as it is typed without diacritics.

    >>> plain("đường")
    'duong'
    """
    letters = unicodedata.normalize("NFD", word.casefold()).replace("đ", "d")
    return "".join(letter for letter in letters if not unicodedata.combining(letter))


@dataclass(frozen=True, slots=True)
class SpokenWord:
    """One word or sign of the sentence, with the space before it."""

    text: str
    gap: str = field(compare=False)
    key: str
    toneless: str
    plain: str

    @property
    def is_bare(self) -> bool:
        return self.key == self.plain

    @property
    def is_figure(self) -> bool:
        return self.text.isascii() and self.text.isdigit()

    @property
    def is_pause(self) -> bool:
        return self.text in PAUSES


def words_of(text: str) -> list[SpokenWord]:
    """The words, figures and signs of a text in order; no text is refused.

    A figure keeps its sign, so that "-5" is no 5.
    """
    whole = re.sub("[\ufe0e\ufe0f]", "", unicodedata.normalize("NFC", text))
    found = re.findall(rf"(\s*)([{DASHES}+]?[0-9]+|[^\W\d_]+|\S)", whole)
    return [SpokenWord(word, gap, key(word), toneless(word), plain(word)) for gap, word in found]
