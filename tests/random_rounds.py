"""Rounds of every game by chance that can have happened; each game makes its own."""

from collections.abc import Sequence
from importlib import import_module
from random import Random
from typing import Any

from scoring.common.transfers import decimal


def deal(rules: str, rng: Random, players: Sequence[int]) -> dict[str, Any]:
    """The facts of one round at these seats."""
    made: dict[str, Any] = import_module(f"tests.cases.{rules}.random_rounds").deal(rng, players)
    return made


def with_pot(rng: Random, facts: dict[str, Any], settings: dict[str, Any]) -> dict[str, Any]:
    """The same round at a table that plays with a pot, where the settings say so."""
    if not settings.get("ga"):
        return facts
    players = facts["players"]
    pot = {str(seat): decimal(rng.choice((0, 1, 50, 125)), 25) for seat in players}
    told = rng.sample(list(pot), rng.randint(0, len(pot)))
    winner = rng.choice(players) if rng.random() < 0.4 else None
    return facts | {"pot": {seat: pot[seat] for seat in told}, "pot_winner": winner}
