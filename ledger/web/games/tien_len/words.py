"""A round of Tiến lên by place in one sentence: "An nhất, Bình nhì, Dũng bét thối heo đỏ"."""

from collections.abc import Iterator, Sequence

from ledger.spoken import shared_words
from ledger.spoken.statements import PLAYED, Clause, Context, Statement, Values, lost, one, place
from ledger.web.games.thirteen import words

WON = "(thắng|win|về trước|tới trước|(hết|chạy|sạch) (bài|trước)|chạy hết|hết bài trước)"


def cong(values: Values, context: Context) -> Iterator[Statement] | None:
    """Those cóng; where it is said how many, they are so many."""
    seats = values["seats"]
    right = values.get("many", len(seats)) == len(seats)
    return (lost("cong", seat) for seat in seats) if right else None


def won(values: Values, context: Context) -> Iterator[Statement]:
    yield place(one(values), 1)


def den(values: Values, context: Context) -> Iterator[Statement]:
    seat = str(one(values))
    yield Statement((("den", seat),), (("den", seat), PLAYED))


def finish(statements: Sequence[Statement], seats: Sequence[int]) -> Sequence[Statement] | None:
    told = shared_words.places_settled(statements, seats, "cong")
    if told is None or not _can_hold(told, seats) or not _can_pay(told, seats):
        return None
    return words.chains(told)


def _can_hold(statements: Sequence[Statement], seats: Sequence[int]) -> bool:
    """Whether all who held something were the last or cóng: the form asks nobody else."""
    fields = [field for each in statements for field in each.fields]
    lost_all = {int(seat) for name, seat in fields if name == "cong"}
    places = {int(name[6:]): int(at) for name, at in fields if name.startswith("place-")}
    last = len(seats) - len(lost_all)
    taken = last in places.values()
    return all(
        seat in lost_all or places.get(seat, 0 if taken else last) == last
        for seat in words.holders(statements)
    )


def _can_pay(statements: Sequence[Statement], seats: Sequence[int]) -> bool:
    """Whether somebody is not cóng; if one pays for all, whether just one is not."""
    fields = [field for each in statements for field in each.fields]
    lost_all = {seat for name, seat in fields if name == "cong"}
    payers = {seat for name, seat in fields if name == "den"}
    others = len(seats) - len(lost_all)
    return others > 0 and (not payers or (payers <= lost_all and others == 1))


VOCABULARY = shared_words.vocabulary(
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
