"""What is compared of every posting: each is worked out again as its writer worked it out."""

from collections.abc import Callable, Iterable, Iterator
from dataclasses import replace

from django.db.models import QuerySet

from ledger.books import journal
from ledger.books.audit.loader import Posted
from ledger.books.audit.readings import others, paid_by
from ledger.books.audit.state import AuditState, Difference
from ledger.books.chain import chained
from ledger.books.journal import Movement
from ledger.models import Carry, OtherItem, Payment, Posting, Round
from scoring import RULE_SETS

Kind = Posting.Kind


def check_posting(state: AuditState, posted: Posted) -> Iterator[Difference]:
    """Compare one posting and add it to the state.

    A row that is too damaged to compare is a difference.
    """
    for check in CHECKS:
        try:
            yield from check(state, posted)
        except Exception as error:
            yield state.difference("unreadable", f"{posted} cannot be worked out again: {error!r}")
    state.head = posted.posting.hash


def _entries(state: AuditState, posted: Posted) -> Iterator[Difference]:
    """Facts score to the stored result; the entries are those that their writer writes."""
    of, kind = posted.of, posted.posting.kind
    expected: Iterable[Movement]
    if isinstance(of, Payment):
        expected = [journal.settlement_of(of, kind)]
    elif isinstance(of, Round) and kind == Kind.ROUND:
        expected = paid_by(of)
        if of.revision == RULE_SETS[of.rule_version.rules].revision and (wrong := others(of)):
            yield state.difference("result", f"the facts of {posted} give another result: {wrong}")
    elif kind == Kind.MANUAL:  # what was told is what was paid
        expected = [replace(each, reason=journal.MANUAL) for each in posted.movements]
    else:
        reason = TAKEN_BACK[Kind(kind)]
        paid = map(journal.movements_of, _opposite(of, posted.posting))
        expected = [each.reversed(reason) for movements in paid for each in movements]
    lines = list(enumerate(expected, start=1))
    if posted.lines != lines:
        sentence = f"the entries of {posted} are {posted.lines}, they should be {lines}"
        yield state.difference("entries", sentence)


TAKEN_BACK = {
    Kind.VOID: "void",
    Kind.MANUAL_VOID: journal.MANUAL,
    Kind.CARRIED: journal.CARRIED,
    Kind.UNCARRIED: journal.CARRIED,
}
"""The reason of entries that are the opposite of others, by the kind of their posting."""


def _opposite(of: Round | Carry | OtherItem, posting: Posting) -> QuerySet[Posting]:
    """The posting that is taken back, or what left the other table."""
    if isinstance(of, Round | OtherItem):
        return of.postings.filter(kind__in=(Kind.ROUND, Kind.MANUAL))
    carried = of.postings.filter(kind=Kind.CARRIED)
    if posting.kind == Kind.CARRIED:
        return carried.exclude(session=posting.session)
    return carried.filter(session=posting.session)


def _chained(state: AuditState, posted: Posted) -> Iterator[Difference]:
    document = journal.document(posted.posting, posted.movements)
    if chained(state.head, document) != posted.posting.hash:
        sentence = f"{posted} or what it stands for is not what its hash was made of"
        yield state.difference("hash", sentence)


def _moved(state: AuditState, posted: Posted) -> Iterator[Difference]:
    journal.move(state.seats, posted.movements)
    yield from ()


CHECKS: tuple[Callable[[AuditState, Posted], Iterator[Difference]], ...] = (
    _entries,
    _chained,
    _moved,
)
"""In their order; each goes on where another failed."""
