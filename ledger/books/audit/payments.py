"""What is compared of payments: those marked at the table, and those taken back."""

from collections.abc import Callable, Iterator

from django.db.models import Exists, OuterRef

from ledger.books import journal
from ledger.books.audit.loader import PostedPayment
from ledger.books.audit.state import Difference, Walk, in_words, name_of
from ledger.models import Posting


def _numbered(walk: Walk, posted: PostedPayment) -> Iterator[Difference]:
    """Payments are posted one after the other without a gap, and taken back afterwards."""
    number = posted.payment.number
    if posted.posting.kind == Posting.Kind.UNPAID:
        if number > walk.paid:
            yield walk.found("unpaid_first", f"payment {number} is taken back before it is posted")
        return
    for missing in range(walk.paid + 1, number):
        yield walk.found("payment_gap", f"payment {missing} is missing or was never posted")
    if number <= walk.paid:
        yield walk.found("payment_order", f"payment {number} is posted out of order")
    walk.paid = max(walk.paid, number)


def _of_this_table(walk: Walk, posted: PostedPayment) -> Iterator[Difference]:
    """It is marked at this table, between two of its seats."""
    payment, here = posted.payment, walk.session.pk
    if payment.session_id != here:
        yield walk.found("foreign_payment", f"{name_of(posted)} is of another session's payment")
    if {payment.debtor.session_id, payment.creditor.session_id} != {here}:
        yield walk.found("payment_seats", f"{name_of(posted)} is not between seats of the session")


def _entry(walk: Walk, posted: PostedPayment) -> Iterator[Difference]:
    """The one entry is what was handed over, or its opposite."""
    expected = [journal.settlement_of(posted.payment, posted.posting.kind)]
    if list(posted.movements) != expected:
        yield walk.found(
            posted.posting.kind,
            f"the entries of {name_of(posted)} are {in_words(posted.movements)},"
            f" the payment gives {in_words(expected)}",
        )


def _owed(walk: Walk, posted: PostedPayment) -> Iterator[Difference]:
    """Nobody pays more than is owed, or gets more than is due: no balance changes its sign."""
    if posted.posting.kind != Posting.Kind.PAYMENT:
        return
    after = walk.balances_after(posted)
    debtor, creditor = after[posted.payment.debtor.number], after[posted.payment.creditor.number]
    if debtor > 0 or creditor < 0:
        yield walk.found(
            "not_owed",
            f"{name_of(posted)} is of more than was owed:"
            f" the balances after it are {debtor} and {creditor}",
        )


CHECKS: tuple[Callable[[Walk, PostedPayment], Iterator[Difference]], ...] = (
    _numbered,
    _of_this_table,
    _entry,
    _owed,
)
"""In the order in which they are compared."""


def unposted(walk: Walk) -> Iterator[Difference]:
    """A payment and its posting are written together, so each has one."""
    posted = Posting.objects.filter(payment=OuterRef("pk"), kind=Posting.Kind.PAYMENT)
    without = walk.session.payments.exclude(Exists(posted)).order_by("number")
    for number in without.values_list("number", flat=True):
        yield walk.found("unposted_payment", f"payment {number} was never posted")
