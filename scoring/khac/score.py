"""Any other game: facts and rules in, who pays whom out."""

from collections.abc import Iterable, Mapping
from math import gcd

from scoring.common.transfers import Outcome, Part, Reason, Transfer, pay
from scoring.khac.facts import HUNDREDTHS, KhacFacts
from scoring.khac.rules import KhacRules


def settle(facts: KhacFacts, rules: KhacRules) -> Outcome:
    """The outcome of facts that were checked; a cược is divided as far as the points need."""
    hundredths = facts.net
    common = gcd(HUNDREDTHS, *hundredths.values())
    grain, net = HUNDREDTHS // common, {s: points // common for s, points in hundredths.items()}
    rule = "KH-3" if facts.winner is None else "KH-2"
    return Outcome(
        transfers=tuple(_transfers(net, rule, grain)),
        grain=grain,
        net=net,
        next_leader=None,
        opening=False,
    )


def _transfers(net: Mapping[int, int], rule: str, grain: int) -> Iterable[Transfer]:
    """Losers pay winners, the largest the largest, equal ones in playing order.

    With up to four players these are the fewest: a player who could pay another off exactly
    stands beside him in both orders. With more they are few.
    """
    won = sorted([[units, seat] for seat, units in net.items() if units > 0], key=_largest)
    lost = sorted([[-units, seat] for seat, units in net.items() if units < 0], key=_largest)
    while lost:
        units = min(lost[0][0], won[0][0])
        parts = (Part(Reason.POINTS, units),)
        yield from pay(lost[0][1], won[0][1], Reason.POINTS, rule, parts, grain)
        for side in (lost, won):
            side[0][0] -= units
            if not side[0][0]:
                del side[0]


def _largest(entry: list[int]) -> int:
    return -entry[0]
