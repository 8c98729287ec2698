"""The rounds of a session as they were played, with what became of each since.

Each function asks the database a fixed number of times, however many rounds there are.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import TYPE_CHECKING, Any

from django.db.models import F, OuterRef, QuerySet, Subquery

from ledger.books.balances import balances_after
from ledger.common.amounts import worth
from ledger.models import Posting, Round, Session

if TYPE_CHECKING:
    from ledger.books.rounds import Recorded

VOIDS = Posting.objects.filter(round=OuterRef("pk"), kind=Posting.Kind.VOID)
"""The posting that made a round void, inside a query of rounds."""


@dataclass(frozen=True)
class PlayedRound:
    """A round with all that happened to it since.

    `corrects` and `corrected_by` are round numbers.
    `balances` are those of every seat right after it, where they were asked for.
    """

    round: Round
    void: bool
    void_reason: str
    corrects: int | None
    corrected_by: int | None
    balances: Mapping[int, int] = field(default_factory=dict)

    @cached_property
    def amounts(self) -> dict[int, int]:
        """What it gave each of its players when recorded, by seat."""
        return in_money(self.round.result["net"], self.round.bet_unit.amount)

    def lost_most(self, seat: int | None, limit: int | None) -> bool:
        """Whether this seat lost most in it, and the limit or more; several may, if alike."""
        lost = -self.amounts.get(seat or 0, 0)
        return limit is not None and lost == -min(self.amounts.values()) >= limit


def played_rounds(rounds: QuerySet[Round]) -> tuple[PlayedRound, ...]:
    """These rounds, in their order, with what became of them; one query."""
    rows: list[Any] = list(
        rounds.select_related("rule_version", "bet_unit").annotate(
            void_reason=Subquery(VOIDS.values("reason")),
            corrects_number=F("corrects__number"),
            corrected_by_number=F("corrected_by__number"),
        )
    )
    return tuple(
        PlayedRound(
            round=each,
            void=each.void_reason is not None,
            void_reason=each.void_reason or "",
            corrects=each.corrects_number,
            corrected_by=each.corrected_by_number,
        )
        for each in rows
    )


def in_money(net: Mapping[str, str], bet_unit: int) -> dict[int, int]:
    """Return what a result gave each seat, in their order, from cược to the session's money."""
    return {int(seat): worth(units, bet_unit) for seat, units in sorted(net.items())}


def just_recorded(recorded: "Recorded") -> PlayedRound:
    """A round that was written a moment ago, as `with_balances` would read it; asks nothing."""
    round = recorded.round
    corrects = round.corrects.number if round.corrects else None
    return PlayedRound(round, False, "", corrects, None, recorded.balances)


def with_balances(session: Session, rounds: Sequence[PlayedRound]) -> tuple[PlayedRound, ...]:
    """The same with the balances right after each; three queries, however many rounds."""
    after = balances_after(session, {played.round.number for played in rounds})
    return tuple(replace(each, balances=after[each.round.number]) for each in rounds)


def not_void(rounds: QuerySet[Round]) -> QuerySet[Round]:
    """Those of these rounds that stand."""
    return rounds.exclude(postings__kind=Posting.Kind.VOID)
