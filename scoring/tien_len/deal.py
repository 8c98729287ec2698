"""Random rounds that can have happened."""

from collections.abc import Sequence
from random import Random


def deal(rng: Random, players: Sequence[int], opening: bool) -> dict[str, object]:
    """The facts of one round."""
    order = rng.sample(list(players), len(players))
    return {"players": list(players), "opening": opening, "places": order}
