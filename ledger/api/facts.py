"""The shape of the facts of each game, as components of the schema."""

from types import MappingProxyType
from typing import Any

from scoring import RULE_SETS

SCHEMAS = "#/components/schemas/"


def _component(rules: str) -> str:
    """TienLenFacts for tien_len."""
    return f"{rules.title().replace('_', '')}Facts"


COMPONENTS = MappingProxyType(
    {
        **{_component(name): rule_set.shape for name, rule_set in RULE_SETS.items()},
        "BulkSubmission": {
            "type": "object",
            "description": "a round, as it is recorded alone, but without `after`",
            "properties": {
                "id": {"type": "string", "format": "uuid"},
                "facts": {"$ref": f"{SCHEMAS}Facts"},
            },
            "required": ["id", "facts"],
            "additionalProperties": False,
        },
        "Facts": {
            "description": (
                "What the table tells of a round, in the shape of the game that the session"
                " plays. Whether it can have happened the rules decide: else 422."
            ),
            "anyOf": [{"$ref": f"{SCHEMAS}{_component(name)}"} for name in RULE_SETS],
        },
    }
)
"""Some facts fit two games, such as a tới trắng: the session's rules say which is meant."""

ANY_GAME: dict[str, Any] = {"$ref": f"{SCHEMAS}Facts"}

MANY: dict[str, Any] = {
    "type": "array",
    "minItems": 1,
    "maxItems": 200,
    "items": {
        "description": "a BulkSubmission; anything else is refused alone, and the others stand",
        "anyOf": [{"$ref": f"{SCHEMAS}BulkSubmission"}, {}],
    },
}
