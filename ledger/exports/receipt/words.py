"""What people read in a receipt, and what the script that checks it says."""

from collections.abc import Sequence
from decimal import Decimal
from functools import cached_property
from itertools import chain

from django.utils.formats import get_format
from django.utils.timezone import localtime
from django.utils.translation import gettext as _

from ledger.books.numbering import Numbering, numbering
from ledger.common.bidi import isolated
from ledger.common.signature import fingerprint
from ledger.common.strict_json import Object
from ledger.exports.receipt.documents import ReceiptBook, moved
from ledger.models import Change, Posting, Session
from ledger.tables.log_lines import Log

Kind = Posting.Kind
THOUSAND = 1000
LETTERS = 30
"""Of a row that are large enough on every phone."""

CROSS = "✕"
"""Before what is taken back."""

IN_ROWS = {Change.Kind.RECORDED}
"""Lines of the log that have a row of their own and say no more."""


class Words:
    """The words of one receipt, in the language of its reader."""

    def __init__(self, session: Session, book: ReceiptBook) -> None:
        self.session, self.book = session, book
        self.names = {seat: name or f"#{seat}" for seat, name in book.people[2]}

    @cached_property
    def numbers(self) -> Numbering:
        return numbering(self.session)

    @property
    def people(self) -> list[tuple[int, str, str]]:
        """Seat, name and balance of each."""
        balances, apart = self.book.balances, self.for_script["signs"][0]
        return [(seat, name, signed(balances[seat], apart)) for seat, name in self.names.items()]

    @property
    def title(self) -> str:
        return self.session.name or ", ".join(self.names.values())

    @property
    def day(self) -> str:
        return f"{localtime(self.session.opened_at):%-d/%-m/%Y}"

    @property
    def in_thousands(self) -> bool:
        return bool(self.for_script["unit"] == THOUSAND)

    @property
    def width(self) -> int:
        """Letters of a column: all of every sum, and of a name what there is room for."""
        cells = chain.from_iterable(row.split("\t") for row in self.rows)
        room = LETTERS // (1 + len(self.names))
        names = (min(len(name) + 1, room) for name in self.names.values())
        return max([4, *(len(cell) + 1 for cell in cells), *names])

    @property
    def unreadable(self) -> str:
        return _("Không khớp: không đọc được các ván trong tệp.")

    @property
    def table(self) -> str:
        """The rows, with the beginnings of the names over their columns."""
        heads = (isolated(name[: self.width - 1]) for name in self.names.values())
        return "\n".join(["\t".join(["", *heads]), *self.rows])

    @cached_property
    def rows(self) -> list[str]:
        return rows(self.book, self.for_script)

    @property
    def before(self) -> int:
        """How many rounds are summed up, as people count them."""
        rounds = (each["round"] for each in self.book.postings if each["kind"] == "round")
        first = next((each["number"] for each in rounds), self.session.round_count + 1)
        return self.numbers.at(first) - 1 if self.book.before["count"] else 0

    @property
    def log(self) -> list[str]:
        """The lines of the log that say more than that a round was recorded, oldest first."""
        lines = Log(self.session, self.names, self.numbers).page(None, len(self.book.lines))
        shown = [each for each in reversed(lines) if each[0].kind not in IN_ROWS]
        return [f"{localtime(line.made_at):%H:%M} {_text(words)}" for line, _who, words in shown]

    @property
    def fingerprint(self) -> str:
        """In groups of four digits."""
        whole = fingerprint()
        return "-".join(whole[at : at + 4] for at in range(0, len(whole), 4))

    @cached_property
    def for_script(self) -> Object:
        """All that the script works with."""
        amounts = chain(*(moved(each).values() for each in self.book.postings))
        whole = [*amounts, *self.book.before["balances"].values()]
        words = {
            "labels": [self._label(each) for each in self.book.postings],
            "unit": 1 if any(each % (THOUSAND // 10) for each in whole) else THOUSAND,
            "signs": [get_format("THOUSAND_SEPARATOR"), get_format("DECIMAL_SEPARATOR")],
            "says": says(),
        }
        return self.book.as_json() | words

    def _label(self, posting: Object) -> Object:
        """The number that people give its round, and what else there is to say in one word."""
        kind: str = posting["kind"]
        if kind == Kind.ROUND:
            return {"sign": "", "number": self.numbers.at(posting["round"]["stands_for"])}
        if kind == Kind.VOID:
            return {"sign": CROSS, "number": self.numbers.of_number(posting["round"])}
        return {"sign": _labels()[kind], "number": None}


def signed(amount: int, apart: str) -> str:
    """An amount with its sign, thousands kept apart."""
    sign = "+" if amount > 0 else "−" if amount < 0 else ""
    return sign + f"{abs(amount):,}".replace(",", apart)


def rows(book: ReceiptBook, json: Object) -> list[str]:
    """A line for each posting: what it is, then what it did to each balance."""
    seats = [seat for seat, _name in book.people[2]]
    before = {int(seat): sum for seat, sum in book.before["balances"].items()}
    how = seats, json["unit"], json["signs"][1]
    lines = [_row("…", before, *how)] if book.before["count"] else []
    for label, posting in zip(json["labels"], book.postings, strict=True):
        name = f"{label['sign']}{label['number'] or ''}"
        lines.append(_row(name, moved(posting), *how))
    return lines


def _row(label: str, sums: dict[int, int], seats: Sequence[int], unit: int, point: str) -> str:
    cells = (Decimal(sums.get(seat, 0)) / unit for seat in seats)
    texts = (f"{each:+}".replace(".", point) if each else "" for each in cells)
    return "\t".join([label, *texts])


def _text(words: Object) -> str:
    return f"{words['words']} “{words['word']}”" if words.get("word") else str(words["words"])


def _labels() -> dict[str, str]:
    return {
        Kind.PAYMENT: _("trả"),
        Kind.UNPAID: CROSS + _("trả"),
        Kind.CARRIED: _("mang"),
        Kind.UNCARRIED: CROSS + _("mang"),
        Kind.MANUAL: _("khác"),
        Kind.MANUAL_VOID: CROSS + _("khác"),
    }


def says() -> dict[str, str]:
    """The sentences of the script, by the outcome of a check."""
    return {
        "good": _("Khớp: từ lúc khoá dưới đây ký chưa ai sửa gì, các ván ra đúng dấu sổ."),
        "chain": _("Không khớp: các ván không ra dấu sổ này."),
        "names": _("Không khớp: tên không phải tên trong sổ."),
        "rows": _("Không khớp: số hay tên hiện ra khác với các ván."),
        "mark": _("Không khớp: khoá này không ký dấu sổ này."),
        "words": _("Không khớp: chữ trong tệp đã bị sửa."),
        "key": _(
            "Có đúng là khoá của bàn không? Gõ vân tay ở trang Nhật ký của một máy đã xem bàn."
        ),
        "same": _("Đúng khoá mà máy ấy giữ."),
        "other": _("Gõ đúng thì đây không phải khoá mà máy ấy giữ: đừng tin tệp này."),
    }
