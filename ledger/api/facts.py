"""The shape of the facts of each game, as components of the schema."""

from typing import Any

from scoring import RULE_SETS

SCHEMAS = "#/components/schemas/"


def component(rules: str, what: str = "Facts") -> str:
    """TienLenFacts for tien_len."""
    return f"{rules.title().replace('_', '')}{what}"


def facts_of(rules: str) -> dict[str, str]:
    """Where the schema has the facts of one game."""
    return {"$ref": f"{SCHEMAS}{component(rules)}"}


COMPONENTS: dict[str, Any] = {
    **{component(name): rule_set.shape for name, rule_set in RULE_SETS.items()},
    "Facts": {
        "description": (
            "What the table tells of a round, in the shape of the game that the session"
            " plays. Whether it can have happened the rules decide: else 422."
        ),
        "anyOf": [facts_of(name) for name in RULE_SETS],
    },
}
"""Some facts fit two games, such as a tới trắng: the session's rules say which is meant."""

ANY_GAME: dict[str, Any] = {"$ref": f"{SCHEMAS}Facts"}
RESULT: dict[str, Any] = {"$ref": f"{SCHEMAS}Result"}
