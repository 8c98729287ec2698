"""Whether the chains of a round can have come in some order that fits who went out when."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cache

from scoring.common.transfers import Seats
from scoring.thirteen.facts import Chain, ChainPlay


def can_be_ordered(chains: Sequence[Chain], out: Seats, all_in_chains: frozenset[int]) -> bool:
    """Whether some order of the chains agrees with the order of going out.

    Nobody plays after he went out; the last chopped goes out with the chopped play exactly where
    the chain says so; who played all his cards in chains went out in one.
    """
    course = _Course(chains, out, all_in_chains)

    @cache
    def possible(waiting: int, gone: int) -> bool:
        if not waiting:
            return not all_in_chains.intersection(out[gone:])
        return any(
            possible(left, then)
            for now in course.going_out_between(waiting, gone)
            for at, chain in enumerate(chains)
            if waiting != (left := waiting & ~(1 << at))
            for then in course.through(chain, 0, left, now)
        )

    return possible((1 << len(chains)) - 1, 0)


@dataclass(frozen=True, slots=True, eq=False)
class _Course:
    """How the chains may come; those that still wait are the bits of a number."""

    chains: Sequence[Chain]
    out: Seats
    all_in_chains: frozenset[int]

    def going_out_between(self, waiting: int, gone: int) -> Iterator[int]:
        """How many may be out when the next chain begins."""
        yield gone
        for player in self.out[gone:]:
            if player in self.all_in_chains or self._plays_later(player, (), waiting):
                return
            gone += 1
            yield gone

    def through(self, chain: Chain, at: int, waiting: int, gone: int) -> Iterator[int]:
        """How many may be out at the end of a chain, from its play ``at`` on."""
        if at == len(chain.plays):
            yield gone
            return
        player, later = chain.plays[at].player, chain.plays[at + 1 :]
        if player in self.out[:gone]:
            return
        is_chopped_last = len(later) == 1
        if not (is_chopped_last and chain.victim_went_out):
            yield from self.through(chain, at + 1, waiting, gone)
        is_next_out = player in self.out[gone : gone + 1]
        may_go = chain.victim_went_out or not is_chopped_last
        if is_next_out and may_go and not self._plays_later(player, later, waiting):
            yield from self.through(chain, at + 1, waiting, gone + 1)

    def _plays_later(self, player: int, plays: Sequence[ChainPlay], waiting: int) -> bool:
        """Whether a player still has one of these plays, or one in a chain that waits."""
        others = [chain.plays for at, chain in enumerate(self.chains) if waiting >> at & 1]
        return any(play.player == player for each in (plays, *others) for play in each)
