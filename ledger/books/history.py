"""The rounds of a session as they were played, with what became of each since.

Each function asks the database a fixed number of times, however many rounds there are.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, NamedTuple

from django.db.models import F, OuterRef, QuerySet, Subquery

from ledger.books.balances import MOVED, balances_after, move
from ledger.books.rounds import Recorded
from ledger.common.amounts import worth
from ledger.models import Entry, Posting, Round, Session

VOIDS = Posting.objects.filter(round=OuterRef("pk"), kind=Posting.Kind.VOID)
"""The posting that made a round void, inside a query of rounds."""


@dataclass(frozen=True, slots=True)
class PlayedRound:
    """A round with all that happened to it since; `amounts` are what it paid when recorded.

    `corrects` and `corrected_by` are round numbers; every player of the round has an amount.
    `balances` are those of every seat right after it, where they were asked for.
    """

    round: Round
    void: bool
    void_reason: str
    corrects: int | None
    corrected_by: int | None
    amounts: Mapping[int, int]
    balances: Mapping[int, int] = field(default_factory=dict)


class Gains(NamedTuple):
    """What a round gave each of its players (negative: cost), by seat; keys of all it is of."""

    session: str
    round: int
    rule_version: int
    amounts: Mapping[int, int]


def newest_round(session: Session) -> tuple[PlayedRound, ...]:
    """The newest round alone, nothing where there is none."""
    return played_rounds(session.rounds.order_by("-number")[:1])


def played_rounds(rounds: QuerySet[Round]) -> tuple[PlayedRound, ...]:
    """These rounds, in their order, with what became of them; two queries, else one."""
    found: list[Any] = list(
        rounds.select_related("rule_version", "bet_unit").annotate(
            void_reason=Subquery(VOIDS.values("reason")),
            corrects_number=F("corrects__number"),
            corrected_by_number=F("corrected_by__number"),
        )
    )
    paid = Entry.objects.filter(posting__round__in=found, posting__kind=Posting.Kind.ROUND)
    amounts = {each.pk: dict.fromkeys(sorted(each.facts["players"]), 0) for each in found}
    for round, *moved in paid.order_by().values_list("posting__round", *MOVED):
        move(amounts[round], *moved)
    return tuple(
        PlayedRound(
            round=each,
            void=each.void_reason is not None,
            void_reason=each.void_reason or "",
            corrects=each.corrects_number,
            corrected_by=each.corrected_by_number,
            amounts=amounts[each.pk],
        )
        for each in found
    )


def in_money(net: Mapping[str, str], bet_unit: int) -> dict[int, int]:
    """Return what a result gave each seat, from cược to the session's money."""
    return {int(seat): worth(units, bet_unit) for seat, units in net.items()}


def gains_of(rounds: QuerySet[Round]) -> list[Gains]:
    """Return what these rounds gave, in their order, without what happened in them; one query."""
    rows = rounds.values_list("session", "pk", "rule_version", "bet_unit__amount", "result__net")
    return [
        Gains(of, pk, version, in_money(net, bet)) for of, pk, version, bet, net in rows.iterator()
    ]


def just_recorded(recorded: Recorded) -> PlayedRound:
    """A round that was written a moment ago, as `with_balances` would read it; asks nothing."""
    round = recorded.round
    corrects = round.corrects.number if round.corrects else None
    amounts = dict.fromkeys(sorted(round.facts["players"]), 0)
    for each in recorded.movements:
        move(amounts, each.payer, each.payee, each.amount)
    return PlayedRound(round, False, "", corrects, None, amounts, recorded.balances)


def with_balances(session: Session, rounds: Sequence[PlayedRound]) -> tuple[PlayedRound, ...]:
    """The same with the balances right after each; three queries, however many rounds."""
    after = balances_after(session, {played.round.number for played in rounds})
    return tuple(replace(each, balances=after[each.round.number]) for each in rounds)


def not_void(rounds: QuerySet[Round]) -> QuerySet[Round]:
    """Those of these rounds that stand."""
    return rounds.exclude(postings__kind=Posting.Kind.VOID)
