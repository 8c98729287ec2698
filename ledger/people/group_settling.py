"""The only writer of what a group settles as one: several evenings, in one transaction.

Each evening is brought to 0 by the fewest payments of its own, in its own book. What is
handed over are the fewest payments of the sums, each marked here once it was.
"""

from collections.abc import Collection, Iterator, Mapping
from uuid import UUID

from django.db import IntegrityError
from django.db.models import Exists, OuterRef, QuerySet
from django.utils import timezone

from ledger.access.actor import Actor
from ledger.books.settling import left_to_pay, part_id
from ledger.common import refusals
from ledger.database.transactions import confirm, locked, reachable, retry, write_together
from ledger.models import (
    AMOUNT_LIMIT,
    Evening,
    Group,
    GroupDue,
    GroupPart,
    GroupSettlement,
    Session,
)
from ledger.people.group_accounts import Accounts, accounts
from ledger.people.groups import locked_group
from ledger.tables import payments

States = Mapping[str, str]
"""The evenings to settle, each as it was looked at (`group_accounts.Accounts.states`)."""


@reachable()
def settle(
    group: Group, states: States, *, submission_id: UUID, by: Actor
) -> tuple[GroupSettlement, bool]:
    """Settle these evenings as one.

    With the settlement: whether it is new; the same id and evenings again change nothing.
    Raises NothingOpen, AccountsChanged, DifferentSettlement, UnknownGroup, AmountRefused;
    after ServiceBusy it may have been written, and sending it again is safe.
    """
    try:
        return _write(group.pk, states, submission_id, by), True
    except (refusals.PostingError, IntegrityError):
        # Sent again, or only the answer to the commit was lost.
        if answer := _answered(group, states, submission_id):
            confirm(min(states))
            return answer, False
        raise


@retry
def mark(group: Group, submission_id: UUID, number: int, *, paid: bool) -> GroupDue:
    """Say that a payment was made, or was not after all; again changes nothing.

    Raises UnknownSettlement, SettlementUndone, UnknownGroup.
    """
    with write_together():
        due = _settlement(locked_group(group.pk), submission_id).dues.filter(number=number).first()
        if due is None:
            raise refusals.UnknownSettlement
        if due.settlement.undone_at:
            raise refusals.SettlementUndone
        if paid != bool(due.paid_at):
            due.paid_at = timezone.now() if paid else None
            due.save(update_fields=["paid_at"])
        return due


@retry
def undo(group: Group, submission_id: UUID, *, by: Actor) -> GroupSettlement:
    """Take the whole settlement back while nothing of it was paid; again changes nothing.

    Raises UnknownSettlement, SettlementPaid, UnknownGroup.
    """
    with write_together():
        tables = _hold(_settlement(group, submission_id).states)
        made = _settlement(locked_group(group.pk), submission_id)
        if made.undone_at is None:
            _undo(made, tables, by)
        return made


def refuse_while_owing(group: Group) -> None:
    """Raises GroupOwes where some of what was settled as one is not paid."""
    if standing(group, owing=True).exists():
        raise refusals.GroupOwes


def standing(group: Group, *, owing: bool) -> QuerySet[GroupSettlement]:
    """The settlements that nobody took back and that are not all paid, or are, newest first."""
    unpaid = Exists(GroupDue.objects.filter(settlement=OuterRef("pk"), paid_at=None))
    return read_whole(group.settlements.filter(unpaid if owing else ~unpaid, undone_at=None))


def read_whole(made: QuerySet[GroupSettlement]) -> QuerySet[GroupSettlement]:
    """These settlements, the newest first, with all that tells who pays whom and why."""
    parts = "parts__payment__debtor", "parts__payment__creditor"
    return made.order_by("-pk").prefetch_related("group__members", "dues", *parts)


@retry
def _write(group_id: str, states: States, id: UUID, by: Actor) -> GroupSettlement:
    with write_together():
        tables = _hold(_counting(group_id, states))
        group = locked_group(group_id)
        now = accounts(group, states)
        _check(now, states)
        made = GroupSettlement.objects.create(
            group=group,
            submission_id=id,
            states=dict(states),
            people=[each.as_json() for each in now.people],
            made_at=timezone.now(),
        )
        GroupDue.objects.bulk_create(_dues(made, now))
        for table in tables.values():
            _bring_to_nothing(made, table, by)
        return made


def _counting(group_id: str, states: States) -> Collection[str]:
    """The evenings of the group among these."""
    named = [each for each in states if each.isalnum()]  # PostgreSQL refuses some letters
    counted = Evening.objects.filter(group=group_id, session__in=named)
    return counted.values_list("session", flat=True)


def _hold(session_ids: Collection[str]) -> dict[str, Session]:
    """The sessions by id, held in one order by everybody, so that nobody waits in a circle."""
    return {each: locked(each) for each in sorted(session_ids)}


def _check(now: Accounts, states: States) -> None:
    if not states:
        raise refusals.NothingOpen
    if now.states != states:
        raise refusals.AccountsChanged
    if any(each.amount > AMOUNT_LIMIT for each in now.payments):
        raise refusals.AmountRefused


def _dues(made: GroupSettlement, now: Accounts) -> Iterator[GroupDue]:
    for number, pay in enumerate(now.payments, start=1):
        parties = {"debtor": pay.payer, "creditor": pay.payee, "amount": pay.amount}
        yield GroupDue(settlement=made, number=number, **parties)


def _bring_to_nothing(made: GroupSettlement, table: Session, by: Actor) -> None:
    """Mark all that this evening still has to pay as paid by the settlement."""
    for pay in left_to_pay(table):
        id = part_id(made.submission_id, table.pk, pay)
        asked = pay.payer, pay.payee, pay.amount
        payment = payments.mark(table, asked, id, by, **_origin(made))
        GroupPart.objects.create(settlement=made, payment=payment)


def _undo(made: GroupSettlement, tables: Mapping[str, Session], by: Actor) -> None:
    if made.dues.exclude(paid_at=None).exists():
        raise refusals.SettlementPaid
    parts = made.parts.select_related("payment__debtor", "payment__creditor")
    for part in parts.order_by("payment__session", "-payment__number"):
        table = tables[part.payment.session_id]
        payments.take_back(table, part.payment, by, **_origin(made))
    made.undone_at = timezone.now()
    made.save(update_fields=["undone_at"])


def _origin(made: GroupSettlement) -> dict[str, str]:
    """What the log of an evening says of where a payment came from."""
    return {"group": made.group_id, "settlement": str(made.submission_id)}


def _settlement(group: Group, submission_id: UUID) -> GroupSettlement:
    settlement = group.settlements.filter(submission_id=submission_id).first()
    if settlement is None:
        raise refusals.UnknownSettlement
    return settlement


def _answered(group: Group, states: States, id: UUID) -> GroupSettlement | None:
    """The settlement this submission id stands for, if any; raises DifferentSettlement."""
    settlement = group.settlements.filter(submission_id=id).first()
    if settlement and settlement.states != dict(states):
        raise refusals.DifferentSettlement
    return settlement
