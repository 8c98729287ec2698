"""Rounds of every game by chance that can have happened; each game makes its own."""

from collections.abc import Sequence
from importlib import import_module
from random import Random
from typing import Any


def deal(rules: str, rng: Random, players: Sequence[int]) -> dict[str, Any]:
    """The facts of one round at these seats."""
    made: dict[str, Any] = import_module(f"tests.cases.{rules}.random_rounds").deal(rng, players)
    return made
