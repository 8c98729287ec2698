"""A round of Tiến lên by place in one sentence: "An nhất, Bình nhì, Dũng bét thối heo đỏ"."""

from collections.abc import Iterator, Sequence
from typing import Any

from ledger.spoken import shared_words
from ledger.spoken.statements import PLAYED, Statement, Values, by_seat, listed, lost, one, place
from ledger.spoken.vocabulary import Finish, Vocabulary, read_vocabulary
from ledger.web.games import den_lang
from ledger.web.games.thirteen import spoken


def cong(values: Values) -> Iterator[Statement] | None:
    """Those cóng; where it is said how many, they are so many."""
    seats = values["seats"]
    right = values.get("many", len(seats)) == len(seats)
    return (lost("cong", seat) for seat in seats) if right else None


def won(values: Values) -> Iterator[Statement]:
    yield place(one(values), 1)


def den(values: Values) -> Iterator[Statement]:
    payer = ("den", str(one(values)))
    yield Statement((payer,), (payer, PLAYED))


def finish(statements: Sequence[Statement], seats: Sequence[int]) -> Sequence[Statement] | None:
    """Only who is last or cóng holds something; who pays for all is cóng, and but one is not."""
    every = finish_with_den(statements, seats)
    cong, den = listed(every or (), "cong"), listed(every or (), "den")
    return None if den and not (den <= cong and len(cong) == len(seats) - 1) else every


def finish_with_den(
    statements: Sequence[Statement], seats: Sequence[int]
) -> Sequence[Statement] | None:
    """Only who is last or cóng holds something; anybody may pay for all."""
    every = shared_words.places_settled(statements, seats, "cong")
    if every is None:
        return None
    cong, places = listed(every, "cong"), by_seat(every, "place")
    every = den_lang.by_another(every, {seat for seat, at in places.items() if at == "1"})
    last = str(len(seats) - len(cong))
    unplaced = "" if last in places.values() else last
    rest = by_seat(every, "held").keys() - cong
    if last == "0":
        return None
    return spoken.chains(every) if {places.get(seat, unplaced) for seat in rest} <= {last} else None


def _vocabulary(functions: dict[str, Any], finish: Finish) -> Vocabulary:
    return read_vocabulary(
        __package__,
        vars(shared_words) | globals() | functions,
        shared_words.RANKED,
        spoken.WORDS,
        finish=finish,
        many=shared_words.number(2, 3),
    )


VOCABULARY = _vocabulary({}, finish)
VOCABULARY_WITH_DEN = _vocabulary({"den": den_lang.den}, finish_with_den)
