"""What sentences about all games share: people, numbers, places, and words that mean nothing."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Final

from ledger.spoken.grammar import Phrases, spelt
from ledger.spoken.patterns import Found, Slot
from ledger.spoken.readings import Speech
from ledger.spoken.statements import Clause, Context, Tell, lost, place
from ledger.spoken.words import key

FILLERS: Final = (
    *("thì", "là", "mà", "rồi", "còn", "và", "xong", "nữa", "luôn", "cũng", "đều", "này", "nè"),
    *("ạ", "à", "ờ", "ừ", "ừm", "nhé", "nha", "nhá", "hen", "đó", "đấy", "ván", "ván này"),
    *("ván vừa rồi", "sau đó", "rồi tới", "rồi đến", "tiếp theo", "ghi", "kết quả"),
    *("kế", "kế đó", "kế đến", "kế tiếp", "tiếp đó", "tiếp đến", "vừa rồi", "vừa xong", "riêng"),
    *("chỉ", "chỉ có", "thôi", "nghe", "nghen", "vậy là", "thế là", "khỏi đánh", "khỏi chơi"),
    *("mình", "một mình", "chưa kịp đánh", "không kịp đánh", "đậm", "sát nút", "dễ dàng"),
    *("mấy bà", "mấy ông", "mấy anh", "mấy chị", "bà con", "anh em", "mấy bác"),
    *("không có gì", "không có gì đặc biệt", "không có gì thêm", "bình thường", "như thường"),
)
"""Words that may stand anywhere and mean nothing for the round."""

SLIPS: Final = {
    "nhứt": "nhất",
    "nhỳ": "nhì",
    "nhỉ": "nhì",
    "bẹt": "bét",
    "bệt": "bét",
    "lăm": "năm",
    "nhăm": "năm",
    "bẩy": "bảy",
    "mừơi": "mười",
    "mốt": "một",
    "quí": "quý",
    "đội": "đôi",
}
"""Wrong spellings and ways to speak, each with the word it stands for."""

DIGITS: Final = ("một", "hai", "ba", "bốn", "năm", "sáu", "bảy", "tám", "chín")


def _numbers() -> dict[str, int]:
    units = {name: number for number, name in enumerate(DIGITS, 1)}
    teens = {
        "mười": 10,
        "chục": 10,
        **{f"mười {name}": 10 + number for name, number in units.items()},
    }
    tens = {
        f"{name} mươi {unit}".strip(): 10 * number + more
        for name, number in units.items()
        if number > 1
        for unit, more in {"": 0, **units, "tư": 4}.items()
    }
    round_tens = {f"{name} chục": 10 * number for name, number in units.items()}
    return units | teens | tens | round_tens


NUMBERS: Final = _numbers()
"""1 to 99 in words."""

LAST: Final = 0
"""The last of those who have a place at all, however many that are."""

PLACES: Final = {
    "nhất": 1,
    "thứ nhất": 1,
    "số một": 1,
    "đầu": 1,
    "nhì": 2,
    "thứ nhì": 2,
    "thứ hai": 2,
    "ba": 3,
    "thứ ba": 3,
    "thứ tư": 4,
    "bét": LAST,
    "chót": LAST,
    "cuối": LAST,
    "bét bảng": LAST,
    "bét nhè": LAST,
    "đội sổ": LAST,
    "chót bảng": LAST,
    "sau cùng": LAST,
    "sau chót": LAST,
    "cuối cùng": LAST,
}
"""The places in words of their own; the others are counted: "An một, Bình hai"."""

COUNTED: Final = PLACES | {"một": 1, "hai": 2, "tư": 4, "bốn": 4}

RESTS: Final = {
    **dict.fromkeys(("còn lại", "mấy người còn lại", "những người còn lại", "mấy người kia"), 0),
    **dict.fromkeys(("cả làng", "cả bàn", "tất cả", "mọi người", "cả đám", "cả hội"), 0),
    **dict.fromkeys(("ai cũng", "đứa nào cũng", "người nào cũng"), 0),
    **{
        f"{many} {who} {which}": 0
        for many in ("mấy", "những", "các")
        for who in ("người", "đứa", "nhà", "thằng", "ông", "bà")
        for which in ("kia", "khác", "còn lại")
    },
    **{
        f"{number} {who} {which}".strip(): count
        for number, count in (("hai", 2), ("ba", 3))
        for who in ("người", "đứa", "nhà", "thằng", "ông")
        for which in ("kia", "còn lại", "")
    },
}
"""Everybody not spoken of otherwise; of how many, where that is said."""

ORDERS: Final = {
    "nhất nhì": (1, 2),
    "nhất nhì ba": (1, 2, 3),
    "nhất nhì bét": (1, 2, LAST),
    "nhất nhì ba bét": (1, 2, 3, LAST),
    "nhất nhì ba tư": (1, 2, 3, 4),
    "nhì ba": (2, 3),
    "nhì bét": (2, LAST),
    "nhì ba bét": (2, 3, LAST),
    "ba bét": (3, LAST),
}
"""Several places said at once, before or after the names."""

ANDS: Final = dict.fromkeys(("và", "với", "cùng", "+", "&"), True)

TABLES: Final[Mapping[str, Phrases]] = {
    "place": PLACES,
    "lowest": {name: at for name, at in PLACES.items() if at == LAST},
    "rest": RESTS,
    "and": ANDS,
    "order": ORDERS,
    "number": NUMBERS,
}


def who(heard: Speech, at: int, context: Context) -> Iterator[tuple[int, int]]:
    """A player, named."""
    for start in heard.starts(at):
        yield from heard.players(start)


def he(heard: Speech, at: int, context: Context) -> Iterator[tuple[int, int]]:
    """A player, named or just spoken of."""
    yield from who(heard, at, context)
    if context.subject is not None:
        yield context.subject, at


def group(heard: Speech, at: int, context: Context) -> Iterator[tuple[tuple[int, ...], int]]:
    """Several players: "Bình và Cường", or "Bình, Cường, Dũng" where no name stands before."""
    for start in heard.starts(at):
        joined = start > 0 and not heard.words[start - 1].is_pause
        for found, end, linked in _more(heard, start, (), context):
            after_a_name = joined and heard.names_somebody(start - 1)
            if len(found) == 1 or linked or not after_a_name:
                yield found, end


def _more(
    heard: Speech, at: int, found: tuple[int, ...], context: Context
) -> Iterator[tuple[tuple[int, ...], int, bool]]:
    links = {at: False}
    for start in heard.starts(at) if found else ():
        links[start] = False
        if any(heard.says(start, word) for word in AND):
            links[start + 1] = True
    for start, linked in links.items():
        for seat, end in heard.players(start):
            if seat not in found:
                longer = (*found, seat)
                yield longer, end, linked or len(longer) == 1
                for more, last, all_linked in _more(heard, end, longer, context):
                    yield more, last, all_linked and (linked or len(longer) == 1)


def number(least: int, most: int) -> Slot:
    """A slot for a whole number, in figures or in words."""

    def here(heard: Speech, at: int, context: Context) -> Iterator[tuple[int, int]]:
        for start in heard.starts(at):
            for found, end in _number(heard, start):
                if least <= found <= most:
                    yield found, end

    return here


def _number(heard: Speech, at: int) -> Iterator[tuple[int, int]]:
    text = heard.words[at].text
    if text.isascii() and text.isdigit():
        if len(text) < 4:
            yield int(text), at + 1
        return
    for words, found in SPELT_NUMBERS:
        if heard.says_all(at, words):
            yield found, at + len(words)


SPELT_NUMBERS: Final = tuple((spelt(phrase), found) for phrase, found in NUMBERS.items())
AND: Final = frozenset(map(key, ANDS))

SLOTS: Final[dict[str, Slot]] = {
    **dict.fromkeys(("who", "victim"), who),
    "he": he,
    "group": group,
}


def finished(found: Found, context: Context) -> Iterator[Tell]:
    """Somebody's place; the last one's is known once all is told."""
    at: int = found.get("place", LAST)
    yield Tell(kind="last", later=found["who"]) if at == LAST else place(found["who"], at)


def finished_too(found: Found, context: Context) -> Iterator[Tell]:
    """The place of whoever was spoken of."""
    return finished(found | {"who": found["he"]}, context)


def finished_in_order(found: Found, context: Context) -> list[Tell] | None:
    """The places of several, the first named the first."""
    named = found["group"]
    order = found.get("order", tuple(range(1, len(named) + 1)))
    if len(named) < 2 or len(named) != len(order):
        return None
    each = zip(named, order, strict=True)
    return [tell for seat, at in each for tell in finished({"who": seat, "place": at}, context)]


def spared(found: Found, context: Context) -> Iterator[Tell]:
    """Somebody who is none of "all others", whatever his place."""
    yield Tell(kind="spared", later=found["who"])


def all_but(found: Found, context: Context) -> Iterator[Tell]:
    yield from all_others(found, context)
    yield from spared(found, context)


IN_ORDER: Final = Clause(
    (
        "<group> [về] (lần lượt|[theo] thứ tự) [về] [<order>]",
        "<group> [về] <order>",
        "[về] (lần lượt|[theo] thứ tự) [về] <group>",
        "<order> [lần lượt|theo thứ tự] <group>",
    ),
    finished_in_order,
)

GOES_ON: Final = Clause(("<he> (về|đứng|xếp) <place>",), finished_too, about="he")

PLACED: Final = Clause(
    (
        "<who> [về|đứng|được|xếp|tới|ăn] <place>",
        "<who> (thua|rớt) <lowest>",
        "[về|đứng] <place> <who>",
        "<who> [về|đứng|được|xếp] hạng <place>",
        "[về|đứng] hạng <place> <who>",
    ),
    finished,
    about="who",
)


def places_settled(tells: Sequence[Tell], seats: Sequence[int], field: str) -> list[Tell] | None:
    """The tells with "the last" and "all others" put as places and as `field` (cóng, móm)."""
    last = {tell.later for tell in tells if tell.kind == "last"}
    free = {tell.later for tell in tells if tell.kind == "spared"} | last
    placed = {
        seat for seat in seats if any(q == f"place {seat}" for t in tells for q, _a in t.claims)
    }
    told = [tell for tell in tells if tell.kind not in ("last", "rest", "spared")]
    for tell in tells:
        if tell.kind == "rest":
            others = [seat for seat in seats if seat not in placed | free]
            if not others or tell.later not in (0, len(others)):
                return None
            told += [lost(field, seat) for seat in others]
    if len({tell for tell in told if _is_place(tell)}) < sum(map(_is_place, told)):
        return None
    losing = {value for tell in told for name, value in tell.fields if name == field}
    at = len(seats) - len(losing)
    return told + [place(seat, at) for seat in last]


def _is_place(tell: Tell) -> bool:
    return any(name.startswith("place-") for name, _value in tell.fields)


def all_others(found: Found, context: Context) -> Iterator[Tell]:
    yield Tell(kind="rest", later=found["rest"])
