"""A round of Binh in one sentence: "Chi đầu An Bình Dũng, chi giữa …, Cường lủng"."""

from collections.abc import Iterator, Sequence
from typing import Any

from ledger.spoken import common_words
from ledger.spoken.grammar import Grammar
from ledger.spoken.patterns import Found
from ledger.spoken.readings import Speech
from ledger.spoken.statements import Clause, Context, Tell
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
    THEN,
)

Ranked = tuple[tuple[int, int, bool], ...]
"""Place and seat from the strongest on, and whether it was said against the one before."""


def rank(row: str, seat: int, at: int, draws: tuple[int, ...] = ()) -> Tell:
    """A seat's place in a row, alone or with those it draws with."""
    claims = (
        (f"rank {row} {seat}", str(at)),
        (f"at {row} {at}", str(draws or (seat,))),
        (f"row {seat}", "ranked"),
    )
    return Tell(((f"rank-{row}-{seat}", str(at)),), claims)


def ranking(heard: Speech, at: int, context: Context) -> Iterator[tuple[Ranked, int]]:
    """Players from the strongest on."""
    for seat, end in common_words.who(heard, at, context):
        yield from _weaker(heard, end, ((1, seat, False),))


def _weaker(heard: Speech, at: int, found: Ranked) -> Iterator[tuple[Ranked, int]]:
    yield found, at
    for start, link in _links(heard, at):
        for seat, end in heard.players(start):
            if all(seat != told for _place, told, _against in found):
                place = found[-1][0] + (link not in DRAWS)
                yield from _weaker(heard, end, (*found, (place, seat, link in (*BEATS, *DRAWS))))


def _links(heard: Speech, at: int) -> Iterator[tuple[int, str]]:
    """Where the next name may stand, and the word between the two."""
    yield at, ""
    for start in heard.starts(at):
        if start != at:
            yield start, ""
        yield from ((start + 1, LINKS[word]) for word in heard.readings(start) & LINKS.keys())


def against(heard: Speech, at: int, context: Context) -> Iterator[tuple[Ranked, int]]:
    """Players each said to be stronger than the next, or to draw."""
    for found, end in ranking(heard, at, context):
        if len(found) > 1 and all(said for _place, _seat, said in found[1:]):
            yield found, end


def ranked(found: Found, context: Context) -> Iterator[Tell]:
    for row in found["rows"]:
        told: Ranked = found.get("ranking") or found["against"]
        for place, seat, _said in told:
            yield rank(row, seat, place, _at(told, place))
        if any(said for _place, _seat, said in told):
            yield Tell(kind="compared", later=row)


def _at(ranking: Ranked, place: int) -> tuple[int, ...]:
    return tuple(sorted(seat for its, seat, _against in ranking if its == place))


def all_draw(found: Found, context: Context) -> Iterator[Tell]:
    return (Tell(kind="draw", later=row) for row in found["rows"])


def same(found: Found, context: Context) -> list[Tell] | None:
    """Rows that came out like one told before."""
    model = found.get("model", context.rows)
    if len(model) != 1 or model[0] in found["rows"]:
        return None
    return [Tell(kind="same", later=(row, model[0])) for row in found["rows"]]


def loses(found: Found, context: Context) -> Iterator[Tell]:
    return (Tell(kind="loses", later=(row, found["he"])) for row in found["rows"])


def placed(found: Found, context: Context) -> list[Tell] | None:
    """A place in the rows named, or in those spoken of before."""
    rows: Any = found.get("rows") or found.get("every") or context.rows
    seat = found.get("who") or found["he"]
    tells = [Tell(kind="last", later=(row, seat)) for row in rows]
    if found["place"] != common_words.LAST:
        tells = [rank(row, seat, found["place"]) for row in rows]
    return tells or None


def strongest(found: Found, context: Context) -> Iterator[Tell]:
    first = tuple(sorted(found["group"]))
    return (rank(row, seat, 1, first) for row in found["rows"] for seat in first)


def wins(found: Found, context: Context) -> Iterator[Tell]:
    return strongest(found | {"group": (found["he"],)}, context)


def counted_lung(found: Found, context: Context) -> Iterator[Tell] | None:
    return lung(found, context) if found["many"] == len(found["group"]) else None


def lung(found: Found, context: Context) -> Iterator[Tell]:
    for seat in found["group"]:
        yield Tell((("lung", str(seat)),), ((f"row {seat}", "lung"),))


def mau_binh(found: Found, context: Context) -> Iterator[Tell]:
    seat, kind = found["who"], found.get("kind") or found["named"]
    claims = ((f"kind {seat}", kind), (f"row {seat}", "mau_binh"))
    yield Tell(((f"mau-binh-{seat}", kind),), claims)


