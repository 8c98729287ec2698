"""The ledger of a session as hledger reads it (hledger.org), the same in every language.

Each posting is a transaction. Each of its entries stands in two lines, what the payer loses and
what the payee gains, and each line asserts the balance right after it: `hledger check` adds the
evening up on its own and finds every changed digit.
"""

from collections.abc import Iterator
from datetime import date
from typing import Any

from django.http import HttpRequest, StreamingHttpResponse
from django.utils.timezone import localtime

from ledger.books.entries import LedgerEntry, ledger_entries
from ledger.exports.files import MADE_BY, send
from ledger.models import Session

POSTINGS_AT_ONCE = 100
POINTS = "points"
"""The commodity of a table without a currency."""

ESCAPES = str.maketrans(':;="[]', "：；＝＂［］")
"""Signs with a meaning in a journal, and the wide ones that look like them."""

POSTED = (
    *("number", "kind", "reason", "posted_at", "round__number", "round__result__transfers"),
    *("payment__number", "other__number", "carry__source", "carry__target"),
)
"""What is read of a posting."""


def download_journal(
    request: HttpRequest, session: Session, *, for_programs: bool = False
) -> StreamingHttpResponse:
    """The journal as an answer that is made while it is sent."""
    stem = session.pk if for_programs else session.name or session.pk
    kind = "text/plain; charset=utf-8"
    return send(request, f"{stem}-ledger.journal", kind, as_journal(session))


def as_journal(session: Session) -> Iterator[bytes]:
    """The journal piece by piece; it ends with the newest posting when the session was read.

    Days never go back, whatever a clock did: hledger adds up by day.
    """
    name, day = _line(session.currency) or POINTS, date.min
    unit = name if name.isalpha() else f'"{name}"'
    seats = session.seats.order_by("number").values_list("number", "name")
    accounts = {seat: f"{session.pk}:{_line(f'{seat} {name}')}" for seat, name in seats}
    # What the journal is made of is declared, as strict checks want it.
    declared = "".join(f"account {account}\n" for account in accounts.values())
    yield f"; {session.public_mark}\n; {MADE_BY}\ncommodity 1,000. {unit}\n{declared}".encode()
    entries = ledger_entries(session)
    entry = next(entries, None)
    for postings in _pieces(session):
        lines = []
        for posting in postings:
            day = max(day, localtime(posting.posted_at).date())
            lines += ["", f"{day} {_title(posting)}"]
            while entry and entry.posting == posting.number:
                tags = _tags(entry, posting)
                for seat, moved in ((entry.payer, -entry.amount), (entry.payee, entry.amount)):
                    after = f"{entry.balances[seat]} {unit}"
                    lines.append(f"    {accounts[seat]}  {moved} {unit} = {after}  ; {tags}")
                entry = next(entries, None)
        yield "\n".join([*lines, ""]).encode()


def _pieces(session: Session) -> Iterator[list[Any]]:
    """Some postings at a time, oldest first."""
    postings = session.postings.order_by("number").values_list(*POSTED, named=True)
    for start in range(0, session.posting_count, POSTINGS_AT_ONCE):
        yield list(postings[start : min(start + POSTINGS_AT_ONCE, session.posting_count)])


def _tags(entry: LedgerEntry, posting: Any) -> str:
    """Why it was paid; the entries of a round are its transfers, in their order."""
    transfers = posting.round__result__transfers
    rule = f", rule:{transfers[entry.line - 1]['rule']}" if transfers else ""
    return f"reason:{entry.reason}{rule}"


def _title(posting: Any) -> str:
    """The first line of a transaction behind its day, and the words told with the posting."""
    item = posting.round__number or posting.payment__number or posting.other__number
    number = f" {item}" if item else ""
    tags = f"posting:{posting.number}, time:{localtime(posting.posted_at):%H:%M:%S%z}"
    tags += f", kind:{posting.kind}"
    if posting.round__number:
        tags += f", round:{posting.round__number}"
    if posting.carry__source:
        tags += f", from:{posting.carry__source}, to:{posting.carry__target}"
    words = f"\n    ; {_line(posting.reason)}" if posting.reason else ""
    return f"({posting.number}) {posting.kind}{number}  ; {tags}{words}"


def _line(text: str) -> str:
    """Text that ends no name, begins no comment or tag and has no two spaces in a row."""
    return " ".join(text.translate(ESCAPES).split())
