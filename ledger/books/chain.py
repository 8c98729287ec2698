"""Hashes that hold the book: each is made of the one before it and of one row as JSON.

Postings are one chain, lines of the log another that holds the first: the newest line's hash stands
for all of a session. Phones, files and messages keep it (`Session.mark`).
"""

import hashlib
import json
from collections.abc import Iterable
from datetime import UTC, datetime
from typing import Any

from django.db.models import OuterRef, Subquery, Value
from django.db.models.functions import Coalesce

from ledger.common.strict_json import Object
from ledger.models import BetUnit, Change, Posting, RuleVersion, Seat, Session

ENCODER = json.JSONEncoder(sort_keys=True, separators=(",", ":"), ensure_ascii=False)

HEAD = Posting.objects.filter(session=OuterRef("session"), number=OuterRef("posting_count")).values(
    "hash"
)


def canonical(value: object) -> str:
    """One spelling for equal JSON: sorted keys, no spaces."""
    return ENCODER.encode(value)


def normal(facts: object) -> Any:
    """Facts in one order of keys, so that a database which orders them itself changes nothing."""
    return json.loads(canonical(facts))


def chained(previous: str, document: object) -> str:
    """SHA-256 in hex over the hash of the row before ("" for the first) and this one."""
    return hashlib.sha256(f"{previous}\n{canonical(document)}".encode()).hexdigest()


def instant(moment: datetime) -> str:
    """A moment in UTC, to the microsecond."""
    return moment.astimezone(UTC).isoformat(timespec="microseconds")


def document(line: Change, head: str) -> Object:
    """Everything a line of the log stands for, as JSON; `head` is the newest posting's hash."""
    return {
        "session": line.session_id,
        "number": line.number,
        "kind": str(line.kind),
        "link": str(line.link),
        "seat": line.seat,
        "round": line.round,
        "details": line.details,
        "at": instant(line.made_at),
        "posting": [line.posting_count, head],
    }


def names_digest(session: Session, seats: Iterable[Seat]) -> str:
    """A digest of all names of a session.

    Where one is forgotten the salt changes, too: nobody can try what an earlier digest was of.
    """
    names = [[seat.number, seat.name] for seat in seats]
    return chained(session.salt, [session.name, session.currency, names])


def terms_digest(*terms: RuleVersion | BetUnit) -> str:
    """A digest of what was decided, when and why; its row is never changed."""
    return chained("", [_decided(each) for each in terms])


def _decided(terms: RuleVersion | BetUnit) -> list[object]:
    what = [terms.amount] if isinstance(terms, BetUnit) else [terms.rules, terms.settings]
    return [terms.number, *what, terms.reason, instant(terms.decided_at)]


def text(line: Change, head: str) -> str:
    """What the hash of a line is made of besides the hash before it, as JSON."""
    return canonical(document(line, head))


def lines_after(session: Session, after: int, most: int | None = None) -> list[Any]:
    """Lines of the log after number `after`, at most so many, each with the `head` for `text`."""
    lines = session.changes.filter(number__gt=after, number__lte=session.log_count)
    with_heads = lines.order_by("number").annotate(head=Coalesce(Subquery(HEAD), Value("")))
    return list(with_heads[:most])


def texts(lines: Iterable[Any]) -> list[str]:
    """The `text` of each of these lines."""
    return [text(line, line.head) for line in lines]


def holds(session: Session, line: int, head: str) -> bool:
    """Whether this line of the log has this hash, or what its hash begins with."""
    if (line, head) == (session.log_count, session.log_head):
        return True
    return session.changes.filter(number=line, hash__startswith=head).exists()
