"""Whether one deck can give all the cards that a round speaks of.

Named hàng tell no ranks. They can have happened if ranks can be found for all of them at once:
each rank has four cards, less those that lie open; a tứ quý takes a whole rank, a đôi thông two
cards of each rank in a row.
"""

from collections.abc import Iterator
from functools import lru_cache
from itertools import combinations
from typing import Final, NamedTuple

RANKS: Final = 12
"""3 to A; no hàng is made of 2s."""

SUITED: Final = 4

Free = tuple[int, ...]


class Need(NamedTuple):
    """Groups that still look for ranks; runs by their length in pairs, the open ones as begun."""

    quads: int = 0
    triples: int = 0
    pairs: int = 0
    runs: tuple[int, ...] = ()
    open_runs: tuple[int, ...] = ()

    @property
    def cards(self) -> int:
        """How many cards all of them take."""
        in_runs = sum(self.runs) + sum(self.open_runs)
        return 4 * self.quads + 3 * self.triples + 2 * (self.pairs + in_runs)


def fits(free: Free, need: Need) -> bool:
    """Whether ranks with so many free cards can hold all groups at once.

    >>> fits((4,) * 12, Need(quads=12)), fits((4,) * 12, Need(quads=11, runs=(3,)))
    (True, False)
    """
    return least_dear(free, free, need) is not None


@lru_cache(maxsize=1 << 12)
def least_dear(free: Free, cheap: Free, need: Need) -> int | None:
    """The fewest cards beyond the ``cheap`` ones of each rank that hold all groups, or None.

    With the free cards of one colour as the cheap ones it tells how few of the other colour the
    groups can do with.
    """
    if need.cards > sum(free):
        return None
    if not free:
        return 0
    best = None
    for used, left in _ways(free[0], need, len(free)):
        rest = least_dear(free[1:], cheap[1:], left)
        if rest is not None and (best is None or rest + max(0, used - cheap[0]) < best):
            best = rest + max(0, used - cheap[0])
            if best == 0:
                break
    return best


def _ways(free: int, need: Need, ranks: int) -> Iterator[tuple[int, Need]]:
    """Every way to use the lowest rank: how many cards, and what is left for the ranks above."""
    room = free - 2 * len(need.open_runs)
    for begun in range(max(-1, min(room // 2, len(need.runs))), -1, -1):
        for starts in set(combinations(need.runs, begun)):
            if all(length <= ranks for length in starts):
                yield from _fill(free, room - 2 * begun, need, starts)


def _fill(free: int, room: int, need: Need, starts: Free) -> Iterator[tuple[int, Need]]:
    waiting = list(need.runs)
    for length in starts:
        waiting.remove(length)
    on = tuple(sorted(length - 1 for length in (*need.open_runs, *starts) if length > 1))
    left = need._replace(runs=tuple(waiting), open_runs=on)
    used = free - room
    if room == SUITED and left.quads:
        yield free, left._replace(quads=left.quads - 1)
    if room > 2 and left.triples:
        yield used + 3, left._replace(triples=left.triples - 1)
    for pairs in range(min(room // 2, left.pairs), -1, -1):
        yield used + 2 * pairs, left._replace(pairs=left.pairs - pairs)