def finish(tells: Sequence[Tell], seats: Sequence[int]) -> Sequence[Tell] | None:
    """The last of a row is the last of those who compare."""
    out = {q for tell in tells for q, a in tell.claims if q.startswith("row ") and a != "ranked"}
    told = [tell for tell in tells if tell.kind not in LATER]
    last = (tell.later for tell in tells if tell.kind == "last")
    able = tuple(sorted(seat for seat in seats if f"row {seat}" not in out))
    told += [
        rank(tell.later, seat, 1, able) for tell in tells if tell.kind == "draw" for seat in able
    ]
    told += [rank(row, seat, len(seats) - len(out)) for row, seat in last]
    lost = [tell.later for tell in tells if tell.kind == "loses"]
    if lost and len(able) != 2:
        return None  # of more than two, who lost does not say who won
    told += [rank(row, other, 1) for row, seat in lost for other in able if other != seat]
    for row, model in (tell.later for tell in tells if tell.kind == "same"):
        if not (copy := _copy(told, row, model)):
            return None
        told += copy
    whole = {tell.later for tell in tells if tell.kind == "compared"}
    comparing = len(seats) - len(out)
    counted = {row: sum(_ranks(row, tell) for tell in told) for row in ALL}
    if any(counted[row] < comparing for row in whole):
        return None  # who is stronger of two does not say where they stand among all
    return told if all(_without_gaps(told, row) for row in ALL) else None


LATER = ("last", "draw", "loses", "same")


def _copy(told: Sequence[Tell], row: str, model: str) -> list[Tell]:
    """The ranks of the model, put for the row."""
    ranks = _places(told, model)
    return [
        rank(row, seat, at, tuple(sorted(other for other, its in ranks.items() if its == at)))
        for seat, at in ranks.items()
    ]


def _places(tells: Sequence[Tell], row: str) -> dict[int, int]:
    """Each seat's place in a row, as told."""
    start = f"rank-{row}-"
    fields = (field for tell in tells for field in tell.fields)
    return {int(name[len(start) :]): int(at) for name, at in fields if name.startswith(start)}


def _ranks(row: str, tell: Tell) -> bool:
    return any(name.startswith(f"rank-{row}-") for name, _place in tell.fields)


def _without_gaps(tells: Sequence[Tell], row: str) -> bool:
    """Whether no place stays empty before one that was told: the form asks from the top."""
    places = set(_places(tells, row).values())
    return places == set(range(1, len(places) + 1))


GRAMMAR = Grammar(
    clauses=(
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
        Clause(("<he> thua <rows>",), loses, about="he"),
        Clause(
            (
                "<rows> <he> thắng",
                f"<rows> <he> (ăn|thắng|hốt) {ALL_OF_THEM}",
                f"<he> (ăn|thắng|hốt) [{ALL_OF_THEM}] <rows>",
            ),
            wins,
            about="he",
            keeps_rows=True,
        ),
        Clause(("<he> <rows> [về|đứng] <place>",), placed, about="he"),
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
        Clause(("<he> [về|đứng] <place> <rows>",), placed, about="he"),
        Clause(("<who> [về|đứng] <place> <every>",), placed, keeps_rows=True),
        Clause(("<group> [cùng|đồng] (ăn|thắng|nhất) <rows>",), strongest),
        Clause(
            ("<group> [bị|đều] [binh] lủng [bài|binh]", "[binh] lủng [binh|bài] [có|gồm] <group>"),
            lung,
        ),
        Clause(
            (
                "<many> [người|đứa|nhà|thằng|ông] [bị] [binh] lủng [có|gồm] <group>",
                "<many> (người|đứa|nhà|thằng|ông) <group> [bị|đều] [binh] lủng",
            ),
            counted_lung,
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
    ),
    tables={
        **common_words.TABLES,
        "rows": ROWS,
        "model": {name: rows for name, rows in ROWS.items() if len(rows) == 1},
        "every": {name: rows for name, rows in ROWS.items() if rows == ALL},
        "place": PLACES,
        "kind": KINDS,
        "named": NAMED,
        "link": dict.fromkeys((*THEN, *BEATS, *DRAWS)),
    },
    slots={
        **common_words.SLOTS,
        "ranking": ranking,
        "against": against,
        "many": common_words.number(2, 4),
    },
    fillers=(*common_words.FILLERS, "hết"),
    slips={**common_words.SLIPS, "lũng": "lủng", "lùng": "lủng", "thủng": "lủng", "quí": "quý"},
    finish=finish,
    example={
        2: "Chi đầu {0} hơn {1}, chi giữa {1} hơn {0}, chi cuối {0} hoà {1}",
        3: "Chi đầu {0} {1} {2}, chi giữa {1} {0} {2}, chi cuối {2} {0} {1}",
        4: "Chi đầu {0} {1} {2}, chi giữa {1} {0} {2}, chi cuối {2} {0} {1}, {3} lủng",
    },
)
