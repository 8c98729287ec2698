"""The round to come: who plays and who leads."""

from collections.abc import Iterable
from dataclasses import dataclass

from ledger.books import rows
from ledger.books.balances import Standing
from ledger.models import Session

TABLE = 4
"""How many play a round at most."""


@dataclass(frozen=True, slots=True)
class NextRound:
    """The round to come: who leads, where anybody can know, whether it is a ván khởi đầu,
    and its players in playing order, the leader first where known."""

    leader: int | None
    opening: bool
    players: tuple[int, ...]


def next_round(session: Session, standings: Iterable[Standing]) -> NextRound:
    """Who plays next and who leads, from the scoreboard and one query.

    What counts is the round played last that still stands, wherever it was corrected.
    Those who played it play again, in the same order, while they sit in; who is missing
    is taken by seat number. The first round of a session is a ván khởi đầu.
    """
    newest = rows.last_standing(session.pk)
    here = [seat.seat for seat in standings if not seat.sitting_out]
    if newest is None:
        return NextRound(None, True, tuple(here[:TABLE]))
    facts, result = newest
    players = _playing_on(facts["players"], here, result["next_leader"])
    return NextRound(result["next_leader"], result["opening"], players)


def _playing_on(last: list[int], here: list[int], leader: int | None) -> tuple[int, ...]:
    staying = [seat for seat in last if seat in here]
    chosen = list(dict.fromkeys([*staying, *here]))[:TABLE]
    order = chosen if chosen == staying == last else sorted(chosen)
    start = order.index(leader) if leader in order else 0
    return tuple(order[start:] + order[:start])
