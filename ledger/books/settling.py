"""What stands of a table's settling, and what it holds up."""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from functools import partial
from uuid import UUID, uuid5

from django.db.models import Exists, OuterRef, QuerySet, Value
from django.utils.translation import gettext_lazy

from ledger.books.settlement import Due, Pay, Propose, before, dues, fewest_payments, leaving
from ledger.common.refusals import Settling
from ledger.common.strict_json import Object
from ledger.models import Carry, Change, GroupPart, OtherItem, Payment, Posting, Round, Session

PAID = gettext_lazy("%(debtor)s trả tiền %(creditor)s")
UNPAID = gettext_lazy("bỏ đánh dấu %(debtor)s trả tiền %(creditor)s")
"""Money handed over at the table in words, and that taken back."""

CARRIED = gettext_lazy("mang phần còn lại sang bàn mới")
UNCARRIED = gettext_lazy("rút lại phần đã mang sang bàn mới")
"""What was left unpaid carried into a new session, and that taken back; said in both."""


def part_id(settlement: UUID, session_id: str, pay: Pay) -> UUID:
    """The submission id of what is paid at one table as a part of what a group settles as one.

    It stands in the table's own chain of hashes, and so tells which settlement made it.
    """
    return uuid5(settlement, f"{session_id}/{pay.payer}/{pay.payee}")


def part_sums(parts: Iterable[GroupPart]) -> Counter[tuple[str, int]]:
    """What the payments of these parts come to, by session and seat."""
    sums = Counter[tuple[str, int]]()
    for payment in (part.payment for part in parts):
        sums[payment.session_id, payment.debtor.number] -= payment.amount
        sums[payment.session_id, payment.creditor.number] += payment.amount
    return sums


Settled = tuple[Sequence[Due], Sequence[Payment], Mapping[int, int]]
"""What is due, what stands of what was paid, the newest first, and the balances before that."""


def left_to_pay(session: Session) -> list[Pay]:
    """What is still to be paid, by the only answer to who pays whom."""
    dues = ((each.payment, each.rest) for each in settled(session)[0])
    return [Pay(due.payer, due.payee, rest) for due, rest in dues if rest]


def settled(session: Session, leaver: int | None = None) -> Settled:
    """How the whole table settles, or one person who leaves while the others play on.

    Payments since the table was closed are part of that; for who leaves those since the newest
    round: until then the balances were others. The log tells it, for a clock may be put back.
    """
    since = [Change.Kind.CLOSED] if session.closed_at else []
    propose: Propose = fewest_payments
    standing = standing_payments(session).select_related("debtor", "creditor", "group_part")
    paid = list(standing.order_by("-number"))
    if leaver:
        paid = [each for each in paid if leaver in (each.debtor.number, each.creditor.number)]
        since = [Change.Kind.RECORDED, Change.Kind.CORRECTED, Change.Kind.RESTORED]
        propose = partial(leaving, seat=leaver)
    newest = session.changes.filter(kind__in=since).values("number")[:1]
    later = session.changes.filter(kind=Change.Kind.PAID, number__gt=newest)
    numbers = set(later.values_list("details__payment", flat=True))
    handed = [
        Pay(each.debtor.number, each.creditor.number, each.amount)
        for each in paid
        if each.number in numbers
    ]
    balances = dict(session.seats.order_by("number").values_list("number", "balance"))
    return dues(balances, handed, propose), paid, before(balances, handed)


def standing_payments(session: Session) -> QuerySet[Payment]:
    """The payments that nobody took back."""
    return session.payments.exclude(postings__kind=Posting.Kind.UNPAID)


def all_payments(session: Session) -> QuerySet[Payment]:
    """Every payment, the newest first; `void` says whether it was taken back."""
    unpaid = Posting.objects.filter(payment=OuterRef("pk"), kind=Posting.Kind.UNPAID)
    known = session.payments.select_related("debtor", "creditor").order_by("-number")
    return known.annotate(void=Exists(unpaid))


def paid_since(made: Round | OtherItem) -> QuerySet[Payment]:
    """The payments that stand and were made since a round or an item was first recorded.

    Once it is void, corrected or counts again they are wrong.
    """
    later = _since(made, Posting.Kind.PAYMENT).filter(payment=OuterRef("pk"))
    return standing_payments(made.session).filter(Exists(later))


def carried_since(made: Round | OtherItem) -> QuerySet[Carry]:
    """What was carried into other sessions since then and stands; it is wrong then too."""
    later = _since(made, Posting.Kind.CARRIED).filter(carry=OuterRef("pk"))
    return standing_carries(made.session).filter(Exists(later))


def _since(made: Round | OtherItem, kind: Posting.Kind) -> QuerySet[Posting]:
    """The postings of this kind that came after a round or an item."""
    first = made.postings.filter(kind__in=[Posting.Kind.ROUND, Posting.Kind.MANUAL])
    if isinstance(made, Round) and made.corrects_id:
        # Its key by itself: joined with all rounds, a database would read every posting.
        played = made.session.rounds.filter(number=made.stands_for).values("pk")[:1]
        first = Posting.objects.filter(kind=Posting.Kind.ROUND, round=played)
    return made.session.postings.filter(kind=kind, number__gt=first.values("number"))


def reopens(made: Round | OtherItem) -> Object:
    """What the log says where money was handed over, or carried on, after what is undone."""
    since = {"reopens": paid_since(made), "carried": carried_since(made)}
    paid, carried = (each.order_by().values_list(Value(name)) for name, each in since.items())
    return {name: True for (name,) in paid.union(carried)}


def standing_carries(session: Session) -> QuerySet[Carry]:
    """What was carried into other sessions and not taken back."""
    return session.carries.exclude(postings__kind=Posting.Kind.UNCARRIED)


def refuse_while_settling(session: Session) -> None:
    """A closed table on which money changed hands keeps its rounds until it is reopened.

    Raises Settling.
    """
    standing = standing_payments(session), standing_carries(session)
    if session.closed_at and any(each.exists() for each in standing):
        raise Settling
