"""Any other game: the rules in force, hardly any."""

from dataclasses import dataclass

from scoring.common.settings import Values
from scoring.common.text import Text

TITLE, ORDER = Text("Trò khác", "Any other game"), 9
"""What the game is called, and its place in menus."""
PLAYERS = range(2, 9)
"""How many can play a round."""
WORDS: dict[str, Text] = {}


@dataclass(frozen=True, slots=True)
class KhacRules:
    """``grain`` is 1: how far a cược is divided is up to the points of each round.

    ``points_are``: ``net``, what each won or lost, or of what each has the ``difference`` is paid.
    """

    grain: int
    points_are: str


def make_rules(values: Values) -> KhacRules:
    """The rules of these values."""
    return KhacRules(**values.named_as(KhacRules))
