"""What the evenings of a group left unpaid, added up by person, and who pays whom of the sums."""

import hashlib
from collections import defaultdict
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from ledger.books.settlement import Pay, fewest_payments
from ledger.books.settling import part_sums
from ledger.common.strict_json import Object
from ledger.models import Evening, Group, GroupSettlement, Seat
from ledger.people.groups import evenings_of

MOST = 40
"""Evenings that are settled at once; those opened first come first."""

Sums = Mapping[str, int]
"""What somebody gets of each evening (negative: pays), by session."""


@dataclass(frozen=True, slots=True)
class PersonSums:
    """A member, or a seat that is none's, with their seat on each evening and what it left."""

    member: int | None
    name: str
    seats: Mapping[str, int]
    sums: Sums

    @property
    def total(self) -> int:
        return sum(self.sums.values())

    def as_json(self) -> Object:
        return {"member": self.member, "seats": dict(self.seats)}


@dataclass(frozen=True, slots=True)
class Accounts:
    """Closed evenings with something unpaid, and what they come to together."""

    evenings: Sequence[Evening]
    states: Mapping[str, str]
    """What each evening is now, by session: it changes with its book and with who is who."""
    people: Sequence[PersonSums]
    playing: Sequence[Evening]
    """Those with something unpaid that are still open: they are settled once they are closed."""

    @property
    def payments(self) -> tuple[Pay, ...]:
        """The fewest between people, who are numbered from 1."""
        numbered = enumerate(self.people, start=1)
        return fewest_payments({number: each.total for number, each in numbered})


def accounts(group: Group, chosen: Collection[str] | None = None) -> Accounts:
    """Of these evenings, or of all that can be settled; three queries."""
    counted = evenings_of(group)
    seats = _unpaid(counted)
    owing = [each for each in counted if each.session_id in seats]
    closed = [each for each in owing if each.session.closed_at][:MOST]
    taken = [each for each in closed if chosen is None or each.session_id in chosen]
    states = {each.session_id: _state(each) for each in taken}
    playing = [each for each in owing if not each.session.closed_at]
    return Accounts(taken, states, list(_people(group, taken, seats)), playing)


def _unpaid(evenings: Iterable[Evening]) -> dict[str, list[Seat]]:
    """The seats that are not quits, by session."""
    seats, by_session = Seat.objects.exclude(balance=0).order_by("number"), defaultdict(list)
    for seat in seats.filter(session__in=[each.session_id for each in evenings]):
        by_session[seat.session_id].append(seat)
    return dict(by_session)


def _state(evening: Evening) -> str:
    text = repr((evening.session.head, sorted(evening.members.items())))
    return hashlib.sha256(text.encode()).hexdigest()[:16]


def _people(
    group: Group, evenings: Iterable[Evening], seats: Mapping[str, list[Seat]]
) -> Iterator[PersonSums]:
    """Whoever is not quits on some evening: members in their order, then seats of none."""
    members = {each.pk: str(each) for each in group.members.all()}
    people: dict[int | str, list[Seat]] = {pk: [] for pk in members}
    for evening in evenings:
        for seat in seats[evening.session_id]:
            member = evening.members.get(str(seat.number))
            people.setdefault(member if member in members else f"seat {seat.pk}", []).append(seat)
    for key, theirs in people.items():
        if theirs:
            numbers = {each.session_id: each.number for each in theirs}
            sums = {each.session_id: each.balance for each in theirs}
            name = members.get(key, str(theirs[0])) if isinstance(key, int) else str(theirs[0])
            yield PersonSums(key if isinstance(key, int) else None, name, numbers, sums)


def settled_people(made: GroupSettlement) -> list[PersonSums]:
    """Everybody of a settlement in their order, with what each evening had left them.

    Whoever is a member still has that name, others that of a seat of theirs.
    """
    members = {each.pk: str(each) for each in made.group.members.all()}
    seats = Seat.objects.filter(session__in=made.states).order_by("session__opened_at")
    names = {(each.session_id, each.number): str(each) for each in seats}
    sums = part_sums(made.parts.all())
    return [
        PersonSums(
            each["member"],
            members.get(each["member"]) or next(names[seat] for seat in each["seats"].items()),
            each["seats"],
            {seat[0]: sums[seat] for seat in each["seats"].items()},
        )
        for each in made.people
    ]
