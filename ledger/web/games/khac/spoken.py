"""A round of any other game in one sentence: "An 6, Bình âm 2, Chi 3"."""

from collections.abc import Iterator
from dataclasses import replace
from decimal import Decimal
from typing import Any

from django.utils.translation import gettext_lazy

from ledger.common.amounts import in_digits
from ledger.spoken.shared_words import SHARED
from ledger.spoken.statements import Statement, Values, one
from ledger.spoken.transcript import Transcript
from ledger.spoken.vocabulary import Vocabulary, read_vocabulary
from ledger.web.games.exact_numbers import BEFORE, exact_number, in_figures
from scoring.khac.facts import POINTS


def _signed(transcript: Transcript, at: int) -> Iterator[tuple[Decimal, int]]:
    """A number with its sign: "-2"; where its dash may be none ("An-2") it is read both ways."""
    for text, number, start, end in in_figures(transcript, at, POINTS):
        if text[0] in BEFORE:
            before, word = transcript.words[start - 1], transcript.words[start]
            parts = text[1].isspace() or not word.gap
            yield number, end
            if parts and not (before.is_pause or before.is_figure):
                yield abs(number), end


def _points(seat: int, points: Decimal) -> Statement:
    text = in_digits(points)
    return Statement(((f"points-{seat}", text),), ((f"points {seat}", text),))


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
    return read_vocabulary(__package__, known, SHARED, points=exact_number(POINTS), signed=_signed)


NO_LOSS = gettext_lazy("Bàn này ghi số điểm mỗi người có, máy tự tính phần chênh.")
OF_POINTS = {2: "{0} 3, {1} 1", 3: "{0} 3, {1} 2, {2} 0", 4: "{0} 3, {1} 2, {2} 1, {3} 0"}
VOCABULARY = _vocabulary({})
VOCABULARY_OF_POINTS = replace(_vocabulary({"has_lost": no_loss}), example=OF_POINTS)
