"""A round of Tiến lên by place in one sentence: "An nhất, Bình nhì, Dũng bét thối heo đỏ"."""

from collections.abc import Iterator, Sequence

from ledger.spoken import shared_words
from ledger.spoken.statements import (
    PLAYED,
    Clause,
    Statement,
    Values,
    by_seat,
    listed,
    lost,
    one,
    place,
)
from ledger.spoken.vocabulary import Vocabulary
from ledger.web.games.thirteen import words

WON = "(thắng|win|về trước|tới trước|(hết|chạy|sạch) (bài|trước)|chạy hết|hết bài trước)"


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
    told = shared_words.places_settled(statements, seats, "cong")
    if told is None:
        return None
    cong, places, den = listed(told, "cong"), by_seat(told, "place"), listed(told, "den")
    last = str(len(seats) - len(cong))
    unplaced = "" if last in places.values() else last
    held = by_seat(told, "held").keys() - cong
    if last == "0" or (den and not (den <= cong and last == "1")):
        return None
    return words.chains(told) if {places.get(seat, unplaced) for seat in held} <= {last} else None


VOCABULARY = Vocabulary(
    clauses=(
        shared_words.PLACED,
        shared_words.IN_ORDER,
        Clause((f"<who> {WON}", "[chỉ] (mình|một mình) <who> về"), won),
        Clause(
            (
                f"<who> ({words.UNPLAYED}|{words.ALL_HELD})",
                f"<group> [đều] {words.CONG}",
                "cóng [gồm|có] <group>",
                "<many> [người|đứa|nhà|thằng|ông] [bị|chết] cóng [gồm|có] <group>",
                "[bị|chết] cóng <many> [người|đứa|nhà|thằng|ông] [gồm|có] <group>",
                f"<many> (người|đứa|nhà|thằng|ông) <group> [đều] {words.CONG}",
            ),
            cong,
        ),
        Clause(
            (f"<rest> [đều] {words.CONG} [trừ <who>]", f"trừ <who> <rest> [đều] {words.CONG}"),
            shared_words.all_others,
        ),
        Clause(("<who> [phải|bị] đền [bài|làng|cả làng|hết|thay|cho cả làng]",), den),
        *words.CLAUSES,
    ),
    tables={
        "place": shared_words.COUNTED,
        **words.TABLES,
        "hang": words.CHOPPERS,
    },
    slots={**words.SLOTS, "many": shared_words.number(2, 3)},
    slips=words.SLIPS,
    fillers=("hết",),
    finish=finish,
    example={
        2: "{0} nhất, {1} bét thối heo đỏ",
        3: "{0} nhất, {1} nhì, {2} bét thối heo đỏ",
        4: "{0} nhất, {1} nhì, {2} ba, {3} bét thối heo đỏ",
    },
)
