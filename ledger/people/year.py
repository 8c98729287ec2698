"""A group's year: what its evenings came to together.

Everything is computed from the rounds that stand. People are members of the group, by their
keys; a seat of no member counts for nobody. Amounts are in the smallest unit of the group's money.
"""

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from django.utils.timezone import localtime

from ledger.books.history import not_void
from ledger.models import Evening, Group, Round
from ledger.people.groups import evenings_of, known_or_computed
from ledger.people.statistics import (
    Debt,
    PlayedEvening,
    Statistics,
    played,
    statistics,
    streak,
)

Pair = tuple[int, int]
"""Two members."""


@dataclass(frozen=True, slots=True)
class YearEvening:
    """An evening with at least one round that stands, and what it gave each who was there."""

    session_id: str
    rounds: int
    gains: Mapping[int, int]

    @property
    def winners(self) -> list[int]:
        """Who won most, if anybody did."""
        most = max(self.gains.values(), default=0)
        return sorted(member for member, gain in self.gains.items() if gain == most > 0)


@dataclass(frozen=True, slots=True)
class GreatRound:
    """A round by the book's number, the gain of its winners, above 0, and who they are."""

    session_id: str
    round: int
    amount: int
    winners: Sequence[int]


@dataclass(frozen=True, slots=True)
class Year:
    """What the evenings of a year came to, in the order they were opened."""

    evenings: Sequence[YearEvening] = ()
    moved: int = 0
    """The sum of all that somebody paid somebody in a round."""
    great: GreatRound | None = None
    """The first of the rounds in which somebody won most."""
    by_member: Mapping[int, Statistics] = field(default_factory=dict)
    chops: Mapping[Pair, int] = field(default_factory=dict)
    """How often the first was chopped by the second, as far as it was paid."""
    between: Mapping[Pair, int] = field(default_factory=dict)
    """What the first has of the second; the second where negative. The lower key is the first."""

    @property
    def rounds(self) -> int:
        return sum(each.rounds for each in self.evenings)

    @property
    def longest(self) -> YearEvening:
        """The first of those with most rounds; there must be an evening."""
        return max(self.evenings, key=lambda each: each.rounds)

    @property
    def evenings_in_a_row(self) -> dict[int, int]:
        """How many evenings each won in a row at most; those missed break no row."""
        return {
            member: streak(
                member in each.winners for each in self.evenings if member in each.gains
            ).most
            for member in self.by_member
        }


def evenings_by_year(group: Group) -> dict[int, list[Evening]]:
    """The evenings with a round that stands by the year they were opened, the newest year first.

    Two queries.
    """
    counted, years = evenings_of(group), defaultdict[int, list[Evening]](list)
    standing = not_void(Round.objects.filter(session__evenings__group=group)).order_by()
    stands = set(standing.values_list("session", flat=True).distinct())
    for each in reversed(counted):
        if each.session_id in stands:
            years[localtime(each.session.opened_at).year].insert(0, each)
    return dict(years)


def year_of(evenings: Sequence[Evening]) -> Year:
    """What these came to; one query, none where no rounds were recorded since."""
    return known_or_computed("year", evenings, _compute)


def _compute(counted: Sequence[Evening]) -> Year:
    seats = {
        each.session_id: {int(seat): member for seat, member in each.members.items()}
        for each in counted
    }
    evenings = list(played([each.session for each in counted]))
    by_member = statistics(evenings, lambda session, seat: seats[session].get(seat))
    moved, chops, between = 0, Counter[Pair](), Counter[Pair]()
    for session, debt, times in _debts(evenings):
        members, amount = seats[session], times * debt.amount
        moved += amount
        payer, payee = members.get(debt.payer), members.get(debt.payee)
        if payer and payee:
            between[min(payee, payer), max(payee, payer)] += amount if payee < payer else -amount
        for chopped, chopper in debt.chops:
            if chopped in members and chopper in members:
                chops[members[chopped], members[chopper]] += times
    in_short = [_evening(each, by_member) for each in evenings]
    return Year(in_short, moved, _great(evenings, seats), by_member, chops, between)


def _debts(evenings: Iterable[PlayedEvening]) -> Iterator[tuple[str, Debt, int]]:
    """Each with its session, and in how many rounds it was the same."""
    for evening in evenings:
        for effect, times in Counter(evening.rounds.values()).items():
            for debt in effect.debts:
                yield evening.session_id, debt, times


def _evening(evening: PlayedEvening, by_member: Mapping[int, Statistics]) -> YearEvening:
    session = evening.session_id
    gains = {
        member: each.by_session[session]
        for member, each in by_member.items()
        if session in each.by_session
    }
    return YearEvening(session, len(evening.rounds), gains)


def _great(
    evenings: Iterable[PlayedEvening], seats: Mapping[str, Mapping[int, int]]
) -> GreatRound | None:
    greatest = None
    for evening in evenings:
        members = seats[evening.session_id]
        for number, effect in evening.rounds.items():
            gains = {members[s]: gain for s, gain in effect.gains.items() if s in members}
            most = max(gains.values(), default=0)
            if most > (greatest.amount if greatest else 0):
                winners = sorted(member for member, gain in gains.items() if gain == most)
                greatest = GreatRound(evening.session_id, number, most, winners)
    return greatest
