"""Whether one deck has the cards that are left: those shown, and those told as points."""

from collections.abc import Sequence
from itertools import accumulate, product

from scoring.common.cards import DECK
from scoring.common.errors import Problems, SeatNumber
from scoring.common.problem_texts import read_problems
from scoring.phom.facts import PhomFacts
from scoring.phom.hands import HIGHEST, LOWEST, VALUES, holds_phom, mask_of
from scoring.phom.rules import DEALT, MOST_LEFT

problem = read_problems(__package__)

MOST_WITHOUT = len(DECK) // 2
"""Two of each rank: more cards than these always hold a phỏm."""


def check_same_card(facts: PhomFacts) -> Problems:
    """No card is there twice."""
    holders: dict[object, int] = {}
    for seat, hand in facts.hands.items():
        for at, card in enumerate(hand):
            if card in holders:
                field, other = f"points.{seat}.hand[{at}]", SeatNumber(holders[card])
                yield problem("same_card", field, seat, card=card.pretty, other=other)
            holders.setdefault(card, seat)


def check_shown(facts: PhomFacts) -> Problems:
    """Whoever is not móm laid a phỏm down, so the cards not shown hold one."""
    if sum([len(hand) for hand in facts.hands.values()]) < MOST_WITHOUT:
        return
    laid = [seat for seat in facts.players if seat not in facts.mom]
    shown = {card for hand in facts.hands.values() for card in hand}
    if laid and not holds_phom(mask_of(card for card in DECK if card not in shown)):
        yield problem("no_phom_left", "points", laid[0])


def check_points_of_all(facts: PhomFacts) -> Problems:
    """However many players are taken together, the deck has cards for so many or so few points."""
    seats = [seat for seat in facts.points if seat not in facts.hands]
    mom = sorted([facts.points[seat] for seat in seats if seat in facts.mom])
    others = sorted([facts.points[seat] for seat in seats if seat not in facts.mom], reverse=True)
    if not mom and sum(others) <= HIGHEST[MOST_LEFT] and not facts.hands:
        return
    highest, lowest = _sums(facts)
    most_of_mom, most = list(accumulate(mom[::-1], initial=0)), list(accumulate(others, initial=0))
    for m, k in product(range(len(mom) + 1), range(len(others) + 1)):
        if most_of_mom[m] + most[k] > highest[min(DEALT * m + MOST_LEFT * k, len(highest) - 1)]:
            yield problem("points_of_all.many", "points")
            return
    fewest = list(accumulate(mom, initial=0))
    if any(fewest[m] < lowest[DEALT * m] for m in range(1, len(mom) + 1)):
        yield problem("points_of_all.few", "points")


def _sums(facts: PhomFacts) -> tuple[Sequence[int], Sequence[int]]:
    """The most and the fewest points of so many cards that were not shown."""
    if not facts.hands:
        return HIGHEST, LOWEST
    shown = {card for hand in facts.hands.values() for card in hand}
    values = sorted([VALUES[card] for card in DECK if card not in shown])
    return list(accumulate(values[::-1], initial=0)), list(accumulate(values, initial=0))
