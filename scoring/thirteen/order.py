"""Whether the chains of a round can have come in some order that fits who went out when."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cache

from scoring.common.transfers import Seats
from scoring.thirteen.facts import Chain


@dataclass(frozen=True, slots=True, eq=False)
class Course:
    """The chains, who went out in what order, and who played all his cards in chains."""

    chains: Sequence[Chain]
    out: Seats
    all_in_chains: frozenset[int]

    def plays_later(self, player: int, chain: Chain, after: int, waiting: int) -> bool:
        """Whether a player still has a play in this chain or in one that waits."""
        return any(play.player == player for play in chain.plays[after + 1 :]) or any(
            play.player == player
            for at, other in enumerate(self.chains)
            if waiting >> at & 1
            for play in other.plays
        )


def can_be_ordered(chains: Sequence[Chain], out: Seats, all_in_chains: frozenset[int]) -> bool:
    """Whether some order of the chains agrees with the order of going out.

    Nobody plays after he went out; the last chopped goes out with the chopped play exactly where
    the chain says so; who played all his cards in chains went out in one.
    """
    if not all_in_chains and _is_plain(chains, out):
        return True
    course = Course(chains, out, all_in_chains)

    @cache
    def possible(waiting: int, gone: int) -> bool:
        if not waiting:
            return not all_in_chains.intersection(out[gone:])
        for now in _going_out_between(course, waiting, gone):
            for at, chain in enumerate(chains):
                if not waiting >> at & 1:
                    continue
                left = waiting & ~(1 << at)
                if any(possible(left, then) for then in _through(course, chain, 0, left, now)):
                    return True
        return False

    return possible((1 << len(chains)) - 1, 0)


def _is_plain(chains: Sequence[Chain], out: Seats) -> bool:
    """Whether all chains can come while all their players are in, one that ends it last of all."""
    ended = [chain for chain in chains if chain.victim_went_out]
    if not ended:
        return True
    if len(ended) > 1 or ended[0].victim not in out:
        return False
    before = out[: out.index(ended[0].victim)]
    return not before or not any(play.player in before for c in chains for play in c.plays)


def _going_out_between(course: Course, waiting: int, gone: int) -> Iterator[int]:
    """How many may be out when the next chain begins."""
    yield gone
    for player in course.out[gone:]:
        in_chain = player in course.all_in_chains
        if in_chain or course.plays_later(player, Chain((), False), 0, waiting):
            return
        gone += 1
        yield gone


def _through(course: Course, chain: Chain, at: int, waiting: int, gone: int) -> Iterator[int]:
    """How many may be out at the end of a chain, from its play ``at`` on."""
    if at == len(chain.plays):
        yield gone
        return
    player = chain.plays[at].player
    if player in course.out[:gone]:
        return
    is_chopped_last = at == len(chain.plays) - 2
    if not (is_chopped_last and chain.victim_went_out):
        yield from _through(course, chain, at + 1, waiting, gone)
    next_out = gone < len(course.out) and course.out[gone] == player
    may_go = chain.victim_went_out or not is_chopped_last
    if next_out and may_go and not course.plays_later(player, chain, at, waiting):
        yield from _through(course, chain, at + 1, waiting, gone + 1)
