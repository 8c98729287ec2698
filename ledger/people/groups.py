"""Groups: who belongs to one, which tables count, and what all their evenings come to."""

import hashlib
from collections import Counter
from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass
from typing import TypeVar
from uuid import UUID

from django.core.cache import cache
from django.db.models import F

from ledger.access.actor import Actor
from ledger.access.keys import GENERATION, Role, generations_ahead
from ledger.books.balances import scoreboard
from ledger.books.numbering import numberings
from ledger.common.clean_text import cleaned
from ledger.common.refusals import OtherCurrency, TooManyEvenings, TwiceTheSame, UnknownGroup
from ledger.common.strict_json import Object
from ledger.database.transactions import locked, retry, transaction, write_together
from ledger.models import Evening, Group, Member, Session
from ledger.models.groups import new_group_id
from ledger.models.sessions import in_cell
from ledger.people.statistics import Statistics, played, statistics
from ledger.tables import membership
from ledger.tables.membership import EVENINGS, NEW, matched
from ledger.tables.sessions import SESSION_NAME_LIMIT


@dataclass(frozen=True, slots=True)
class GroupStatistics:
    """All evenings of a group in the order they were opened, and what they came to, by member."""

    evenings: Sequence[Evening]
    rounds: Mapping[str, int]
    """How many stand, by session."""
    by_member: Mapping[int, Statistics]


Figures = TypeVar("Figures")

GroupPlace = Object
"""A group as a table stands to it: whether it counts, and the member each seat is or may be."""


@retry
def make(name: str, session: Session, *, submission_id: UUID, by: Actor) -> Group:
    """A group of everybody at this table, which is its first evening.

    The same id again from this table answers with the same group.
    """
    name = cleaned(name, SESSION_NAME_LIMIT, "name")
    with transaction(session.pk) as table:
        if known := table.groups_made.filter(submission_id=submission_id).first():
            return known
        group = Group.objects.create(
            id=in_cell(new_group_id()),
            name=name,
            currency=table.currency,
            source=table,
            submission_id=submission_id,
        )
        _count(group, table, dict.fromkeys(_numbers(table), NEW), by)
        return group


@retry
def add(group: Group, session: Session, members: Mapping[int, int], *, by: Actor) -> None:
    """Let this table count for the group; `members` by seat, NEW for somebody not known yet.

    A table that counts already counts with these members from now on; who is at no table
    any more goes. The same form sent again leaves nobody twice. Raises OtherCurrency,
    TwiceTheSame where two seats are one member, TooManyEvenings, and UnknownGroup.
    """
    with write_together():
        table, now = locked(session.pk), locked_group(group.pk)
        known = {seat: members.get(seat) for seat in _numbers(table)}
        ours = set(now.members.values_list("pk", flat=True))
        chosen = {seat: key if key in ours else NEW for seat, key in known.items()}
        _check(now, table, [key for key in chosen.values() if key != NEW])
        _count(now, table, chosen, by)


@retry
def take_out(group: Group, session_id: str, *, by: Actor) -> None:
    """Let this table count no longer; members that are at no other table go too."""
    if not group.evenings.filter(session=session_id).exists():
        return
    with write_together():
        table, now = locked(session_id), locked_group(group.pk)
        membership.take_out(now, table, by)
        membership.let_go(now)


def rename(group: Group, name: str) -> None:
    """Call the group otherwise; an empty name is fine."""
    _update(group, name=cleaned(name, SESSION_NAME_LIMIT, "name"))


def renew_key(group: Group, role: Role) -> Group:
    """Make the link of this role worthless; the new one is the group's `key`."""
    field = GENERATION[role]
    _update(group, **{field: F(field) + generations_ahead()})
    group.refresh_from_db()
    return group


@retry
def _update(group: Group, **changed: object) -> None:
    with write_together():
        Group.objects.filter(pk=group.pk).update(**changed)


@retry
def delete(group: Group, *, by: Actor) -> None:
    """End the group with all its names; its tables count for it no longer, and stay."""
    with write_together():
        tables = group.evenings.order_by("session").values_list("session", flat=True)
        for table in [locked(session_id) for session_id in tables]:
            membership.take_out(group, table, by)
        Group.objects.filter(pk=group.pk).delete()


def places(groups: Collection[Group], session: Session) -> list[GroupPlace]:
    """How the table stands to each of these groups; three queries, however many they are."""
    counted = {each.group_id: each.members for each in session.evenings.filter(group__in=groups)}
    everybody = list(Member.objects.filter(group__in=groups))
    seats, every = list(session.seats.filter(number__in=_numbers(session)).order_by("number")), []
    for group in groups:
        members = [each for each in everybody if each.group_id == group.pk]
        known = matched(seats, counted.get(group.pk, {}), members)
        counts = group.pk in counted
        every.append({"group": group, "counts": counts, "members": members, "matched": known})
    return every


def evenings_of(group: Group) -> list[Evening]:
    """The tables that count, in the order they were opened; one query."""
    evenings = group.evenings.select_related("session")
    return list(evenings.order_by("session__opened_at", "session"))


def group_statistics(group: Group) -> GroupStatistics:
    """Every table that counts; three queries, one where no rounds were recorded since."""
    counted = evenings_of(group)
    rounds, by_member = known_or_computed("group-figures", counted, _compute)
    return GroupStatistics(counted, rounds, by_member)


def known_or_computed(
    name: str, counted: Sequence[Evening], compute: Callable[[Sequence[Evening]], Figures]
) -> Figures:
    """The figures of these evenings that go by this name, cached until a table has a new posting.

    The key is made of the hash of the newest posting of each table, and of who sat where.
    """
    heads = [(each.session_id, each.session.head, sorted(each.members.items())) for each in counted]
    key = f"{name}-{hashlib.sha256(repr(heads).encode()).hexdigest()}"
    figures: Figures = cache.get(key) or compute(counted)
    cache.set(key, figures, timeout=None)
    return figures


def _compute(counted: Sequence[Evening]) -> tuple[Counter[str], dict[int, Statistics]]:
    members = {each.session_id: each.members for each in counted}
    evenings = list(played([each.session for each in counted]))
    numbers = numberings(each.session for each in counted)
    by_member = statistics(evenings, lambda key, seat: members[key].get(str(seat)), numbers)
    return Counter({each.session_id: len(each.rounds) for each in evenings}), by_member


def _check(group: Group, session: Session, old: Collection[int]) -> None:
    if len(set(old)) < len(old):
        raise TwiceTheSame
    if session.currency != group.currency:
        raise OtherCurrency
    if group.evenings.exclude(session=session).count() >= EVENINGS:
        raise TooManyEvenings(most=EVENINGS)


def _count(group: Group, session: Session, chosen: Mapping[int, int], by: Actor) -> None:
    """Let the locked table count for the held group."""
    membership.count(group, session, membership.members_of(group, session, chosen), by)
    membership.let_go(group)


def locked_group(group_id: str) -> Group:
    """The group, held until the end of the transaction after the table; raises UnknownGroup."""
    group = Group.objects.select_for_update().filter(pk=group_id).first()
    if group is None:
        raise UnknownGroup
    return group


def _numbers(session: Session) -> list[int]:
    return [each.seat for each in scoreboard(session)]
