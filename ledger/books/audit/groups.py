"""What is compared of what groups settled as one: the books of the evenings say the same."""

from collections import Counter
from collections.abc import Iterator, Mapping
from uuid import UUID

from ledger.books.audit.state import Difference
from ledger.books.settlement import Pay
from ledger.books.settling import part_id, part_sums
from ledger.models import Change, Group, GroupPart, GroupSettlement, Posting

Seats = Mapping[tuple[str, int], int]
"""The number of the person by session and seat."""


def check_groups() -> Iterator[Difference]:
    """All differences between the settlements of groups and the books they stand in."""
    made = GroupSettlement.objects.order_by("pk").prefetch_related(
        "dues",
        *("parts__payment__debtor", "parts__payment__creditor", "parts__payment__postings"),
    )
    for settlement in made.iterator(chunk_size=100):
        try:
            yield from _compared(settlement)
        except Exception as error:
            yield _difference(settlement, "unreadable", f"cannot be worked out again: {error!r}")
    yield from _unnamed()


def _compared(made: GroupSettlement) -> Iterator[Difference]:
    seats = {
        (session, seat): number
        for number, person in enumerate(made.people, start=1)
        for session, seat in person["seats"].items()
    }
    parts, dues = list(made.parts.all()), list(made.dues.all())
    for part in parts:
        yield from _part(made, part)
    sums = _sums(parts, seats)
    for due in dues:
        sums[due.debtor] += due.amount
        sums[due.creditor] -= due.amount
    for number, rest in sorted(sums.items()):
        if rest:
            sentence = f"the payments of person {number} differ from those of the evenings: {rest}"
            yield _difference(made, "group_sums", sentence)
    if made.undone_at and any(due.paid_at for due in dues):
        yield _difference(made, "group_undone", "was undone, and something of it is marked as paid")


def _part(made: GroupSettlement, part: GroupPart) -> Iterator[Difference]:
    """A part stands as long as its settlement, and was made by it."""
    payment = part.payment
    pay = Pay(payment.debtor.number, payment.creditor.number, payment.amount)
    if payment.submission_id != part_id(made.submission_id, payment.session_id, pay):
        yield _difference(made, "group_part", f"payment {payment} was not made by it")
    void = any(each.kind == Posting.Kind.UNPAID for each in payment.postings.all())
    if void != bool(made.undone_at):
        yield _difference(made, "group_part", f"payment {payment} does not stand as it does")


def _sums(parts: list[GroupPart], seats: Seats) -> Counter[int]:
    """What the evenings say that each person got, by number."""
    sums = Counter[int]()
    for seat, got in part_sums(parts).items():
        sums[seats[seat]] += got
    return sums


def _unnamed() -> Iterator[Difference]:
    """Payments that a settlement of a group made, by their log, and that are no part of it."""
    lines = Change.objects.filter(kind=Change.Kind.PAID, details__has_key="settlement")
    groups = set(Group.objects.values_list("pk", flat=True))
    settlement = "settlement__group", "settlement__submission_id"
    parts = set(GroupPart.objects.values_list(*settlement, "payment__session", "payment__number"))
    for line in lines.order_by("session", "number").iterator():
        group, number = line.details["group"], line.details["payment"]
        part = group, UUID(line.details["settlement"]), line.session_id, number
        if group in groups and part not in parts:
            sentence = f"payment {number} is no part of the settlement that its log names"
            yield Difference(line.session_id, "group_part", sentence)


def _difference(made: GroupSettlement, code: str, sentence: str) -> Difference:
    return Difference("", code, f"settlement {made.submission_id} of a group: {sentence}")
