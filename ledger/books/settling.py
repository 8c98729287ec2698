"""What stands of a table's settling, and what it holds up."""

from django.db.models import Exists, OuterRef, QuerySet
from django.utils.translation import gettext_lazy

from ledger.common.refusals import Settling
from ledger.models import Carry, Payment, Posting, Round, Session

PAID = gettext_lazy("%(debtor)s trả tiền %(creditor)s")
UNPAID = gettext_lazy("bỏ đánh dấu %(debtor)s trả tiền %(creditor)s")
"""Money handed over at the table in words, and that taken back."""

CARRIED = gettext_lazy("mang phần còn lại sang bàn mới")
UNCARRIED = gettext_lazy("rút lại phần đã mang sang bàn mới")
"""What was left unpaid carried into a new session, and that taken back; said in both."""


def standing_payments(session: Session) -> QuerySet[Payment]:
    """The payments that nobody took back."""
    return session.payments.exclude(postings__kind=Posting.Kind.UNPAID)


def all_payments(session: Session) -> QuerySet[Payment]:
    """Every payment, the newest first; `void` says whether it was taken back."""
    unpaid = Posting.objects.filter(payment=OuterRef("pk"), kind=Posting.Kind.UNPAID)
    known = session.payments.select_related("debtor", "creditor").order_by("-number")
    return known.annotate(void=Exists(unpaid))


def paid_since(round: Round) -> QuerySet[Payment]:
    """The payments that stand and were made since this round was first recorded.

    Once it is void, corrected or counts again they are wrong.
    """
    kind, session = Posting.Kind.ROUND, round.session
    recorded = session.postings.filter(kind=kind, round__number=round.stands_for).values("number")
    return standing_payments(session).filter(
        postings__kind=Posting.Kind.PAYMENT, postings__number__gt=recorded
    )


def standing_carries(session: Session) -> QuerySet[Carry]:
    """What was carried into other sessions and not taken back."""
    return session.carries.exclude(postings__kind=Posting.Kind.UNCARRIED)


def refuse_while_settling(session: Session) -> None:
    """A closed table on which money changed hands keeps its rounds until it is reopened.

    Raises Settling.
    """
    held = standing_payments(session), standing_carries(session)
    if session.closed_at and any(each.exists() for each in held):
        raise Settling
