"""The ledger of a session as hledger reads it (hledger.org), the same in every language.

Each posting is a transaction. Each of its entries stands in two lines, what the payer loses and
what the payee gains, and each line asserts the balance right after it: `hledger check` adds the
evening up on its own and finds every changed digit.
"""

from collections import Counter, defaultdict
from collections.abc import Iterator
from datetime import date
from typing import Any

from django.http import HttpRequest, StreamingHttpResponse
from django.utils.timezone import localtime

from ledger.books.balances import MOVED
from ledger.exports.files import MADE_BY, send
from ledger.models import Entry, Session

POSTINGS_AT_ONCE = 100
POINTS = "points"
"""The commodity of a table without a currency."""

ESCAPES = str.maketrans(':;="[]', "：；＝＂［］")
"""Signs with a meaning in a journal, and the wide ones that look like them."""

POSTED = (
    *("number", "kind", "reason", "posted_at", "round__number", "round__result__transfers"),
    *("payment__number", "other__number", "carry__source", "carry__target"),
)
"""What is read of a posting; the entries of a round are its transfers, in their order."""

_Line = tuple[int, int, int, str]
"""Payer, payee, amount, and the tags that say why."""


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
    balances = Counter[int]()
    # What the journal is made of is declared, as strict checks want it.
    declared = "".join(f"account {account}\n" for account in accounts.values())
    yield f"; {session.mark}\n; {MADE_BY}\ncommodity 1,000. {unit}\n{declared}".encode()
    for postings in _pieces(session):
        lines = []
        for posting, entries in postings:
            day = max(day, localtime(posting.posted_at).date())
            lines += ["", f"{day} {_title(posting)}"]
            for payer, payee, amount, tags in entries:
                for seat, moved in ((payer, -amount), (payee, amount)):
                    balances[seat] += moved
                    after = f"{balances[seat]} {unit}"
                    lines.append(f"    {accounts[seat]}  {moved} {unit} = {after}  ; {tags}")
        yield "\n".join([*lines, ""]).encode()


def _pieces(session: Session) -> Iterator[list[tuple[Any, list[_Line]]]]:
    """Some postings at a time with their entries, oldest first; their numbers have no gaps."""
    postings, entries = session.postings.order_by("number"), Entry.objects.order_by("line")
    for start in range(0, session.posting_count, POSTINGS_AT_ONCE):
        some = range(start + 1, min(start + POSTINGS_AT_ONCE, session.posting_count) + 1)
        found = list(postings.filter(number__in=some).values_list(*POSTED, named=True))
        transfers = {posting.number: posting.round__result__transfers for posting in found}
        lines = defaultdict[int, list[_Line]](list)
        paid = entries.filter(posting__session=session, posting__number__in=some)
        for number, *moved, reason in paid.values_list("posting__number", *MOVED, "reason"):
            of_round = transfers[number]
            rule = f", rule:{of_round[len(lines[number])]['rule']}" if of_round else ""
            lines[number].append((*moved, f"reason:{reason}{rule}"))
        yield [(posting, lines[posting.number]) for posting in found]


def _title(posting: Any) -> str:
    """The first line of a transaction behind its day, and the words told with the posting."""
    told = posting.round__number or posting.payment__number or posting.other__number
    number = f" {told}" if told else ""
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
