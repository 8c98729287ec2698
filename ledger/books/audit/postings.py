"""What is compared of every posting: each is worked out again as its writer worked it out."""

from collections.abc import Callable, Iterator, Sequence

from django.db.models import QuerySet

from ledger.books import journal
from ledger.books.audit.loader import Posted
from ledger.books.audit.state import AuditState, Difference, in_words
from ledger.books.pricing import priced
from ledger.models import Carry, Payment, Posting, Round

Kind = Posting.Kind
FIRST = (Kind.ROUND, Kind.PAYMENT)
"""Kinds that post something new; the others take it back."""


def check_posting(state: AuditState, posted: Posted) -> Iterator[Difference]:
    """Compare one posting and add it to the state.

    A row that is too damaged to compare is a difference.
    """
    for check in CHECKS:
        try:
            yield from check(state, posted)
        except Exception as error:
            yield state.found("unreadable", f"{posted} cannot be read: {error!r}")
    state.head = posted.posting.hash
    state.postings = posted.posting.number


def _numbered(state: AuditState, posted: Posted) -> Iterator[Difference]:
    """Neither postings nor their lines have a gap."""
    expected = state.postings + 1
    if posted.posting.number != expected:
        yield state.found("posting_gap", f"posting {expected} is missing")
    if list(posted.lines) != list(range(1, len(posted.lines) + 1)):
        yield state.found("line_gap", f"the lines of {posted} have a gap")


def _in_order(state: AuditState, posted: Posted) -> Iterator[Difference]:
    """Rounds and payments are posted one after the other, and taken back afterwards."""
    if isinstance(posted.of, Carry):
        return
    kind, number = posted.posting.kind, posted.of.number
    what = "round" if isinstance(posted.of, Round) else "payment"
    newest = state.newest[what]
    if kind not in FIRST:
        if number > newest:
            yield state.found(f"{kind}_first", f"{posted} comes before what it takes back")
        return
    for missing in range(newest + 1, number):
        yield state.found(f"{what}_gap", f"{what} {missing} is missing or was never posted")
    if number <= newest:
        yield state.found(f"{what}_order", f"{what} {number} is posted out of order")
    state.newest[what] = max(newest, number)


def _of_this_table(state: AuditState, posted: Posted) -> Iterator[Difference]:
    """What is posted is of this session, and so is all that it stands on."""
    of, here = posted.of, state.session.pk
    if isinstance(of, Carry):
        if here not in (of.source_id, of.target_id):
            yield state.found("foreign_carry", f"{posted} is between other sessions")
        return
    if isinstance(of, Round):
        what, stands_on = "terms", {of.rule_version.session_id, of.bet_unit.session_id}
    else:
        what, stands_on = "seats", {of.debtor.session_id, of.creditor.session_id}
    if of.session_id != here:
        yield state.found(f"foreign_{type(of).__name__.lower()}", f"{posted} is not of here")
    if stands_on != {here}:
        yield state.found(what, f"{posted} has the {what} of another session")


def _chained(state: AuditState, posted: Posted) -> Iterator[Difference]:
    document = journal.document(posted.posting, posted.movements)
    if journal.chained(state.head, document) != posted.posting.hash:
        sentence = f"{posted} or what it stands for is not what its hash was made of"
        yield state.found("hash", sentence)


def _entries(state: AuditState, posted: Posted) -> Iterator[Difference]:
    """Each entry is between two seats of this session; add it to the balances."""
    for line, each in zip(posted.lines, posted.movements, strict=True):
        if not (each.payer and each.payee) or each.payer == each.payee:
            sentence = f"entry {line} of {posted} is not between two seats of the session"
            yield state.found("entry_seats", sentence)
        if type(each.amount) is not int or each.amount <= 0:
            sentence = f"entry {line} of {posted} has the amount {each.amount!r}"
            yield state.found("entry_amount", sentence)
            continue
        state.balances[each.payer] -= each.amount
        state.balances[each.payee] += each.amount


