"""A round of any other game in one sentence: "An 6, Bình âm 2, Chi 3"."""

import re
from collections.abc import Iterator, Mapping
from dataclasses import replace
from decimal import Decimal
from functools import lru_cache
from typing import Any

from django.utils.translation import gettext_lazy

from ledger.common.amounts import DASHES, exact, in_digits
from ledger.spoken.shared_words import IN_WORDS, SHARED
from ledger.spoken.statements import Statement, Values, one
from ledger.spoken.transcript import Transcript
from ledger.spoken.vocabulary import Vocabulary, read_vocabulary
from ledger.spoken.words import words_of
from scoring.common.settings import MOST_UNITS, NAMED_PLACES

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


def _figures(transcript: Transcript, at: int) -> Iterator[tuple[str, Decimal, int, int]]:
    """A number in figures, as it is written and as it is, and from where to where it stands."""
    written = _all_figures(_text(transcript))
    for start in transcript.starts[at]:
        text, end = written.get(start, ("", 0))
        number = exact(text, NAMED_PLACES)
        if number and end and abs(Decimal(number)) <= MOST_UNITS:
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
    found = [each for each in FIGURES.finditer(text) if each.start() in places]
    return {places[each.start()]: (each[0], behind.get(each.end(), 0)) for each in found}


def _signed(transcript: Transcript, at: int) -> Iterator[tuple[Decimal, int]]:
    """A number with its sign: "-2"; where its dash may be none ("An-2") it is read both ways."""
    for text, number, start, end in _figures(transcript, at):
        if text[0] in BEFORE:
            before, word = transcript.words[start - 1], transcript.words[start]
            parts = text[1].isspace() or not word.gap
            yield number, end
            if parts and not (before.is_pause or before.is_figure):
                yield abs(number), end


def _unsigned(transcript: Transcript, at: int) -> Iterator[tuple[Decimal, int]]:
    """A number in figures or in words, before which nothing stands that may change it."""
    for number, end in IN_WORDS(transcript, at):
        if _is_plain(transcript, at, end):
            yield Decimal(number), end
    for text, number, _start, end in _figures(transcript, at):
        if text[0] not in BEFORE:
            yield number, end


def _is_plain(transcript: Transcript, start: int, end: int) -> bool:
    """Whether no sign is in or before these words, and no figure of another number."""
    words, written = transcript.words, _all_figures(_text(transcript))
    figures = [at for at in range(start, end) if words[at].is_figure]
    whole = all(written.get(at) == (words[at].text, at + 1) for at in figures)
    return whole and not any(word.text in BEFORE for word in words[max(start - 1, 0) : end])


def _points(seat: int, points: Decimal) -> Statement:
    told = in_digits(points)
    return Statement(((f"points-{seat}", told),), ((f"points {seat}", told),))


def has_won(values: Values) -> Iterator[Statement]:
    yield _points(one(values), values["points"])


def has_signed(values: Values) -> Iterator[Statement]:
    yield _points(one(values), values["signed"])


def has_lost(values: Values) -> Iterator[Statement]:
    return (_points(seat, -values["points"]) for seat in values["seats"])


def has_nothing(values: Values) -> Iterator[Statement]:
    return (_points(seat, Decimal()) for seat in values["seats"])


def no_loss(values: Values) -> Iterator[Statement]:
    yield Statement(unsayable=NO_LOSS)


def _vocabulary(functions: dict[str, Any]) -> Vocabulary:
    """The words where these functions say what some of them mean."""
    known = globals() | functions
    return read_vocabulary(__package__, known, SHARED, points=_unsigned, signed=_signed)


NO_LOSS = gettext_lazy("Bàn này ghi số điểm mỗi người có, máy tự tính phần chênh.")
OF_POINTS = {2: "{0} 3, {1} 1", 3: "{0} 3, {1} 2, {2} 0", 4: "{0} 3, {1} 2, {2} 1, {3} 0"}
VOCABULARY = _vocabulary({})
VOCABULARY_OF_POINTS = replace(_vocabulary({"has_lost": no_loss}), example=OF_POINTS)
