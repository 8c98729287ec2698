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


def at_table(rng: Random, facts: dict[str, Any], settings: dict[str, Any]) -> dict[str, Any]:
    """The same round at a table whose settings let it end on 2s, or play with a pot."""
    return _with_pot(rng, _on_twos(rng, facts, settings), settings)


def _on_twos(rng: Random, facts: dict[str, Any], settings: dict[str, Any]) -> dict[str, Any]:
    if not settings.get("ve_hai") or "toi_trang" in facts or rng.random() < 0.5:
        return facts
    chains = [chain | {"victim_went_out": False} for chain in facts["chat"]]
    chopped = sum(card[0] in "2h" for each in chains for card in each["plays"][0]["cards"])
    kept = chains if chopped < 4 else []
    # with twelve cards in chains one is left to end on
    told = {"player": rng.choice(facts["players"]), "count": 1 if kept else rng.randint(1, 3)}
    stays = {name: facts[name] for name in ("players", "opening") if name in facts}
    return stays | {"chat": kept, "ve_hai": told}


def _with_pot(rng: Random, facts: dict[str, Any], settings: dict[str, Any]) -> dict[str, Any]:
    if not settings.get("ga"):
        return facts
    players = facts["players"]
    pot = {str(seat): decimal(rng.choice((0, 1, 50, 125)), 25) for seat in players}
    told = rng.sample(list(pot), rng.randint(0, len(pot)))
    winner = rng.choice(players) if rng.random() < 0.4 else None
    return facts | {"pot": {seat: pot[seat] for seat in told}, "pot_winner": winner}
