"""A round of Tiến lên by cards left in one sentence: "An hết bài, Bình 5 lá, Cường cóng"."""

from collections.abc import Iterator, Sequence

from ledger.spoken import shared_words
from ledger.spoken.statements import (
    PLAYED,
    Clause,
    Statement,
    Values,
    by_seat,
    later,
    listed,
    one,
)
from ledger.spoken.vocabulary import Vocabulary
from ledger.web.games.thirteen import words

ALL = 13
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


def won(seat: int) -> Statement:
    claims = (("winner", str(seat)), (f"left {seat}", "0"), PLAYED)
    return Statement((("winner", str(seat)),), claims)


def left(seat: int, cards: int) -> Statement:
    return Statement(((f"left-{seat}", str(cards)),), ((f"left {seat}", str(cards)), PLAYED))


def has_won(values: Values) -> Iterator[Statement]:
    yield won(one(values))


def has_left(values: Values) -> Iterator[Statement]:
    return (left(seat, values.get("cards", ALL)) for seat in values["seats"])


def others(values: Values) -> Iterator[Statement]:
    yield Statement(kind="rest", later=(values.get("rest", 0), values.get("cards", ALL)))


def dut(values: Values) -> Iterator[Statement]:
    yield Statement((("dut", "1"),), (PLAYED,))
    yield from map(won, values.get("seats", ()))


def finish(statements: Sequence[Statement], seats: Sequence[int]) -> Sequence[Statement] | None:
    """All others have so many cards left; the winner holds nothing."""
    told, winners = list(statements), listed(statements, "winner")
    rest = set(seats) - winners - by_seat(statements, "left").keys()
    for count, cards in later(statements, "rest"):
        if not winners or not rest or count not in (0, len(rest)):
            return None
        told += [left(seat, cards) for seat in rest]
    return None if winners & by_seat(told, "held").keys() else words.chains(told)


VOCABULARY = Vocabulary(
    clauses=(
        Clause(
            (
                f"<who> {WON}",
                "(nhất|về nhất|thắng|hết bài) <who>",
                "<he> (hết [sạch] bài|ra hết|về nhất|thắng)",
                f"<who> [còn] <none> [{CARDS}]",
            ),
            has_won,
        ),
        Clause(
            (
                f"<who> [{LEFT}] <cards> [{CARDS}]",
                f"<he> {LEFT} <cards> {CARDS}",
                f"<group> ({LEFT}|{EACH} [{LEFT}]) <cards> [{CARDS}]",
                f"<who> {words.UNPLAYED}",
                f"<group> [đều] {words.CONG}",
            ),
            has_left,
        ),
        Clause(
            (
                f"<rest> [đều] {words.CONG}",
                f"<rest> [{EACH}] [{LEFT}] <cards> [{CARDS}]",
                f"{EACH} [{LEFT}] <cards> {CARDS}",
            ),
            others,
        ),
        Clause(
            (f"[<who>] {DUT}", f"<who> (kết thúc|kết|chốt [bài]|{WON}) bằng [con] ba bích"),
            dut,
        ),
        *words.CLAUSES,
    ),
    tables={
        **words.TABLES,
        "hang": words.CHOPPERS | {"hai tứ quý": "hai_tu_quy"},
    },
    slots={
        **words.SLOTS,
        "cards": shared_words.number(1, ALL),
        "none": shared_words.number(0, 0),
    },
    slips=words.SLIPS,
    finish=finish,
    example={
        2: "{0} hết bài, {1} còn 5 lá thối heo đỏ",
        3: "{0} hết bài, {1} 5 lá, {2} 3 lá thối heo đỏ",
        4: "{0} hết bài, {1} 5 lá, {2} cóng, {3} 3 lá thối heo đỏ",
    },
)
