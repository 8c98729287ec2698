"""How an evening ended, to send around: a text, and a picture that says the same."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from django.utils.formats import date_format
from django.utils.timezone import localtime
from django.utils.translation import gettext as _

from ledger.books import balances
from ledger.books.settlement import Due
from ledger.common.amounts import amount, signed
from ledger.people.statistics import of_evening
from ledger.web.phone_table import Table
from ledger.web.settle.awards import awards
from ledger.web.settle.page import SettlingPage
from ledger.web.statistics.table_account import Account
from scoring.common.transfers import Reason

ROW, GAP = 48, 28
TITLE, BELOW = 56, 32
"""Where the name of the evening stands, and how far the band around it goes on below."""

FITS = 34
"""Letters of a line that leave room for an amount beside them."""

FULL = 40
"""Letters that fill a line; more are drawn narrower, so that no amount is cut off."""

CAPITAL = 1.5
"""How many small letters a capital is as wide as."""

AFTER_THE_ROUNDS = (Reason.SETTLEMENT, Reason.CARRIED)


@dataclass(frozen=True, slots=True)
class SummaryRow:
    """One line: words, and an amount or a state at its end; a heading stands alone."""

    words: str
    end: str = ""
    heading: bool = False
    sign: int = 0

    @property
    def long_words(self) -> bool:
        return _letters(self.words) > FULL

    @property
    def long_end(self) -> bool:
        return _letters(self.end) > FULL

    @property
    def lines(self) -> int:
        """How many it takes on the picture: a long one has its end on a line of its own."""
        return 2 if self.end and _letters(self.words) + _letters(self.end) > FITS else 1


def rows(table: Table, settling: SettlingPage) -> list[SummaryRow]:
    """What the rounds came to, who pays whom, the awards, and the mark that vouches for it."""
    session = table.session
    came, went = balances.carried(session)
    day = date_format(localtime(session.closed_at or session.opened_at), "j/n/Y")
    return [
        SummaryRow(session.name or table.title, day, heading=True),
        *map(_result, settling.accounts),
        *_carried(_("Mang từ bàn trước sang"), came, settling),
        *([] if went and settling.settled else _payments(settling)),
        *_carried(_("Đã mang sang bàn mới"), went, settling),
        *_awards(table),
        SummaryRow(_("Dấu sổ"), session.mark, heading=True),
    ]


def text(found: list[SummaryRow]) -> str:
    """The rows as a message, with an empty line before each further heading."""
    lines = []
    for at, row in enumerate(found):
        if row.heading and at:
            lines.append("")
        lines.append(f"{row.words} {row.end}".rstrip())
    return "\n".join(lines)


def placed(found: list[SummaryRow]) -> list[tuple[SummaryRow, int, int]]:
    """The rows as they stand on the picture, each with the place of its words and of its end."""
    rows: list[tuple[SummaryRow, int, int]] = []
    y = TITLE - ROW - GAP
    for row in found:
        y += ROW + (GAP if row.heading or len(rows) == 1 else 0)
        end = y + ROW * (row.lines - 1)
        rows.append((row, y, end))
        y = end
    return rows


def _letters(words: str) -> float:
    return len(words) + (CAPITAL - 1) * sum(letter.isupper() for letter in words)


def _result(account: Account) -> SummaryRow:
    """What the rounds gave, and where it differs what is left to pay or to get."""
    played = account.balance - sum(account.amounts.get(each, 0) for each in AFTER_THE_ROUNDS)
    left = _("còn %(balance)s") % {"balance": signed(account.balance)}
    end = signed(played) if played == account.balance else f"{signed(played)} ({left})"
    return SummaryRow(account.name, end, sign=played)


def _awards(table: Table) -> Iterator[SummaryRow]:
    found = list(awards(of_evening(table.session), table.names))
    if found:
        yield SummaryRow(_("Giải của buổi"), heading=True)
    yield from (SummaryRow(words, earned) for words, earned in found)


def _carried(title: str, sums: Mapping[int, int], settling: SettlingPage) -> Iterator[SummaryRow]:
    if sums:
        yield SummaryRow(title, heading=True)
    for account in settling.accounts:
        if balance := sums.get(account.seat, 0):
            yield SummaryRow(account.name, signed(balance), sign=balance)


def _payments(settling: SettlingPage) -> Iterator[SummaryRow]:
    yield SummaryRow(_("Ai trả ai"), heading=True)
    if settling.settled:
        yield SummaryRow(_("Cả bàn huề, không ai phải trả ai."))
    for item in settling.items:
        pair = {"debtor": item.debtor.name, "creditor": item.creditor.name}
        yield SummaryRow(_("%(debtor)s trả %(creditor)s") % pair, _state(item.due))


def _state(due: Due) -> str:
    whole = amount(due.payment.amount)
    if not due.rest:
        return f"{whole} ✓"
    if not due.paid:
        return whole
    progress = _("đã trả %(paid)s, còn %(rest)s") % {
        "paid": amount(due.paid),
        "rest": amount(due.rest),
    }
    return f"{whole} ({progress})"
