"""The ledger of a session as hledger reads it (hledger.org), the same in every language.

Each posting is a transaction. Each of its entries stands in two lines, what the payer loses and
what the payee gains, and each line asserts the balance right after it: `hledger check` adds the
evening up on its own and finds every changed digit.
"""

from collections import Counter
from collections.abc import Iterator, Mapping
from datetime import date

from django.db.models import Prefetch, QuerySet
from django.http import HttpRequest, StreamingHttpResponse
from django.utils.timezone import localtime

from ledger.exports.files import send
from ledger.models import Entry, Posting, Session

POSTINGS_AT_ONCE = 100
POINTS = "points"
"""The commodity of a table without a currency."""

ESCAPES = str.maketrans(':;="[]', "：；＝＂［］")
"""Signs with a meaning in a journal, and the wide ones that look like them."""


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
    unit, day = _commodity(session), date.min
    seats = session.seats.order_by("number")
    accounts = {seat.pk: f"{session.pk}:{_line(f'{seat.number} {seat.name}')}" for seat in seats}
    balances = Counter[int]()
    yield _head(accounts, unit).encode()
    for postings in _pieces(session):
        lines = []
        for posting in postings:
            day = max(day, localtime(posting.posted_at).date())
            lines += ["", f"{day} {_title(posting)}"]
            for entry in posting.entries.all():
                tags = _tags(posting, entry)
                moves = (entry.payer_id, -entry.amount), (entry.payee_id, entry.amount)
                for seat, moved in moves:
                    balances[seat] += moved
                    after = f"{balances[seat]} {unit}"
                    lines.append(f"    {accounts[seat]}  {moved} {unit} = {after}  ; {tags}")
        yield "\n".join([*lines, ""]).encode()


def _pieces(session: Session) -> Iterator[QuerySet[Posting]]:
    """Some postings at a time with their entries, oldest first; their numbers have no gaps."""
    postings = session.postings.select_related("round", "payment", "other", "carry")
    postings = postings.defer("round__facts").order_by("number")
    ordered = postings.prefetch_related(Prefetch("entries", Entry.objects.order_by("line")))
    for start in range(0, session.posting_count, POSTINGS_AT_ONCE):
        end = min(start + POSTINGS_AT_ONCE, session.posting_count)
        yield ordered.filter(number__gt=start, number__lte=end)


def _tags(posting: Posting, entry: Entry) -> str:
    """Why an entry was made; those of a round are its transfers, in their order."""
    if posting.round is None:
        return f"reason:{entry.reason}"
    rule = posting.round.result["transfers"][entry.line - 1]["rule"]
    return f"reason:{entry.reason}, rule:{rule}"


def _head(accounts: Mapping[int, str], unit: str) -> str:
    """What the journal is made of, declared as strict checks want it."""
    seats = "".join(f"account {account}\n" for account in accounts.values())
    return f"commodity 1,000. {unit}\n{seats}"


def _title(posting: Posting) -> str:
    """The first line of a transaction behind its day, and the words told with the posting."""
    told = posting.round or posting.payment or posting.other
    number = f" {told.number}" if told else ""
    tags = f"posting:{posting.number}, time:{localtime(posting.posted_at):%H:%M:%S%z}"
    tags += f", kind:{posting.kind}"
    if posting.round:
        tags += f", round:{posting.round.number}"
    if posting.carry:
        tags += f", from:{posting.carry.source_id}, to:{posting.carry.target_id}"
    words = f"\n    ; {_line(posting.reason)}" if posting.reason else ""
    return f"({posting.number}) {posting.kind}{number}  ; {tags}{words}"


def _commodity(session: Session) -> str:
    """The session's currency; in quotes where it is more than letters."""
    name = _line(session.currency) or POINTS
    return name if name.isalpha() else f'"{name}"'


def _line(text: str) -> str:
    """Text that ends no name, begins no comment or tag and has no two spaces in a row."""
    return " ".join(text.translate(ESCAPES).split())
