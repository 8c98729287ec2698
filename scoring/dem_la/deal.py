"""Random rounds that can have happened."""

from collections.abc import Sequence
from random import Random


def deal(rng: Random, players: Sequence[int], opening: bool) -> dict[str, object]:
    """The facts of one round."""
    order = rng.sample(list(players), len(players))
    return {
        "players": list(players),
        "winner": order[0],
        "cards_left": {str(seat): rng.randint(1, 13) for seat in order[1:]},
    }
