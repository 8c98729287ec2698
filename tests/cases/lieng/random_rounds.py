"""Random rounds of Liêng."""

from collections.abc import Sequence
from random import Random

from scoring.common.transfers import decimal


def deal(rng: Random, players: Sequence[int]) -> dict[str, object]:
    """The facts of one round."""
    payers = rng.sample(list(players), rng.randint(0, len(players)))
    paid = {
        str(seat): decimal(rng.choice((100, 125, 150)) * rng.randint(1, 9), 100) for seat in payers
    }
    return {"players": list(players), "winner": rng.choice(players), "paid": paid}
