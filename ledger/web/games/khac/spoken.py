"""A round of any other game in one sentence: "An 6, Bình âm 2, Chi 3"."""

import re
from collections.abc import Iterator

from ledger.spoken import shared_words
from ledger.spoken.statements import Statement, Values, one
from ledger.spoken.transcript import Transcript
from ledger.spoken.vocabulary import read_vocabulary
from scoring.common.settings import MOST_UNITS

SIGNED = re.compile(r"[-−+][0-9]{1,7}")


def _signed(transcript: Transcript, at: int) -> Iterator[tuple[int, int]]:
    """A number with its sign: "-2"."""
    for start in transcript.starts[at]:
        text = transcript.words[start].text
        if SIGNED.fullmatch(text) and abs(points := int(text.replace("−", "-"))) <= MOST_UNITS:
            yield points, start + 1


def _points(seat: int, points: int) -> Statement:
    return Statement(((f"points-{seat}", str(points)),), ((f"points {seat}", str(points)),))


def has_won(values: Values) -> Iterator[Statement]:
    yield _points(one(values), values["points"])


def has_signed(values: Values) -> Iterator[Statement]:
    yield _points(one(values), values["signed"])


def has_lost(values: Values) -> Iterator[Statement]:
    return (_points(seat, -values["points"]) for seat in values["seats"])


def has_nothing(values: Values) -> Iterator[Statement]:
    return (_points(seat, 0) for seat in values["seats"])


VOCABULARY = read_vocabulary(
    __package__,
    globals(),
    shared_words.SHARED,
    points=shared_words.number(0, MOST_UNITS),
    signed=_signed,
)
