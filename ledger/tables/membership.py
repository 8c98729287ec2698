"""Who of a group sits in which seat of the tables that count for it; called under their lock."""

from collections import defaultdict
from collections.abc import Collection, Iterable, Iterator, Mapping

from ledger.access.actor import Actor
from ledger.books.change_log import log
from ledger.common.spelling import name_key
from ledger.models import Change, Evening, Group, Member, Seat, Session

NEW = 0
"""In place of a member's key: somebody the group does not know yet."""

EVENINGS = 200
"""Tables of one group at most, so that its page can show them all."""


def matched(
    seats: Iterable[Seat], known: Mapping[str, int], members: Iterable[Member]
) -> dict[int, int]:
    """The member each seat is: as `known`, else by name, NEW where nobody fits.

    Nobody is taken twice.
    """
    taken = set(known.values())
    free = {name_key(each.name): each.pk for each in members if each.name and each.pk not in taken}
    return {
        seat.number: known.get(str(seat.number)) or free.pop(name_key(seat.name), NEW)
        for seat in seats
    }


def members_of(group: Group, session: Session, chosen: Mapping[int, int]) -> dict[str, int]:
    """The members as an evening keeps them, made where they are NEW."""
    seats = {seat.number: seat for seat in session.seats.all()}
    return {str(number): key or _made(group, seats[number]) for number, key in chosen.items()}


def count_in(seat: Seat) -> None:
    """Let somebody who joins a table count in its groups: as the member of that name, or anew."""
    for evening in _evenings(seat.session_id):
        group = evening.group
        member = matched([seat], evening.members, group.members.all())[seat.number]
        evening.members[str(seat.number)] = member or _made(group, seat)
        evening.save(update_fields=["members"])


def count_out(seat: Seat) -> None:
    """Let somebody who was taken back count in no group of the table."""
    for evening in _evenings(seat.session_id):
        evening.members.pop(str(seat.number), None)
        evening.save(update_fields=["members"])
        let_go(evening.group)


def count(group: Group, session: Session, members: Mapping[str, int], by: Actor) -> None:
    """Let the locked table count for the held group, its seats being these members."""
    defaults = {"members": members}
    _evening, anew = Evening.objects.update_or_create(defaults, group=group, session=session)
    if anew:
        log(session, by, Change.Kind.GROUPED, group=group.pk)


def take_out(group: Group, session: Session, by: Actor) -> None:
    """Let the locked table count for the held group no longer."""
    if group.evenings.filter(session=session).delete()[0]:
        log(session, by, Change.Kind.UNGROUPED, group=group.pk)


def go_on(source: Session, target: Session, by: Actor) -> None:
    """Let a table count for the groups of the one whose people it has, in the same seats.

    It does not for a group that has no room for another table.
    """
    for evening in _evenings(source.pk):
        if evening.group.evenings.count() < EVENINGS:
            count(evening.group, target, evening.members, by)


def leave(session: Session, by: Actor) -> None:
    """Let a table count for none of its groups any more."""
    for evening in _evenings(session.pk):
        take_out(evening.group, session, by)
        let_go(evening.group)


def _evenings(session_id: str) -> Iterator[Evening]:
    """Those that a table is, each with its group held."""
    counting = Evening.objects.filter(session=session_id).values("group")
    for group in Group.objects.select_for_update().filter(pk__in=counting).order_by("pk"):
        yield group.evenings.get(session=session_id)


def forget(session: Session, seat_numbers: Collection[int]) -> None:
    """Clear the names in groups of those who sat in these seats.

    Whoever another table of the group names is called so: the same, or as it has it.

    Who may clear the names of one table may not clear those of the group's other tables.
    """
    for evening in session.evenings.select_related("group"):
        named = _names(evening.group)
        sat = {evening.members.get(str(number)) for number in seat_numbers}
        for member in evening.group.members.filter(pk__in=sat):
            if name_key(member.name) not in map(name_key, named[member.pk]):
                member.name = next(iter(named[member.pk]), "")
                member.save(update_fields=["name"])


def _names(group: Group) -> Mapping[int, list[str]]:
    """What each member is called at its tables, wherever they have a name."""
    names: dict[int, list[str]] = defaultdict(list)
    for evening in group.evenings.prefetch_related("session__seats"):
        for seat in evening.session.seats.all():
            if seat.name:
                names[evening.members.get(str(seat.number), NEW)].append(seat.name)
    return names


def let_go(group: Group) -> None:
    """Members that are at no table of the group go, with their names."""
    still = {key for each in group.evenings.all() for key in each.members.values()}
    group.members.exclude(pk__in=still).delete()


def _made(group: Group, seat: Seat) -> int:
    return Member.objects.create(group=group, name=seat.name).pk
