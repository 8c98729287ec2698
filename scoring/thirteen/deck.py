"""Whether one deck has ranks for hàng that are only named.

Each rank has four cards, less those that lie open; a tứ quý takes a whole rank, a đôi thông two
cards of each rank in a row.
"""

from collections.abc import Iterator
from functools import lru_cache
from typing import NamedTuple

from scoring.common.transfers import Seats

Free = Seats
"""How many cards of each rank are free, from 3 to A; no hàng is made of 2s."""


class RankGroup(NamedTuple):
    """``each`` cards of ``length`` ranks in a row."""

    length: int
    each: int


Groups = tuple[RankGroup, ...]


def without(free: Free, group: RankGroup, start: int) -> Free:
    """What is free once a group took its cards from the rank ``start`` on; below 0: too few."""
    ranks = range(start, start + group.length)
    return tuple([n - group.each if rank in ranks else n for rank, n in enumerate(free)])


@lru_cache(maxsize=1 << 12)
def fits(free: Free, groups: Groups) -> bool:
    """Whether there are cards for all groups at once.

    >>> fours = (RankGroup(1, 4),) * 12
    >>> fits((4,) * 12, fours), fits((4,) * 12, (*fours[1:], RankGroup(3, 2)))
    (True, False)
    """
    if sum([length * each for length, each in groups]) > sum(free):
        return False
    return any(True for _ in ways(free, tuple(sorted(groups, reverse=True))))


def ways(free: Free, groups: Groups, lowest: int = 0) -> Iterator[Free]:
    """What each way to find cards for groups leaves free; the longest groups stand first.

    A group of one rank is put where the fewest cards are enough: no other place is better.
    """
    if not groups:
        yield free
        return
    group, others = groups[0], groups[1:]
    length, each = group
    last = len(free) - length
    starts = [at for at in range(lowest, last + 1) if min(free[at : at + length]) >= each]
    if length == 1:
        starts = sorted(starts, key=free.__getitem__)[:1]
    is_same = length > 1 and others[:1] == (group,)
    for start in starts:
        yield from ways(without(free, group, start), others, start if is_same else 0)
