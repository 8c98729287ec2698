"""Heo, hàng, chặt and tới trắng in words: what the sentences of both Tiến lên games share."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from ledger.spoken.patterns import Phrases, Slot, in_table
from ledger.spoken.shared_words import nexts, number
from ledger.spoken.statements import PLAYED, Clause, Statement, Values, later, one
from ledger.spoken.transcript import Transcript
from ledger.web.games.thirteen.form import MOST_CHAINS, MOST_PLAYS

SLIPS = {
    "thúi|thói|thuối": "thối",
    "hèo|hẻo": "heo",
    "chặc|chạc|chạt|chắt": "chặt",
    "bá": "ba",
    "bít": "bích",
    "chuồng|nhép|tép": "chuồn",
    "cống|còng|công": "cóng",
    "sám": "xám",
}

_HEO = "([một] [con] heo|[con] hai)"
_TWO_HEO = "((đôi|cặp|hai [con]|đôi con) heo|đôi hai)"
_BOTH_COLOURS = "(một đen một đỏ|đen đỏ|đỏ đen|một đỏ một đen)"
_ONE_HEO = {
    f"{_HEO} đen": "heo_den",
    f"{_HEO} đỏ": "heo_do",
    f"{_HEO} (bích|♠)": "2S",
    f"{_HEO} (chuồn|♣)": "2C",
    f"{_HEO} (rô|♦)": "2D",
    f"{_HEO} (cơ|♥)": "2H",
}
_FOUR = "tứ quý (ba|bốn|năm|sáu|bảy|tám|chín|mười|bồi|đầm|già|ách|xì|át|j|q|k|a)"
"""Of which rank, no rule asks."""

HANG = {
    "ba đôi thông": "ba_doi_thong",
    "tứ quý": "tu_quy",
    "bốn đôi thông": "bon_doi_thong",
}
CHOPPERS = {**HANG, _FOUR: "tu_quy"}

KINDS = {
    "tứ quý ba": "tu_quy_3",
    "ba đôi thông [có] ba bích": "ba_doi_thong_3_bich",
    "sảnh rồng": "sanh_rong",
    "sáu đôi": "sau_doi",
    "sáu đôi thông": "sau_doi_thong",
    "năm đôi thông": "nam_doi_thong",
    "bốn xám": "bon_sam",
    "hai tứ quý": "hai_tu_quy",
    "tứ quý (heo|hai)": "tu_quy_heo",
    "đồng màu": "dong_mau",
}
"""The hands that win at once."""

HELD: Phrases = {
    **{phrase: (code,) for phrase, code in (_ONE_HEO | CHOPPERS).items()},
    f"{_TWO_HEO} đen": ("2S", "2C"),
    f"{_TWO_HEO} đỏ": ("2D", "2H"),
    f"{_TWO_HEO} {_BOTH_COLOURS}": ("heo_den", "heo_do"),
    "(bốn [con]|tứ quý) heo": ("2S", "2C", "2D", "2H"),
}
"""What can be held at the end."""

CHOPPED: Phrases = {
    **_ONE_HEO,
    **CHOPPERS,
    f"{_TWO_HEO} đen": "heo_den+heo_den",
    f"{_TWO_HEO} đỏ": "heo_do+heo_do",
    f"{_TWO_HEO} {_BOTH_COLOURS}": "heo_den+heo_do",
}
"""What can be chopped."""


Items = tuple[str, ...]
Play = tuple[int | None, str]
"""Who played, and with what; what was not said is None or empty."""


@dataclass(frozen=True, slots=True)
class Chop:
    """Somebody's play chopped another; `again` goes on with the chain before."""

    play: Play
    chopped: Play
    again: bool

    def goes_on(self, last: Play) -> bool:
        return self.again or (self.chopped[1] in HANG.values() and self.chopped == last)

    def follows(self, last: Play) -> bool:
        """Whether it can chop this play."""
        victim, cards = self.chopped
        others = self.play[0] != last[0] and victim in (None, last[0])
        return others and cards in ("", last[1])


def chop(values: Values) -> list[Statement] | None:
    """A chặt; nobody chops himself."""
    play = one(values), values.get("hang", "")
    chopped = values.get("victim"), values.get("chopped", "")
    if play[0] == chopped[0]:
        return None
    return [Statement(claims=(PLAYED,), kind="chop", later=Chop(play, chopped, "again" in values))]


def thoi(values: Values) -> Iterator[Statement]:
    """What somebody still held."""
    return (Statement(((f"held-{one(values)}", item),)) for item in values["items"])


