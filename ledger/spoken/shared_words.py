"""What sentences about all games share: people, numbers, places, and words that mean nothing."""

from collections.abc import Iterator, Sequence

from ledger.spoken.pattern_syntax import Slot, in_table
from ledger.spoken.statements import Statement, Values, by_seat, later, listed, lost, one, place
from ledger.spoken.transcript import Transcript
from ledger.spoken.vocabulary import Vocabulary, read_vocabulary
from ledger.spoken.words import DIGITS

Seats = tuple[int, ...]
Who = Iterator[tuple[Seats, int]]
"""Players, and the place behind them."""


def _numbers() -> Iterator[tuple[str, int]]:
    yield "mười|chục", 10
    for number, name in enumerate(DIGITS, 1):
        yield from ((name, number), (f"mười {name}", 10 + number), (f"{name} chục", 10 * number))
        for more, unit in enumerate(("", *DIGITS[:3], "(bốn|tư)", *DIGITS[4:])):
            if number > 1:
                yield f"{name} mươi {unit}", 10 * number + more


NUMBERS = dict(_numbers())
"""1 to 99 in words."""

LAST = 0
"""The last of those who have a place at all, however many that are."""


def who(transcript: Transcript, at: int) -> Who:
    """A player, named."""
    for start in transcript.starts[at]:
        for seat, end in transcript.players[start]:
            yield (seat,), end


def he(transcript: Transcript, at: int) -> Who:
    """A player, named or just spoken of."""
    yield from who(transcript, at)
    yield (), at


def victim(transcript: Transcript, at: int) -> Iterator[tuple[int, int]]:
    """Another player in the same clause, named."""
    return ((seats[0], end) for seats, end in who(transcript, at))


def group(transcript: Transcript, at: int) -> Who:
    """Several players: "Bình và Cường", or "Bình, Cường, Dũng"."""
    for seats, end in who(transcript, at):
        yield from _more(transcript, end, seats)


def _more(transcript: Transcript, at: int, seats: Seats) -> Who:
    yield seats, at
    for start in set(nexts(transcript, at)):
        for seat, end in transcript.players[start]:
            if seat not in seats:
                yield from _more(transcript, end, (*seats, seat))


def nexts(transcript: Transcript, at: int) -> Iterator[int]:
    """Where the next of several may stand: behind an "and", or with none between."""
    yield from transcript.starts[at]
    yield from (end for _and, end in AND(transcript, at))


def number(least: int, most: int) -> Slot:
    """A slot for a whole number, in figures or in words."""

    def here(transcript: Transcript, at: int) -> Iterator[tuple[int, int]]:
        words = [(transcript.words[start], start + 1) for start in transcript.starts[at]]
        figures = [(int(word.text), end) for word, end in words if word.is_figure]
        for value, end in (*figures, *IN_WORDS(transcript, at)):
            if least <= value <= most:
                yield value, end

    return here


COUNTED = Vocabulary(tables={"number": NUMBERS})
SHARED = read_vocabulary(
    __package__, {}, COUNTED, file="words.txt", who=who, victim=victim, he=he, group=group
)
IN_WORDS = in_table(NUMBERS)
AND = in_table(SHARED.tables["and"])


def finished(values: Values) -> Iterator[Statement]:
    """Somebody's place; the last one's is known once all is told."""
    yield _finished(one(values), values.get("place", LAST))


def _finished(seat: int, at: int) -> Statement:
    return Statement(kind="last", later=seat) if at == LAST else place(seat, at)


def finished_in_order(values: Values) -> list[Statement] | None:
    """The places of several, the first named the first."""
    seats = values["seats"]
    order = values.get("order", range(1, len(seats) + 1))
    if len(seats) < 2 or len(seats) != len(order):
        return None
    return [_finished(seat, at) for seat, at in zip(seats, order, strict=True)]


def spared(values: Values) -> Iterator[Statement]:
    """Somebody who is none of "all others", whatever his place."""
    yield Statement(kind="spared", later=one(values))


def all_others(values: Values) -> Iterator[Statement]:
    yield Statement(kind="rest", later=values["rest"])
    if "seats" in values:
        yield from spared(values)


RANKED = read_vocabulary(__package__, globals(), SHARED, file="ranked.txt")
"""The same with sentences that give players their places."""


def places_settled(
    statements: Sequence[Statement], seats: Sequence[int], field: str
) -> list[Statement] | None:
    """The statements with "the last" and "all others" put as places and as `field` (cóng, móm)."""
    settled, last = list(statements), set(later(statements, "last"))
    known = last.union(later(statements, "spared"), by_seat(statements, "place"))
    others = set(seats) - known - listed(statements, field)
    for count in later(statements, "rest"):
        if not others or count not in (0, len(others)):
            return None
        settled += [lost(field, seat) for seat in others]
    places = [pair for each in settled for pair in each.fields if pair[0].startswith("place-")]
    if len(places) > len(set(places)):
        return None
    lowest = len(seats) - len(listed(settled, field))
    return settled + [place(seat, lowest) for seat in last]
