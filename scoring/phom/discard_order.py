"""Whether eaten cards can have been discarded in this order within four turns.

The discards of a round are numbered from 0 in playing order, the leader's first; the last of
all, which nobody can eat, is ``4n - 1`` for n players. With chuyển bài every eaten card is followed
by one discard more.
"""

from collections.abc import Sequence

from scoring.common.transfers import Seats
from scoring.phom.facts import Eaten, PhomFacts, from_seat
from scoring.phom.rules import TURNS, PhomRules


def first_chot(players: int, from_turn_3: bool) -> int:
    """The number of the first chốt discard: the last of turn 3, or the first of turn 4.

    >>> first_chot(4, True), first_chot(4, False)
    (11, 12)
    """
    return (TURNS - 1) * players - int(from_turn_3)


def discards(players: Sequence[int], eaten: Sequence[Eaten], rules: PhomRules) -> list[int | None]:
    """The earliest discard each eaten card can have been, None where there is none left for it.

    ``players`` in playing order, who led first.
    """
    size = len(players)
    chot = first_chot(size, rules.chot_from_turn_3)
    last = TURNS * size - 1
    now = -1
    places: list[int | None] = []
    for each in eaten:
        last += rules.chuyen_bai
        turn = players.index(each.victim)
        least = max(now + 1, chot) if each.chot else now + 1
        at = least + (turn - least) % size
        fits = at < (last if each.chot else chot)
        places.append(at if fits else None)
        now = at if fits else now
    return places


def turns(facts: PhomFacts, rules: PhomRules) -> Seats:
    """The players from the one who led on.

    Where nobody told who led it is the first player for whom all cards can have been eaten; where
    there is none, the first of all.
    """
    if facts.leader is not None:
        return from_seat(facts.players, facts.leader)
    orders = [from_seat(facts.players, seat) for seat in facts.players]
    fitting = (order for order in orders if None not in discards(order, facts.an, rules))
    return next(fitting, facts.players)
