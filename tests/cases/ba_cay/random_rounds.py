"""Random rounds of ba cây."""

from collections.abc import Sequence
from random import Random
from typing import Any

from tests.cases.banker import deal_side, deal_stakes, left_out

AGAINST = {"muoi": ("muoi", "sap"), "sap": ("sap",)}
"""What wins against a hand of the banker."""


def deal(rng: Random, players: Sequence[int]) -> dict[str, Any]:
    """The facts of one round."""
    banker = rng.choice(players)
    facts = {
        "players": list(players),
        "banker": banker,
        "stakes": deal_stakes(rng, players),
        "side": deal_side(rng, players),
        "pot": {},
        "pot_winner": None,
    }
    way = _by_words if rng.random() < 0.4 else _by_points
    return left_out(rng, facts | way(rng, players, banker))


def _by_points(rng: Random, players: Sequence[int], banker: int) -> dict[str, Any]:
    among = rng.choice(((*range(1, 11), "sap"), (9, 10, 10, "sap")))
    points = {seat: rng.choice(among) for seat in players}
    equal = [seat for seat in players if seat != banker and points[seat] == points[banker]]
    return {
        "points": {str(seat): each for seat, each in points.items()},
        "above": [seat for seat in equal if rng.random() < 0.5],
    }


def _by_words(rng: Random, players: Sequence[int], banker: int) -> dict[str, Any]:
    kind = rng.choice(list(AGAINST)) if rng.random() < 0.3 else None
    words = ("lost", "lost", *AGAINST.get(kind or "", ("won", "won", "muoi", "sap")))
    con = {str(seat): rng.choice(words) for seat in players if seat != banker}
    if kind:
        con = {seat: word for seat, word in con.items() if word != "lost" or rng.random() < 0.5}
    return {"con": con, "banker_kind": kind}
