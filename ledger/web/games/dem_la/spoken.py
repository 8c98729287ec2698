"""A round of Tiến lên by cards left in one sentence: "An hết bài, Bình 5 lá, Cường cóng"."""

from collections.abc import Iterator, Sequence
from typing import Any

from django.utils.translation import gettext_lazy

from ledger.spoken import shared_words
from ledger.spoken.statements import PLAYED, Statement, Values, by_seat, listed
from ledger.spoken.vocabulary import Vocabulary, read_vocabulary
from ledger.web.games import den_lang
from ledger.web.games.cards_left import has_won, left, with_others, won
from ledger.web.games.thirteen import spoken

__all__ = ["VOCABULARY", "VOCABULARY_WITH_DEN", "has_won"]

ALL = 13


def has_left(values: Values) -> Iterator[Statement]:
    return (left(seat, values.get("cards", ALL)) for seat in values["seats"])


def others(values: Values) -> Iterator[Statement]:
    yield Statement(kind="rest", later=(values.get("rest", 0), values.get("cards", ALL)))


def dut(values: Values) -> Iterator[Statement]:
    yield Statement((("dut", "1"),), (PLAYED,))
    yield from map(won, values.get("seats", ()))


def finish(statements: Sequence[Statement], seats: Sequence[int]) -> Sequence[Statement] | None:
    """All others have so many cards left; the winner holds nothing."""
    every, winners = with_others(statements, seats), listed(statements, "winner")
    if every is None:
        return None
    every = den_lang.by_another(every, winners)
    return None if winners & by_seat(every, "held").keys() else spoken.chains(every)


def den(values: Values) -> Iterator[Statement]:
    yield Statement(unsayable=NO_DEN)


def _vocabulary(functions: dict[str, Any]) -> Vocabulary:
    return read_vocabulary(
        __package__,
        globals() | functions,
        shared_words.SHARED,
        spoken.WORDS,
        finish=finish,
        cards=shared_words.number(1, ALL),
        none=shared_words.number(0, 0),
    )


NO_DEN = gettext_lazy("Bàn này không chơi đền làng: bật ở trang luật.")
VOCABULARY = _vocabulary({})
VOCABULARY_WITH_DEN = _vocabulary({"den": den_lang.den})
