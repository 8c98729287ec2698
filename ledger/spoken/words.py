"""A sentence taken apart into words, each in the spellings it can be compared by."""

import re
import unicodedata
from dataclasses import dataclass, field

from ledger.common.amounts import DASHES
from ledger.common.clean_text import JOINERS
from ledger.common.spelling import key, plain, toneless

MOST_LETTERS = 300

PAUSES = frozenset(",.;:!…()[]\"'“”‘’" + DASHES)
DIGITS = ("một", "hai", "ba", "bốn", "năm", "sáu", "bảy", "tám", "chín")
NUMERALS = {str(number): name for number, name in enumerate((*DIGITS, "mười"), 1)} | {"4": "bốn tư"}
"""How figures that stand in a name of something are read out."""


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
    whole = unicodedata.normalize("NFC", "".join(filter(_is_seen, text)))
    pairs = re.findall(rf"(\s*)([{DASHES}+]?[0-9]+|[^\W\d_]+|\S)", whole)
    return [SpokenWord(word, gap, key(word), toneless(word), plain(word)) for gap, word in pairs]


def _is_seen(character: str) -> bool:
    """Whether it is no mark of direction or style; joiners are a part of emoji in names."""
    styled = unicodedata.category(character) == "Cf" or character in "\ufe0e\ufe0f"
    return character in JOINERS or not styled
