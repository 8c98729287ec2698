"""A round of Tiến lên by place in one sentence: "An nhất, Bình nhì, Dũng bét thối heo đỏ"."""

from collections.abc import Iterator, Sequence

from ledger.spoken import common_words
from ledger.spoken.grammar import Grammar
from ledger.spoken.patterns import Found
from ledger.spoken.statements import PLAYED, Clause, Context, Tell, lost, place
from ledger.web.games.thirteen import words

CHOPPERS = words.HANG | words.RANKED
WON = "(thắng|win|về trước|tới trước|(hết|chạy|sạch) (bài|trước)|chạy hết|hết bài trước)"


def cong(found: Found, context: Context) -> Iterator[Tell]:
    return (lost("cong", seat) for seat in found["group"])


def counted_cong(found: Found, context: Context) -> Iterator[Tell] | None:
    """Those cóng, with how many they are."""
    return cong(found, context) if found["many"] == len(found["group"]) else None


def won(found: Found, context: Context) -> Iterator[Tell]:
    yield place(found["who"], 1)


def is_cong(found: Found, context: Context) -> Iterator[Tell]:
    yield lost("cong", found["who"])


def den(found: Found, context: Context) -> Iterator[Tell]:
    seat = str(found["who"])
    yield Tell((("den", seat),), (("den", seat), PLAYED))


def finish(tells: Sequence[Tell], seats: Sequence[int]) -> Sequence[Tell] | None:
    told = common_words.places_settled(tells, seats, "cong")
    if told is None or not _can_hold(told, seats) or not _can_pay(told, seats):
        return None
    return words.chains(told)


def _can_hold(tells: Sequence[Tell], seats: Sequence[int]) -> bool:
    """Whether all who held something were the last or cóng: the form asks nobody else."""
    fields = [field for tell in tells for field in tell.fields]
    lost_all = {int(seat) for name, seat in fields if name == "cong"}
    places = {int(name[6:]): int(at) for name, at in fields if name.startswith("place-")}
    last = len(seats) - len(lost_all)
    taken = last in places.values()
    return all(
        seat in lost_all or places.get(seat, 0 if taken else last) == last
        for seat in words.holders(tells)
    )


def _can_pay(tells: Sequence[Tell], seats: Sequence[int]) -> bool:
    """Whether somebody is not cóng; if one pays for all, whether just one is not."""
    fields = [field for tell in tells for field in tell.fields]
    lost_all = {seat for name, seat in fields if name == "cong"}
    payers = {seat for name, seat in fields if name == "den"}
    others = len(seats) - len(lost_all)
    return others > 0 and (not payers or (payers <= lost_all and others == 1))


GRAMMAR = Grammar(
    clauses=(
        common_words.PLACED,
        common_words.GOES_ON,
        common_words.IN_ORDER,
        Clause((f"<who> {WON}", "[chỉ] (mình|một mình) <who> về"), won, about="who"),
        Clause(
            (f"<who> {words.CONG}", f"<who> {words.UNPLAYED}", f"<who> {words.ALL_HELD}"),
            is_cong,
            about="who",
        ),
        Clause((f"<group> [đều] {words.CONG}", "cóng [gồm|có] <group>"), cong),
        Clause(
            (
                "<many> [người|đứa|nhà|thằng|ông] [bị|chết] cóng [gồm|có] <group>",
                "[bị|chết] cóng <many> [người|đứa|nhà|thằng|ông] [gồm|có] <group>",
                f"<many> (người|đứa|nhà|thằng|ông) <group> [đều] {words.CONG}",
            ),
            counted_cong,
        ),
        Clause((f"<rest> [đều] {words.CONG}",), common_words.all_others),
        Clause(
            (f"<rest> [đều] {words.CONG} trừ <who>", f"trừ <who> <rest> [đều] {words.CONG}"),
            common_words.all_but,
        ),
        Clause(("<who> [phải|bị] đền [bài|làng|cả làng|hết|thay|cho cả làng]",), den),
        *words.CLAUSES,
    ),
    tables={
        **common_words.TABLES,
        "place": common_words.COUNTED,
        **words.TABLES,
        "hang": CHOPPERS,
        "kind": words.KINDS,
    },
    slots={**common_words.SLOTS, **words.SLOTS, "many": common_words.number(2, 3)},
    fillers=(*common_words.FILLERS, "hết"),
    slips={**common_words.SLIPS, **words.SLIPS},
    finish=finish,
    example={
        2: "{0} nhất, {1} bét thối heo đỏ",
        3: "{0} nhất, {1} nhì, {2} bét thối heo đỏ",
        4: "{0} nhất, {1} nhì, {2} ba, {3} bét thối heo đỏ",
    },
)