def white(values: Values) -> Iterator[Statement]:
    """A tới trắng; of which kind, where that was said."""
    player, kind = str(one(values)), values.get("kind", "")
    fields = (("toi-trang-player", player), *([("toi-trang-kind", kind)] if kind else []))
    yield Statement(fields, (("over", "white"), ("white", player)))


CONG = (
    "[chạy không kịp|không kịp chạy] [bị|chết|dính] cóng [bài|hết|cả|sạch|hết cả]"
    " [[còn|ôm] nguyên] [[còn|ôm] [nguyên|cả] <thirteen> (lá|cây|con)]"
)
UNPLAYED = "(chưa|không) (đánh|ra|đi|bỏ) [được] [một] (lá|cây|con|quân) (nào|gì)"
ALL_HELD = "(còn|ôm|giữ|cầm) [nguyên] [đủ|cả] <thirteen> (lá|cây|con)"
"""What it is called, and told by, that somebody played no card."""

WITH = "[lấy|dùng|cầm|đem|có]"
BY = "(bằng|với) <hang>"
CLAUSES = (
    Clause(
        (
            f"<who> <cut> <chopped> [của] <victim> [{BY}]",
            f"<who> <cut> <colourless> [của] <victim> [{BY}]",
            f"<who> <cut> <victim> (<chopped>|<colourless>) [{BY}]",
            f"<who> <cut> <chopped> [{BY}]",
            f"<who> {WITH} <hang> [để|đi] <cut> (<chopped>|<colourless>) [của] <victim>",
            f"<who> {WITH} <hang> [để|đi] <cut> <victim> (<chopped>|<colourless>)",
            f"[bị] <who> <again> [<victim>] [{BY}]",
            f"<who> {WITH} <hang> [để|đi] <again> [<victim>]",
            f"<who> <again> <chopped> [của] <victim> [{BY}]",
        ),
        chop,
    ),
    Clause(
        (
            f"<victim> bị <who> <cut> (<chopped>|<colourless>) [{BY}]",
            f"<victim> bị <who> {WITH} <hang> [để|đi] <cut> (<chopped>|<colourless>)",
            "<victim> (đánh|ra) <chopped> bị <who> <cut> [bằng] [<hang>]",
            "<victim> mất <chopped> cho <who>",
            f"(<chopped>|<colourless>) [của] <victim> bị <who> <cut> [{BY}]",
            f"(<chopped>|<colourless>) [của] <victim> bị <who> {WITH} <hang> [để|đi] <cut>",
        ),
        chop,
    ),
    Clause(
        (
            "<he> [bị|còn] (thối|giam|ôm|dính|chết|kẹt|giữ|cầm|mắc) [lại] <items>",
            "<he> [trong đó] (còn|có|cầm) <items> [trên tay]",
            "<he> trong đó <items>",
        ),
        thoi,
    ),
    Clause(
        ("<who> <white> [bằng] [<kind>]", "<who> trắng <kind>", "<who> [có] <kind> <white>"), white
    ),
)

TABLES: Mapping[str, Phrases] = {
    "chopped": CHOPPED,
    "colourless": {"[con|đôi|cặp|hai con] heo": ""},
    "cut": {"chặt|chém|bắt": True},
    "again": {"chặt (chồng|lại|tiếp|đè)|đè [tiếp|lại]|chồng": True},
    "white": {"(tới|ăn|về|thắng) trắng": True},
    "held": HELD,
    "kind": KINDS,
}
"""A heo that is `colourless` has a colour still to be asked."""


HELD_ONE = in_table(HELD)


def items(transcript: Transcript, at: int) -> Iterator[tuple[Items, int]]:
    """One thing held or several; no thing twice."""
    for found, end in HELD_ONE(transcript, at):
        yield found, end
        for start in nexts(transcript, end):
            for more, last in items(transcript, start):
                if not set(found) & set(more):
                    yield found + more, last


SLOTS: dict[str, Slot] = {"items": items, "thirteen": number(13, 13)}


def chains(statements: Sequence[Statement]) -> list[Statement] | None:
    """The chops as chains; None where one goes on with none, or with another player's play."""
    built: list[list[Play]] = []
    for chop in later(statements, "chop"):
        last = built[-1][-1] if built else (None, "")
        if not chop.goes_on(last) or (not built and chop.chopped[0]):
            built.append([chop.chopped, chop.play])
        elif built and chop.follows(last):
            built[-1].append(chop.play)
        else:
            return None
    if len(built) > MOST_CHAINS or any(len(chain) > MOST_PLAYS for chain in built):
        return None
    fields = (
        (f"chat-{number}-{at}-{what}", str(value))
        for number, chain in enumerate(built)
        for at, play in enumerate(chain)
        for what, value in zip(("player", "cards"), play, strict=True)
        if value
    )
    return [*statements, Statement(tuple(fields))]
