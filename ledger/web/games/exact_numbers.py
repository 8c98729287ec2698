"""Exact numbers in a sentence: in figures, as "2,5", "1½" or "1.000", or in words."""

import re
from collections.abc import Iterator, Mapping
from decimal import Decimal
from functools import lru_cache

from ledger.common.amounts import DASHES, exact
from ledger.spoken.pattern_syntax import Slot
from ledger.spoken.shared_words import IN_WORDS
from ledger.spoken.transcript import Transcript
from ledger.spoken.words import words_of
from scoring.common.exact_numbers import ExactNumber

BEFORE = f"{DASHES}+(["
"""What may change the number that it stands before: a minus, or an accountant's bracket."""
FIGURES = re.compile(
    rf"(?:[{BEFORE}]\s*)*(?:(?<![^{BEFORE}\s])[.,])?[0-9½¼¾]"
    rf"(?:[{DASHES}+.,/'’]*[0-9½¼¾]|(?<=[0-9])\s+[0-9]{{3}}(?![0-9])|\s+(?:[½¼¾]|[0-9]/[0-9]))*"
    rf"(?:[{DASHES}+]+(?!\w)|\s+[{DASHES}+]+(?=\s*(?:[.,;]|$)))?"
)
"""All that stands together as one number, with what stands before and a minus behind.

It is read whole or not at all, so that no part of it is taken for a number.
"""


def exact_number(limits: ExactNumber) -> Slot:
    """A slot for a number in figures or in words, before which nothing stands that may change it.

    A comma or dot between figures is a part of the number; one with a space behind is none.
    """

    def here(transcript: Transcript, at: int) -> Iterator[tuple[Decimal, int]]:
        for number, end in IN_WORDS(transcript, at):
            if limits.read(number) is not None and _is_plain(transcript, at, end):
                yield Decimal(number), end
        for text, number, _start, end in in_figures(transcript, at, limits):
            if text[0] not in BEFORE:
                yield number, end

    return here


def in_figures(
    transcript: Transcript, at: int, limits: ExactNumber
) -> Iterator[tuple[str, Decimal, int, int]]:
    """A number in figures, as it is written and as it is, and from where to where it stands."""
    written = _all_figures(_text(transcript))
    for start in transcript.starts[at]:
        text, end = written.get(start, ("", 0))
        number = exact(text, limits.places)
        if end and limits.read(number) is not None:
            yield text, Decimal(number), start, end


def _text(transcript: Transcript) -> str:
    """The sentence, without the figures that end a name: "Khách 1 200" is 200."""
    names = enumerate(transcript.players)
    ends = {end - 1 for at, named in names for _seat, end in named if end > at + 1}
    words = enumerate(transcript.words)
    return "".join(word.gap + ("_" if at in ends else word.text) for at, word in words)


@lru_cache(16)
def _all_figures(text: str) -> Mapping[int, tuple[str, int]]:
    """Every number of a sentence with the place behind it, by the place where it begins."""
    places, behind, length = {}, {}, 0
    for place, word in enumerate(words_of(text)):
        places[length + len(word.gap)] = place
        length += len(word.gap + word.text)
        behind[length] = place + 1
    figures = [each for each in FIGURES.finditer(text) if each.start() in places]
    return {places[each.start()]: (each[0], behind.get(each.end(), 0)) for each in figures}


def _is_plain(transcript: Transcript, start: int, end: int) -> bool:
    """Whether no sign is in or before these words, and no figure of another number."""
    words, written = transcript.words, _all_figures(_text(transcript))
    figures = [at for at in range(start, end) if words[at].is_figure]
    whole = all(written.get(at) == (words[at].text, at + 1) for at in figures)
    return whole and not any(word.text in BEFORE for word in words[max(start - 1, 0) : end])
