"""A round of Binh in one sentence: "Chi đầu An Bình Dũng, chi giữa …, Cường lủng"."""

from collections.abc import Iterator, Sequence
from typing import Any

from django.utils.translation import gettext_lazy

from ledger.spoken import shared_words
from ledger.spoken.statements import Clause, Context, Statement, Values, one
from ledger.spoken.transcript import Transcript
from ledger.spoken.words import key
from ledger.web.games.binh.row_words import (
    ALL,
    ALL_OF_THEM,
    BEATS,
    DRAWS,
    KINDS,
    LINKS,
    NAMED,
    PLACES,
    ROWS,
)

Ranked = tuple[tuple[int, int, bool], ...]
"""Place and seat from the strongest on, and whether it was said against the one before."""


def rank(row: str, seat: int, at: int, draws: tuple[int, ...] = ()) -> Statement:
    """A seat's place in a row, alone or with those it draws with."""
    claims = (
        (f"rank {row} {seat}", str(at)),
        (f"at {row} {at}", str(draws or (seat,))),
        (f"row {seat}", "ranked"),
    )
    return Statement(((f"rank-{row}-{seat}", str(at)),), claims)


def ranking(transcript: Transcript, at: int, context: Context) -> Iterator[tuple[Ranked, int]]:
    """Players from the strongest on."""
    for [seat], end in shared_words.who(transcript, at, context):
        yield from _weaker(transcript, end, ((1, seat, False),))


def _weaker(transcript: Transcript, at: int, found: Ranked) -> Iterator[tuple[Ranked, int]]:
    yield found, at
    for start, link in _links(transcript, at):
        for seat, end in transcript.players[start]:
            if all(seat != told for _place, told, _against in found):
                place = found[-1][0] + (link not in DRAWS)
                yield from _weaker(
                    transcript, end, (*found, (place, seat, link in (*BEATS, *DRAWS)))
                )


def _links(transcript: Transcript, at: int) -> Iterator[tuple[int, str]]:
    """Where the next name may stand, and the word between the two."""
    yield at, ""
    for start in transcript.starts[at]:
        if start != at:
            yield start, ""
        yield from ((start + 1, link) for link in LINKS if key(link) in transcript.readings[start])


def against(transcript: Transcript, at: int, context: Context) -> Iterator[tuple[Ranked, int]]:
    """Players each said to be stronger than the next, or to draw."""
    for found, end in ranking(transcript, at, context):
        if len(found) > 1 and all(said for _place, _seat, said in found[1:]):
            yield found, end


def ranked(values: Values, context: Context) -> Iterator[Statement]:
    for row in values["rows"]:
        told: Ranked = values.get("ranking") or values["against"]
        for place, seat, _said in told:
            yield rank(row, seat, place, _at(told, place))
        if any(said for _place, _seat, said in told):
            yield Statement(kind="compared", later=row)


def _at(ranking: Ranked, place: int) -> tuple[int, ...]:
    return tuple(sorted(seat for its, seat, _against in ranking if its == place))


def all_draw(values: Values, context: Context) -> Iterator[Statement]:
    return (Statement(kind="draw", later=row) for row in values["rows"])


def same(values: Values, context: Context) -> list[Statement] | None:
    """Rows that came out like one told before."""
    model = values.get("model", context.rows)
    if len(model) != 1 or model[0] in values["rows"]:
        return None
    return [Statement(kind="same", later=(row, model[0])) for row in values["rows"]]


def loses(values: Values, context: Context) -> Iterator[Statement]:
    return (Statement(kind="loses", later=(row, one(values))) for row in values["rows"])


def placed(values: Values, context: Context) -> list[Statement] | None:
    """A place in the rows named, or in those spoken of before."""
    rows: Any = values.get("rows") or context.rows
    seat = one(values)
    statements = [Statement(kind="last", later=(row, seat)) for row in rows]
    if values["place"] != shared_words.LAST:
        statements = [rank(row, seat, values["place"]) for row in rows]
    return statements or None


def strongest(values: Values, context: Context) -> Iterator[Statement]:
    first = tuple(sorted(values["seats"]))
    return (rank(row, seat, 1, first) for row in values["rows"] for seat in first)


def lung(values: Values, context: Context) -> list[Statement] | None:
    """Those lủng; where it is said how many, they are so many."""
    seats = values["seats"]
    if values.get("many", len(seats)) != len(seats):
        return None
    return [Statement((("lung", str(seat)),), ((f"row {seat}", "lung"),)) for seat in seats]


def unnamed_rows(values: Values, context: Context) -> Iterator[Statement]:
    """So many rows won, not which: no field holds that, as each row is paid for itself."""
    yield Statement(unsayable=NOT_WHICH)


def mau_binh(values: Values, context: Context) -> Iterator[Statement]:
    seat, kind = one(values), values.get("kind") or values["named"]
    claims = ((f"kind {seat}", kind), (f"row {seat}", "mau_binh"))
    yield Statement(((f"mau-binh-{seat}", kind),), claims)


