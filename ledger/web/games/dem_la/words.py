"""A round of Tiến lên by cards left in one sentence: "An hết bài, Bình 5 lá, Cường cóng"."""

from collections.abc import Iterator, Sequence

from ledger.spoken import common_words
from ledger.spoken.grammar import Grammar
from ledger.spoken.patterns import Found
from ledger.spoken.statements import PLAYED, Clause, Context, Tell
from ledger.web.games.thirteen import words

ALL = 13
CHOPPERS = words.HANG | words.RANKED | {"hai tứ quý": "hai_tu_quy"}
WON = (
    "(nhất|thắng|tới|về nhất|về trước|về đầu|tới nhất|tới trước|về"
    "|(hết|sạch) [bài|lá|cây] [trước|đầu tiên|trước tiên]|hết sạch [bài]|ăn|win|về đích [trước]"
    "|(chạy|ra|đi|đánh) (hết|sạch) [bài] [trước]|chạy [trước]|kết thúc [trước]"
    "|xong (trước|bài)|không còn [một] (lá|cây|con) nào)"
)
CARDS = "(lá|cây|con|quân) [bài]"
DUT = "(đút|đúc) [con] ba [bích]"
EACH = "mỗi (người|đứa|nhà|thằng|ông)"
LEFT = "[bị|chỉ] (còn|thua|ôm|kẹt|dính|giữ|cầm|mắc|chịu) [lại|nguyên] [đúng|tới|có|những]"


def won(seat: int) -> Tell:
    claims = (("winner", str(seat)), (f"left {seat}", "0"), PLAYED)
    return Tell((("winner", str(seat)),), claims)


def left(seat: int, cards: int) -> Tell:
    return Tell(((f"left-{seat}", str(cards)),), ((f"left {seat}", str(cards)), PLAYED))


def has_won(found: Found, context: Context) -> Iterator[Tell]:
    yield won(found.get("who") or found["he"])


def has_left(found: Found, context: Context) -> Iterator[Tell]:
    for seat in found.get("group", (found.get("who"),)):
        yield left(seat, found.get("cards", ALL))


def still_has(found: Found, context: Context) -> Iterator[Tell]:
    yield left(found["he"], found["cards"])


def all_others(found: Found, context: Context) -> Iterator[Tell]:
    yield Tell(kind="rest", later=(0, found["cards"]))


def others(found: Found, context: Context) -> Iterator[Tell]:
    yield Tell(kind="rest", later=(found["rest"], found.get("cards", ALL)))


def dut(found: Found, context: Context) -> Iterator[Tell]:
    if "who" in found:
        yield won(found["who"])
    yield Tell((("dut", "1"),), (PLAYED,))


def finish(tells: Sequence[Tell], seats: Sequence[int]) -> Sequence[Tell] | None:
    told = [tell for tell in tells if tell.kind != "rest"]
    known = {question for tell in told for question, _answer in tell.claims}
    for count, cards in (tell.later for tell in tells if tell.kind == "rest"):
        rest = [seat for seat in seats if f"left {seat}" not in known]
        if "winner" not in known or not rest or count not in (0, len(rest)):
            return None
        told += [left(seat, cards) for seat in rest]
    if any(("winner", str(seat)) in tell.claims for tell in told for seat in words.holders(told)):
        return None
    return words.chains(told)


GRAMMAR = Grammar(
    clauses=(
        Clause((f"<who> {WON}", "(nhất|về nhất|thắng|hết bài) <who>"), has_won, about="who"),
        Clause(("<he> (hết [sạch] bài|ra hết|về nhất|thắng)",), has_won, about="he"),
        Clause((f"<who> [{LEFT}] <cards> [{CARDS}]",), has_left, about="who"),
        Clause((f"<he> {LEFT} <cards> {CARDS}",), still_has, about="he"),
        Clause((f"<group> ({LEFT}|{EACH} [{LEFT}]) <cards> [{CARDS}]",), has_left),
        Clause((f"<who> {words.CONG}", f"<who> {words.UNPLAYED}"), has_left, about="who"),
        Clause((f"<group> [đều] {words.CONG}",), has_left),
        Clause((f"<who> [còn] <none> [{CARDS}]",), has_won, about="who"),
        Clause(
            (
                f"<rest> [đều] {words.CONG}",
                f"<rest> [{EACH}] [{LEFT}] <cards> [{CARDS}]",
            ),
            others,
        ),
        Clause((f"{EACH} [{LEFT}] <cards> {CARDS}",), all_others),
        Clause(
            (DUT, f"<who> {DUT}", f"<who> (kết thúc|kết|chốt [bài]|{WON}) bằng [con] ba bích"),
            dut,
            about="who",
        ),
        *words.CLAUSES,
    ),
    tables={
        **{name: phrases for name, phrases in common_words.TABLES.items() if name != "place"},
        **words.TABLES,
        "hang": CHOPPERS,
        "kind": words.KINDS,
    },
    slots={
        **common_words.SLOTS,
        **words.SLOTS,
        "cards": common_words.number(1, ALL),
        "none": common_words.number(0, 0),
    },
    fillers=common_words.FILLERS,
    slips={**common_words.SLIPS, **words.SLIPS},
    finish=finish,
    example={
        2: "{0} hết bài, {1} còn 5 lá thối heo đỏ",
        3: "{0} hết bài, {1} 5 lá, {2} 3 lá thối heo đỏ",
        4: "{0} hết bài, {1} 5 lá, {2} cóng, {3} 3 lá thối heo đỏ",
    },
)
