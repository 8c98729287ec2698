"""What is said of the whole API, and of every call alike."""

import re
from collections.abc import Iterator
from importlib.resources import files
from types import MappingProxyType
from typing import Any

from ledger.api import facts

GUIDE = files(__package__).joinpath("guide.md").read_text(encoding="utf-8")
TAGS = MappingProxyType(
    {
        "sessions": "A table on one evening: open, read, change and close it",
        "rounds": "Record, correct, void and read rounds",
        "money": "What it all comes to: totals, the ledger, settling, other items",
        "rules": "The games and their settings",
        "groups": "People over several evenings",
        "exports": "Files of many sessions, for staff",
    }
)
MONEY = {"totals", "ledger", "settlement", "other", "payments"}


def finish(result: Any, **_context: object) -> Any:
    """Add what drf-spectacular does not know; it calls this once the schema is made."""
    components = result["components"]["schemas"]
    for name in components:
        if name.endswith("Request"):
            components[name]["additionalProperties"] = False
    # A round has everything that a scored one has.
    either = components["RoundOrScored"]
    either["anyOf"] = either.pop("oneOf")
    components |= facts.COMPONENTS
    for path, operation in _operations(result):
        _describe(operation, path)
    result["info"]["description"] = GUIDE
    result["tags"] = [{"name": name, "description": text} for name, text in TAGS.items()]
    return result


def _operations(result: Any) -> Iterator[tuple[str, Any]]:
    for path, methods in result["paths"].items():
        for operation in methods.values():
            yield path, operation


def _describe(operation: Any, path: str) -> None:
    """Sum up a call in the first words of its description; say which family it is of."""
    operation.setdefault("summary", re.split(r"[.:;\n]", operation["description"])[0])
    operation.setdefault("security", [])  # none: needs no key
    operation["tags"] = [_tag(path)]
    if operation.get("requestBody", {}).get("content", {}).get("application/json") == {
        "schema": facts.MANY
    }:
        operation["requestBody"]["required"] = True


def _tag(path: str) -> str:
    words = path.split("/")
    if MONEY & {*words} and "exports" not in words:
        return "money"
    return next(word for word in reversed(words) if word in TAGS)
