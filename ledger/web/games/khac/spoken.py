"""A round of any other game in one sentence: "An 6, Bình âm 2, Chi 3"."""

from collections.abc import Iterator, Sequence
from decimal import Decimal

from ledger.common.amounts import DASHES, exact, in_digits
from ledger.spoken.shared_words import IN_WORDS, SHARED
from ledger.spoken.statements import Statement, Values, one
from ledger.spoken.transcript import Transcript
from ledger.spoken.vocabulary import read_vocabulary
from ledger.spoken.words import SpokenWord
from scoring.common.settings import MOST_UNITS, NAMED_PLACES


def _figures(transcript: Transcript, at: int) -> Iterator[tuple[str, int, int]]:
    """A number in figures with its sign as it is written, and from where to where it stands."""
    words = transcript.words
    for start in transcript.starts[at]:
        end = start + 1 + (words[start].text in DASHES)
        while _goes_on(words[end : end + 2]):
            end += 2
        text = exact("".join(word.text for word in words[start:end]), NAMED_PLACES)
        if text and abs(Decimal(text)) <= MOST_UNITS:
            yield text, start, end


def _goes_on(words: Sequence[SpokenWord]) -> bool:
    """Whether a number goes on with a sign and figures that stand right behind it."""
    glued = [word for word in words if not word.gap]
    return len(glued) == 2 and glued[0].text in (".", ",") and glued[1].is_figure


def _signed(transcript: Transcript, at: int) -> Iterator[tuple[Decimal, int]]:
    """A number with its sign: "-2"; where its dash may be none ("An-2") it is read both ways."""
    words = transcript.words
    for text, start, end in _figures(transcript, at):
        if not words[start].is_figure:
            yield Decimal(text), end
            if not words[start].gap and not words[start - 1].is_pause:
                yield abs(Decimal(text)), end


def _unsigned(transcript: Transcript, at: int) -> Iterator[tuple[Decimal, int]]:
    """A number in figures or in words."""
    yield from ((Decimal(each), end) for each, end in IN_WORDS(transcript, at))
    for text, start, end in _figures(transcript, at):
        if transcript.words[start].is_figure:
            yield Decimal(text), end


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


VOCABULARY = read_vocabulary(__package__, globals(), SHARED, points=_unsigned, signed=_signed)
