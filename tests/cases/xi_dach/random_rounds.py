"""Random rounds of xì dách."""

from collections.abc import Sequence
from random import Random
from typing import Any

from scoring.xi_dach.rules import ACES, KINDS
from tests.cases.banker import deal_side, deal_stakes, left_out


def deal(rng: Random, players: Sequence[int]) -> dict[str, Any]:
    """The facts of one round."""
    banker, *cons = rng.sample(list(players), len(players))
    facts = {
        "players": list(players),
        "banker": banker,
        "stakes": deal_stakes(rng, players),
        "side": deal_side(rng, players),
    }
    if rng.random() < 0.15:
        return left_out(rng, facts | {"den": rng.choice(players)})
    kind = rng.choice(KINDS) if rng.random() < 0.25 else None
    non = [seat for seat in cons if rng.random() < 0.1]
    con = _results(rng, [seat for seat in cons if seat not in non], kind)
    if kind:
        con = {seat: word for seat, word in con.items() if word != "lost" or rng.random() < 0.5}
    return left_out(rng, facts | {"con": con, "banker_kind": kind, "non": non})


def _results(rng: Random, cons: Sequence[int], kind: str | None) -> dict[str, str]:
    """A word a con, as far as there are aces."""
    above = KINDS[: KINDS.index(kind)] if kind else ("won", "won", "won", *KINDS)
    aces, results = 4 - ACES.get(kind or "", 0), {}
    for seat in cons:
        word = rng.choice(("lost", "lost", "draw", *above))
        needed = ACES.get(kind or "" if word == "draw" else word, 0)
        results[str(seat)] = word if needed <= aces else "lost"
        aces -= needed if needed <= aces else 0
    return results