def _scored(state: AuditState, posted: Posted) -> Iterator[Difference]:
    """Stored facts score to the stored result, and that to the stored entries."""
    round = posted.of
    if not isinstance(round, Round) or posted.posting.kind != Kind.ROUND:
        return
    try:
        again = priced(round.facts, round)
    except Exception as error:  # whatever damaged facts lead to
        yield state.found("facts", f"the facts of {posted} do not score: {error!r}")
        return
    result = again.outcome.as_json()
    for key in ("transfers", "net", "next_leader", "opening"):
        if (stored := round.result.get(key)) != result[key]:
            sentence = f"{posted} has stored {key} {stored!r}, its facts give {result[key]!r}"
            yield state.found("result", sentence)
    yield from _compared(state, posted, again.movements, "entries")


def _taken_back(state: AuditState, posted: Posted) -> Iterator[Difference]:
    """A posting has the entries of what it takes back or what arrives, the other way round."""
    for postings in _opposites(posted):
        reason = "void" if isinstance(posted.of, Round) else journal.CARRIED
        paid = [each for posting in postings for each in journal.movements_of(posting)]
        yield from _compared(state, posted, [each.reversed(reason) for each in paid])


def _opposites(posted: Posted) -> Iterator[QuerySet[Posting]]:
    """The postings whose exact opposite this one is."""
    of, kind, here = posted.of, posted.posting.kind, posted.posting.session_id
    if isinstance(of, Round) and kind == Kind.VOID:
        yield of.postings.filter(kind=Kind.ROUND)
    if isinstance(of, Carry):
        yield of.postings.filter(kind=kind).exclude(session=here)
    if isinstance(of, Carry) and kind == Kind.UNCARRIED:
        yield of.postings.filter(kind=Kind.CARRIED, session=here)


def _corrected(state: AuditState, posted: Posted) -> Iterator[Difference]:
    """A correction stands where the void round stood, under its terms."""
    round, posting = posted.of, posted.posting
    if not isinstance(round, Round):
        return
    target = round.corrects or round
    if (target.session_id, target.stands_for) != (round.session_id, round.stands_for) or (
        target == round and round.stands_for != round.number
    ):
        yield state.found("stands_for", f"{posted} does not stand for itself or what it corrects")
    if (round.rule_version_id, round.bet_unit_id) != (target.rule_version_id, target.bet_unit_id):
        yield state.found("terms", f"{posted} has other terms than the round it corrects")
    if target != round and posting.kind == Kind.ROUND:
        voids = target.postings.filter(kind=Kind.VOID, number__lt=posting.number)
        if not voids.exists():
            yield state.found("not_void", f"{posted} corrects {target}, which is not void")


def _paid(state: AuditState, posted: Posted) -> Iterator[Difference]:
    """The one entry of a payment is what was handed over; nobody pays more than was owed."""
    payment, kind = posted.of, posted.posting.kind
    if not isinstance(payment, Payment):
        return
    yield from _compared(state, posted, [journal.settlement_of(payment, kind)])
    debtor, creditor = (state.balances[each.number] for each in (payment.debtor, payment.creditor))
    if kind == Kind.PAYMENT and (debtor > 0 or creditor < 0):
        after = f"the balances after it are {debtor} and {creditor}"
        yield state.found("not_owed", f"{posted} is of more than was owed: {after}")


def _nothing_left(state: AuditState, posted: Posted) -> Iterator[Difference]:
    """Carrying brings every balance of the table it leaves to 0."""
    leaves = isinstance(posted.of, Carry) and posted.of.source_id == state.session.pk
    if leaves and posted.posting.kind == Kind.CARRIED:
        for seat, amount in sorted(state.balances.items()):
            if amount:
                yield state.found("carry_rest", f"{posted} leaves {amount} to seat {seat}")


def _compared(
    state: AuditState, posted: Posted, expected: Sequence[journal.Movement], code: str = ""
) -> Iterator[Difference]:
    if list(posted.movements) != list(expected):
        entries = f"the entries of {posted} are {in_words(posted.movements)}"
        yield state.found(
            code or posted.posting.kind, f"{entries}, they should be {in_words(expected)}"
        )


CHECKS: tuple[Callable[[AuditState, Posted], Iterator[Difference]], ...] = (
    _in_order,
    _of_this_table,
    _scored,
    _taken_back,
    _corrected,
    _numbered,
    _chained,
    _entries,
    _paid,
    _nothing_left,
)
"""In the order in which they are compared; the last two look at the balances after it."""
