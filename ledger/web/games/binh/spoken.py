"""A round of Binh in one sentence: "Chi đầu An Bình Dũng, chi giữa …, Cường lủng"."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import partial

from django.utils.translation import gettext_lazy

from ledger.spoken import shared_words
from ledger.spoken.pattern_syntax import in_table
from ledger.spoken.statements import Statement, Values, by_seat, later, listed, one
from ledger.spoken.transcript import Transcript
from ledger.spoken.vocabulary import read_vocabulary
from scoring.binh.rows import Row

Ranked = tuple[tuple[int, int, bool], ...]
"""Seat and place from the strongest on, and whether it was said against the one before."""


def ranks(rows: Iterable[str], places: Mapping[int, int]) -> Iterator[Statement]:
    """The places of these seats in rows; those with the same place draw."""
    for row in rows:
        for seat, at in places.items():
            draws = sorted(other for other, its in places.items() if its == at)
            claims = ((f"rank {row} {seat}", str(at)), (f"at {row} {at}", str(draws)))
            field = (f"rank-{row}-{seat}", str(at))
            yield Statement((field,), (*claims, (f"row {seat}", "ranked")))


def ranking(transcript: Transcript, at: int) -> Iterator[tuple[Ranked, int]]:
    """Players from the strongest on."""
    for [seat], end in shared_words.who(transcript, at):
        yield from _weaker(transcript, end, ((seat, 1, False),))


def _weaker(transcript: Transcript, at: int, ranking: Ranked) -> Iterator[tuple[Ranked, int]]:
    yield ranking, at
    for start, link in _links(transcript, at):
        for seat, end in transcript.players[start]:
            if all(seat != other for other, _place, _against in ranking):
                place = ranking[-1][1] + (link != "draws")
                weaker = (seat, place, link in ("beats", "draws"))
                yield from _weaker(transcript, end, (*ranking, weaker))


def _links(transcript: Transcript, at: int) -> Iterator[tuple[int, str]]:
    """Where the next name may stand, and the word between the two."""
    for start in dict.fromkeys([at, *transcript.starts[at]]):
        yield start, ""
    yield from ((end, link) for link, end in LINK(transcript, at))


def against(transcript: Transcript, at: int) -> Iterator[tuple[Ranked, int]]:
    """Players each said to be stronger than the next, or to draw."""
    for places, end in ranking(transcript, at):
        if len(places) > 1 and all(link for _seat, _place, link in places[1:]):
            yield places, end


def ranked(values: Values) -> Iterator[Statement]:
    ranking: Ranked = values.get("ranking") or values["against"]
    yield from ranks(values["rows"], {seat: place for seat, place, _link in ranking})
    if any(link for _seat, _place, link in ranking):
        yield from (Statement(kind="compared", later=row) for row in values["rows"])


def all_draw(values: Values) -> Iterator[Statement]:
    return (Statement(kind="draw", later=row) for row in values["rows"])


def same(values: Values) -> list[Statement] | None:
    """Rows that came out like one told before."""
    model = values["model"] if "model" in values else values["before"]
    if len(model) != 1 or model[0] in values["rows"]:
        return None
    return [Statement(kind="same", later=(row, model[0])) for row in values["rows"]]


def loses(values: Values) -> Iterator[Statement]:
    return (Statement(kind="loses", later=(row, one(values))) for row in values["rows"])


def placed(values: Values) -> list[Statement] | None:
    """A place in the rows named, or in those spoken of before."""
    rows, seat, place = values["rows"], one(values), values["place"]
    if place == shared_words.LAST:
        return [Statement(kind="last", later=(row, seat)) for row in rows] or None
    return [*ranks(rows, {seat: place})] or None


def strongest(values: Values) -> Iterator[Statement]:
    return ranks(values["rows"], dict.fromkeys(values["seats"], 1))


def lung(values: Values) -> list[Statement] | None:
    """Those lủng; where it is said how many, they are so many."""
    seats = values["seats"]
    if values.get("many", len(seats)) != len(seats):
        return None
    return [Statement((("lung", str(seat)),), ((f"row {seat}", "lung"),)) for seat in seats]


def unnamed_rows(values: Values) -> Iterator[Statement]:
    """So many rows won, not which: no field holds that, as each row is paid for itself."""
    yield Statement(unsayable=NOT_WHICH)


def mau_binh(values: Values) -> Iterator[Statement]:
    seat, kind = one(values), values.get("kind") or values["named"]
    claims = ((f"kind {seat}", kind), (f"row {seat}", "mau_binh"))
    yield Statement(((f"mau-binh-{seat}", kind),), claims)


def finish(statements: Sequence[Statement], seats: Sequence[int]) -> Sequence[Statement] | None:
    """The last of a row is the last of those who compare; no place before one told stays empty."""
    out = listed(statements, "lung").union(by_seat(statements, "mau-binh"))
    able = [seat for seat in seats if seat not in out]
    every = [*statements, *ranks(later(statements, "draw"), dict.fromkeys(able, 1))]
    for row, seat in later(statements, "last"):
        every += ranks([row], {seat: len(able)})
    for row, seat in later(statements, "loses"):
        if len(able) != 2:
            return None  # of more than two, who lost does not say who won
        every += ranks([row], {other: 1 for other in able if other != seat})
    for row, model in later(statements, "same"):
        if not (copied := _places(every, model)):
            return None
        every += ranks([row], copied)
    for row in Row:
        places = _places(every, row)
        if row in later(statements, "compared") and len(places) < len(able):
            return None  # who is stronger of two does not say where they stand among all
        if set(places.values()) != set(range(1, len(set(places.values())) + 1)):
            return None
    return every


def _places(statements: Sequence[Statement], row: str) -> dict[int, int]:
    """Each seat's place in a row, as told."""
    return {seat: int(at) for seat, at in by_seat(statements, f"rank-{row}").items()}


NOT_WHICH = gettext_lazy("Chưa nói chi nào. Kể từng chi, ví dụ “chi đầu An hơn Bình”.")
MANY, SOME = shared_words.number(2, 4), shared_words.number(1, 2)
_read = partial(read_vocabulary, __package__, globals(), shared_words.SHARED, finish=finish)
VOCABULARY = _read(ranking=ranking, against=against, many=MANY, some=SOME)
LINK = in_table(VOCABULARY.tables["link"])