def finish(statements: Sequence[Statement], seats: Sequence[int]) -> Sequence[Statement] | None:
    """The last of a row is the last of those who compare."""
    out = {
        q for each in statements for q, a in each.claims if q.startswith("row ") and a != "ranked"
    }
    told = [each for each in statements if each.kind not in LATER]
    last = (each.later for each in statements if each.kind == "last")
    able = tuple(sorted(seat for seat in seats if f"row {seat}" not in out))
    told += [
        rank(each.later, seat, 1, able)
        for each in statements
        if each.kind == "draw"
        for seat in able
    ]
    told += [rank(row, seat, len(seats) - len(out)) for row, seat in last]
    lost = [each.later for each in statements if each.kind == "loses"]
    if lost and len(able) != 2:
        return None  # of more than two, who lost does not say who won
    told += [rank(row, other, 1) for row, seat in lost for other in able if other != seat]
    for row, model in (each.later for each in statements if each.kind == "same"):
        if not (copy := _copy(told, row, model)):
            return None
        told += copy
    whole = {each.later for each in statements if each.kind == "compared"}
    comparing = len(seats) - len(out)
    counted = {row: sum(_ranks(row, each) for each in told) for row in ALL}
    if any(counted[row] < comparing for row in whole):
        return None  # who is stronger of two does not say where they stand among all
    return told if all(_without_gaps(told, row) for row in ALL) else None


LATER = ("last", "draw", "loses", "same")


def _copy(told: Sequence[Statement], row: str, model: str) -> list[Statement]:
    """The ranks of the model, put for the row."""
    ranks = _places(told, model)
    return [
        rank(row, seat, at, tuple(sorted(other for other, its in ranks.items() if its == at)))
        for seat, at in ranks.items()
    ]


def _places(statements: Sequence[Statement], row: str) -> dict[int, int]:
    """Each seat's place in a row, as told."""
    start = f"rank-{row}-"
    fields = (field for each in statements for field in each.fields)
    return {int(name[len(start) :]): int(at) for name, at in fields if name.startswith(start)}


def _ranks(row: str, each: Statement) -> bool:
    return any(name.startswith(f"rank-{row}-") for name, _place in each.fields)


def _without_gaps(statements: Sequence[Statement], row: str) -> bool:
    """Whether no place stays empty before one that was told: the form asks from the top."""
    places = set(_places(statements, row).values())
    return places == set(range(1, len(places) + 1))


NOT_WHICH = gettext_lazy("Chưa nói chi nào. Kể từng chi, ví dụ “chi đầu An hơn Bình”.")
VOCABULARY = shared_words.vocabulary(
    Clause(
        ("<who> (thắng|thua|hơn|ăn) [được] [<victim>] [được] <some> chi",),
        unnamed_rows,
    ),
    Clause(("<rows> <ranking>",), ranked, keeps_rows=True),
    Clause(("<against> <rows>",), ranked),
    Clause(
        (
            "<rows> [cả làng] (hoà|huề) [nhau] [hết]",
            "[cả làng] (hoà|huề) [nhau] [hết] <rows>",
        ),
        all_draw,
    ),
    Clause(
        (
            "<rows> (vậy|thế|như vậy|như thế|y vậy|y chang|tương tự|như trên|giống vậy)",
            "<rows> [y|giống] (như|giống) <model>",
        ),
        same,
        keeps_rows=True,
    ),
    Clause(("<he> thua <rows>",), loses),
    Clause(
        (
            "<rows> <he> thắng",
            f"<rows> <he> (ăn|thắng|hốt) {ALL_OF_THEM}",
            f"<he> (ăn|thắng|hốt) [{ALL_OF_THEM}] <rows>",
        ),
        strongest,
        keeps_rows=True,
    ),
    Clause(("<he> <rows> [về|đứng] <place>",), placed),
    Clause(
        (
            "<rows> <who> [về|đứng] <place>",
            "<rows> <place> <who>",
            "<place> <rows> <who>",
            "<who> [về|đứng] <place>",
            "<place> <who>",
        ),
        placed,
        keeps_rows=True,
    ),
    Clause(("<he> [về|đứng] <place> <rows>",), placed),
    Clause(("<who> [về|đứng] <place> <every>",), placed, keeps_rows=True),
    Clause(("<group> [cùng|đồng] (ăn|thắng|nhất) <rows>",), strongest),
    Clause(
        (
            "<group> [bị|đều] [binh] lủng [bài|binh]",
            "[binh] lủng [binh|bài] [có|gồm] <group>",
            "<many> [người|đứa|nhà|thằng|ông] [bị] [binh] lủng [có|gồm] <group>",
            "<many> (người|đứa|nhà|thằng|ông) <group> [bị|đều] [binh] lủng",
        ),
        lung,
    ),
    Clause(
        (
            "<who> [có|được|bị] mậu binh <kind>",
            "mậu binh <who> <kind>",
            "<who> [có|được] <kind> mậu binh",
            "<who> [có|được] <named>",
        ),
        mau_binh,
    ),
    tables={
        "rows": ROWS,
        "model": ROWS,
        "every": {names: rows for names, rows in ROWS.items() if rows == ALL},
        "place": PLACES,
        "kind": KINDS,
        "named": NAMED,
        "link": dict.fromkeys(LINKS),
    },
    slots={
        "ranking": ranking,
        "against": against,
        "many": shared_words.number(2, 4),
        "some": shared_words.number(1, 2),
    },
    slips={"lũng": "lủng", "lùng": "lủng", "thủng": "lủng", "quí": "quý"},
    fillers=("hết",),
    finish=finish,
    example={
        2: "Chi đầu {0} hơn {1}, chi giữa {1} hơn {0}, chi cuối {0} hoà {1}",
        3: "Chi đầu {0} {1} {2}, chi giữa {1} {0} {2}, chi cuối {2} {0} {1}",
        4: "Chi đầu {0} {1} {2}, chi giữa {1} {0} {2}, chi cuối {2} {0} {1}, {3} lủng",
    },
)
