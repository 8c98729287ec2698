"""Who pays whom for the chains of chops of a round, in both Tiến lên games."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Protocol

from scoring.common.transfers import Part, Reason, Transfer, pay
from scoring.thirteen.facts import Chain, ChainPlay

Prices = Callable[[ChainPlay, ChainPlay], Sequence[tuple[str, int]]]
"""What one chop costs: each thing that was chopped with its price."""


class ChainRules(Protocol):
    """The rules about chains that both games have."""

    @property
    def grain(self) -> int:
        """How many smallest units make one cược."""

    @property
    def chat_void_if_out(self) -> bool:
        """Whether nothing is paid where the last chopped went out with that play."""

    @property
    def chat_each(self) -> bool:
        """Whether each chop is settled by itself."""

    @property
    def chat_doubling(self) -> bool:
        """Whether each further chop of a chain costs double."""


@dataclass(frozen=True, slots=True)
class ChainIds:
    """The sentences of a game: the last pays for all, each pays for himself, doubling."""

    whole: str
    each: str
    doubling: str


def settle_chain(
    chain: Chain, rules: ChainRules, prices: Prices, ids: ChainIds
) -> Iterable[Transfer]:
    """The last chopped pays the last chopper for the whole chain, or each chopped his own chopper.

    Where the last chopped went out with that play the whole chain is void, or that last chop.
    """
    if rules.chat_each:
        return _each(chain, rules, prices, ids)
    if chain.victim_went_out and rules.chat_void_if_out:
        return ()
    parts = [
        part
        for at, (play, after) in enumerate(pairwise(chain.plays))
        for part in _parts(play, after, at, chain.victim, rules, prices)
    ]
    rule = ids.doubling if rules.chat_doubling and len(chain.plays) > 2 else ids.whole
    return pay(chain.victim, chain.chopper, Reason.CHAT, rule, parts, rules.grain)


def _each(chain: Chain, rules: ChainRules, prices: Prices, ids: ChainIds) -> Iterator[Transfer]:
    links = list(pairwise(chain.plays))
    if chain.victim_went_out and rules.chat_void_if_out:
        links.pop()
    for at, (play, after) in enumerate(links):
        parts = _parts(play, after, at, play.player, rules, prices)
        rule = ids.doubling if rules.chat_doubling and at else ids.each
        yield from pay(play.player, after.player, Reason.CHAT, rule, parts, rules.grain)


def _parts(
    play: ChainPlay, after: ChainPlay, at: int, payer: int, rules: ChainRules, prices: Prices
) -> list[Part]:
    """What ``after`` costs for chopping ``play`` as the chop number ``at`` of its chain."""
    player = None if play.player == payer else play.player
    if not rules.chat_doubling or not at:
        return [Part(w, units, player=player, by=after.play) for w, units in prices(play, after)]
    times = 2**at
    return [
        Part(what, units * times, player=player, by=after.play, times=times)
        for what, units in prices(play, after)
    ]
