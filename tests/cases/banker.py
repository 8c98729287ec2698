"""What random rounds of both banker games have: stakes and side bets."""

from collections.abc import Sequence
from random import Random
from typing import Any

STAKES = ("0.5", "1", "2", 3, "2.50", 0.25, "10")


def deal_stakes(rng: Random, players: Sequence[int]) -> dict[str, Any]:
    """What some play for."""
    return {str(seat): rng.choice(STAKES) for seat in players if rng.random() < 0.4}


def deal_side(rng: Random, players: Sequence[int]) -> list[dict[str, Any]]:
    """No side bets, one or a few."""
    bets = []
    for _ in range(rng.choice((0, 0, 0, 1, 1, 3))):
        winner, loser = rng.sample(list(players), 2)
        units = {"units": rng.choice(("1", "0.5", 2, "30"))} if rng.random() < 0.5 else {}
        bets.append({"winner": winner, "loser": loser, **units})
    return bets


def left_out(rng: Random, facts: dict[str, Any]) -> dict[str, Any]:
    """The facts, in half of the rounds without what says nothing."""
    keep = rng.random() < 0.5
    return {name: value for name, value in facts.items() if keep or value}
