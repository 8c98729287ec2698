"""The evening in pictures and figures: how the balances went, and what came to whom.

Costs the same for a long evening as for a short one.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from ledger.books.balances import Standing, rounds_that_stand
from ledger.models import Session

POINTS, ROWS = 30, 120
"""Moments shown of an evening at most: in a picture, one for every six pixels that a phone has
for them; in a table, more than anybody reads."""


@dataclass(frozen=True, slots=True)
class Moment:
    """What everybody stood at right after a round, by seat; round 0 is before the first.

    `now` where it is how things stand, whatever was made void or paid since that round.
    """

    round: int
    balances: Mapping[int, int]
    now: bool = False


def course(session: Session, standings: Iterable[Standing], most: int) -> tuple[Moment, ...]:
    """How the balances went, from nothing or what was carried here to now; two queries.

    Void rounds are left out, and of a long evening rounds in even steps are taken, `most`
    moments in all. Somebody who came later is in no earlier moment. Empty as long as no
    round was recorded.
    """
    newest = session.round_count
    if not newest:
        return ()
    rows = rounds_that_stand(session).filter(number__in=_steps(newest, most - 1)).order_by("number")
    kept = [
        Moment(number, {int(seat): balance for seat, balance in balances.items()})
        for number, balances in rows.values_list("number", "balances")
    ]
    first = kept[0].balances if kept else {standing.seat: 0 for standing in standings}
    now = Moment(newest, {standing.seat: standing.balance for standing in standings}, now=True)
    carried = _carried_here(session)
    begun = Moment(0, {seat: carried.get(str(seat), 0) for seat in first})
    return begun, *(each for each in kept if each.round < newest), now


def _carried_here(session: Session) -> Mapping[str, int]:
    """What everybody brought along from the table before, by seat; it is posted before all else."""
    brought = session.postings.filter(carry__target=session.pk).order_by("-number")
    # Without a limit: for one row PostgreSQL looks through every posting of the evening.
    return next(iter(brought.values_list("balances", flat=True)), None) or {}


def _steps(newest: int, most: int) -> list[int]:
    """Round numbers in even steps, the newest among them."""
    steps = min(newest, most)
    return [newest * step // steps for step in range(1, steps + 1)]
