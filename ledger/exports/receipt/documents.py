"""What a receipt holds of a book: the documents that its hashes are made of, and the names.

What follows from the rest is left out: entries and net amounts of a round, which are its transfers,
and the hashes. `static/ledger/receipt/documents.js` puts the same together again.
"""

from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from decimal import Decimal
from typing import Any

from django.db.models import Sum

from ledger.books import journal
from ledger.books.audit.loader import Posted, counted_postings
from ledger.books.chain import canonical, chained, document, lines_after
from ledger.common.amounts import worth
from ledger.common.strict_json import Object
from ledger.models import Entry, Posting, Seat, Session

Documents = Sequence[Object]


@dataclass(frozen=True, slots=True)
class ReceiptBook:
    """The end of a book from one line of its log on, mostly the whole of it.

    `before` is what goes before: the numbers and hashes of the last line and posting that are not
    held, and the balances then, by seat.
    """

    session: str
    people: tuple[str, str, list[tuple[int, str]]]
    """The name of the table, its currency and its seats, as the digest of names has them."""
    salt: str
    before: Object
    postings: Documents
    lines: Documents

    def as_json(self) -> Object:
        """Each line with the postings that came since the line before."""
        of_session = {"session": self.session, "people": self.people, "salt": self.salt}
        return of_session | {"before": self.before, "lines": list(self._short_lines())}

    def _short_lines(self) -> Iterator[Object]:
        first, count = self.before["count"], 0
        for line in self.lines:
            since, count = count, line["posting"][0] - first
            yield line | {"posting": [_short(each) for each in self.postings[since:count]]}

    @property
    def balances(self) -> dict[int, int]:
        """What each seat has after all of it."""
        sums = Counter({int(seat): sum for seat, sum in self.before["balances"].items()})
        for each in self.postings:
            sums.update(moved(each))
        return {seat: sums[seat] for seat, _name in self.people[2]}


def moved(posting: Object) -> dict[int, int]:
    """What a posting did to each balance."""
    sums = Counter[int]()
    for payer, payee, amount, _reason in posting["payments"]:
        sums[payer] -= amount
        sums[payee] += amount
    return sums


def read(session: Session, after: int) -> tuple[Session, ReceiptBook]:
    """The session and what its book holds after this line, both as they were at one moment."""
    while True:
        book = _read(session, after)
        now = Session.objects.get(pk=session.pk)
        if now.log_count == session.log_count:
            return now, book
        session = now  # names are read beside the lines that have their digest


def _read(session: Session, after: int) -> ReceiptBook:
    seats = list(session.seats.all())
    last = session.changes.filter(number=after).first()
    count = last.posting_count if last else 0
    rows = counted_postings(session, seats, count)
    posted = [each for each in rows if isinstance(each, Posted)]
    lines = [document(each, each.head) for each in lines_after(session, after)]
    postings = [journal.document(each.posting, each.movements) for each in posted]
    people = session.name, session.currency, [(seat.number, seat.name) for seat in seats]
    before = _before(session, seats, after, count) | {"head": last.hash if last else ""}
    return ReceiptBook(session.pk, people, session.salt, before, postings, lines)


def _before(session: Session, seats: Sequence[Seat], line: int, posting: int) -> Object:
    sums = Counter[int]()
    rows = Entry.objects.filter(posting__session=session, posting__number__lte=posting)
    for side, sign in (("payee", 1), ("payer", -1)):
        for seat, amount in rows.values_list(f"{side}__number").annotate(Sum("amount")):
            sums[seat] += sign * amount
    hashes = session.postings.filter(number=posting).values_list("hash", flat=True)
    balances = {str(seat.number): sums[seat.number] for seat in seats}
    posted = {"count": posting, "posted": next(iter(hashes), "")}
    return {"line": line, **posted, "balances": balances}


def _short(posting: Object) -> Object:
    """Without what `whole` gives back."""
    if posting["kind"] != Posting.Kind.ROUND:
        return posting
    short = {name: posting[name] for name in posting.keys() - {"payments"}}
    result = posting["round"]["result"]
    left = {name: result[name] for name in result.keys() - {"net"}}
    short["round"] = posting["round"] | {"result": left}
    return short if canonical(whole(short)) == canonical(posting) else posting


def whole(posting: Object) -> Object:
    """A posting as the book has it."""
    if "payments" in posting:
        return posting
    round, payments = posting["round"], []
    net = defaultdict(Decimal, {str(each): Decimal() for each in round["facts"]["players"]})
    for each in round["result"]["transfers"]:
        payer, payee, units = each["payer"], each["payee"], each["units"]
        payments.append([payer, payee, worth(units, round["bet_unit"][1]), each["reason"]])
        net[str(payer)] -= Decimal(units)
        net[str(payee)] += Decimal(units)
    nets = {seat: _plain(sum) for seat, sum in net.items()}
    result = round["result"] | {"net": nets}
    return posting | {"payments": payments, "round": round | {"result": result}}


def _plain(number: Decimal) -> str:
    """Without trailing zeros, as the result of a round has it."""
    text = f"{number:f}"
    return text.rstrip("0").rstrip(".") if "." in text else text


def again(json: Object) -> ReceiptBook:
    """What `as_json` made, put together again; raises ValueError, LookupError or TypeError."""
    postings: list[Object] = []
    lines: list[Object] = []
    head = json["before"]["posted"]
    for each in json["lines"]:
        since = [whole(posting) for posting in each["posting"]]
        *_before, head = _heads(head, since)
        postings += since
        count = json["before"]["count"] + len(postings)
        lines.append(each | {"posting": [count, head]})
    name, currency, seats = json["people"]
    people = name, currency, [(number, each) for number, each in seats]
    return ReceiptBook(json["session"], people, json["salt"], json["before"], postings, lines)


def _heads(before: str, documents: Documents) -> Iterator[str]:
    yield before
    for each in documents:
        before = chained(before, each)
        yield before


def line_hashes(book: ReceiptBook) -> Mapping[int, str]:
    """The hash of each line that it holds, by number, as its documents make it."""
    hashes = list(_heads(book.before["head"], book.lines))[1:]
    return dict(enumerate(hashes, book.before["line"] + 1))


def in_order(book: ReceiptBook) -> bool:
    """Whether all are of this session, numbered without a gap, and every posting has its line."""
    lines, postings, before = book.lines, book.postings, book.before
    right = [each["number"] for each in lines] == list(_after(before["line"], lines))
    right &= [each["number"] for each in postings] == list(_after(before["count"], postings))
    ends = lines[-1]["posting"][0] if lines else before["count"]
    right &= ends == before["count"] + len(postings)
    return right and all(each["session"] == book.session for each in (*lines, *postings))


def _after(number: int, documents: Documents) -> range:
    return range(number + 1, number + 1 + len(documents))


def digest_of_names(book: ReceiptBook) -> str:
    """As `chain.names_digest` makes it."""
    name, currency, seats = book.people
    return chained(book.salt, [name, currency, seats])


def told_digest(book: ReceiptBook) -> str | None:
    """The newest digest of names that a line has; None where none of those held has one."""
    digests: list[Any] = [
        each["details"]["names"] for each in book.lines if "names" in each["details"]
    ]
    return digests[-1] if digests else None
