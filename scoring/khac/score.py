"""Any other game: facts and rules in, who pays whom out."""

from collections.abc import Iterable, Mapping
from itertools import combinations

from scoring.common.transfers import Outcome, Part, Reason, Transfer, in_largest_units, net, pay
from scoring.khac.facts import HUNDREDTHS, KhacFacts
from scoring.khac.rules import KhacRules


def settle(facts: KhacFacts, rules: KhacRules) -> Outcome:
    """The outcome of facts that were checked; a cược is divided as far as the points need."""
    difference = rules.points_are == "difference"
    rule = "KH-3" if facts.winner is None else "KH-2"
    paid = _differences(facts) if difference else _transfers(facts.net, rule)
    transfers, grain = in_largest_units(paid, HUNDREDTHS)
    return Outcome(
        transfers=transfers,
        grain=grain,
        net=net(facts.players, transfers),
    )


def _differences(facts: KhacFacts) -> Iterable[Transfer]:
    """Of each pair, in playing order, who has fewer points pays the difference (KH-5)."""
    points = facts.points
    for pair in combinations(facts.players, 2):
        fewer, more = sorted(pair, key=points.__getitem__)
        parts = (Part(Reason.POINTS, points[more] - points[fewer]),)
        yield from pay(fewer, more, Reason.POINTS, "KH-5", parts, HUNDREDTHS)


def _transfers(won_or_lost: Mapping[int, int], rule: str) -> Iterable[Transfer]:
    """Losers pay winners, the largest the largest, equal ones in playing order.

    With up to four players these are the fewest: a player who could pay another off exactly
    stands beside him in both orders. With more they are few.
    """
    each = won_or_lost.items()
    won = sorted([[units, seat] for seat, units in each if units > 0], key=_largest)
    lost = sorted([[-units, seat] for seat, units in each if units < 0], key=_largest)
    while lost:
        units = min(lost[0][0], won[0][0])
        parts = (Part(Reason.POINTS, units),)
        yield from pay(lost[0][1], won[0][1], Reason.POINTS, rule, parts, HUNDREDTHS)
        for side in (lost, won):
            side[0][0] -= units
            if not side[0][0]:
                del side[0]


def _largest(entry: list[int]) -> int:
    return -entry[0]
