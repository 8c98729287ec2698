"""Random rounds of any other game."""

from collections.abc import Sequence
from random import Random

from scoring.common.transfers import decimal


def deal(rng: Random, players: Sequence[int]) -> dict[str, object]:
    """The facts of one round."""
    if rng.random() < 0.3:
        winner, *others = rng.sample(list(players), len(players))
        paid = {str(seat): _points(rng, 0) for seat in others}
        return {"players": list(players), "winner": winner, "points": paid}
    *first, last = rng.sample(list(players), len(players))
    hundredths = {seat: rng.choice((1, 25, 50, 100)) * rng.randint(-40, 40) for seat in first}
    if rng.random() < 0.5:
        hundredths[last] = -sum(hundredths.values())
    points = {str(seat): decimal(each, 100) for seat, each in hundredths.items()}
    return {"players": list(players), "points": points}


def _points(rng: Random, least: int) -> str:
    return decimal(rng.choice((1, 50, 100)) * rng.randint(least, 40), 100)
