"""What is said of the whole API, and of every call alike."""

import json
import re
from collections.abc import Iterator
from functools import cache
from importlib.resources import files
from typing import Any

from ledger.api import facts
from ledger.api.problems import MEDIA_TYPE, document
from ledger.api.schema import PROBLEMS
from scoring import RULE_SETS, score
from scoring.common.words import REASONS

GUIDE, TOLD = (
    files(__package__).joinpath(name).read_text(encoding="utf-8")
    for name in ("guide.md", "openapi.json")
)
MONEY = {"totals", "ledger", "settlement", "other", "payments"}
EMPTY = {"type": "string", "maxLength": 0}
EXAMPLES = "#/components/examples/"
ROUND_ID = "0b5e7a52-6c1f-4f4e-9d59-3f1f6a2c7d10"


def finish(result: Any, **_context: object) -> Any:
    """Add what drf-spectacular does not know; it calls this once the schema is made."""
    components = result["components"]["schemas"]
    for name in components:
        if name.endswith("Request"):
            _close(components[name])
    # A round has everything that a scored one has.
    either = components["RoundOrScored"]
    either["anyOf"] = either.pop("oneOf")
    components |= facts.COMPONENTS | _told()["schemas"]
    shared = result["components"].setdefault("examples", {})
    for path, methods in result["paths"].items():
        for operation in methods.values():
            _describe(operation, path)
            for status, media in _contents(operation):
                if not media.keys() & {"example", "examples"}:
                    media |= _example(media["schema"], status, components, shared)
    result["info"]["description"] = GUIDE
    result["tags"] = _told()["tags"]
    return result


def _close(body: Any) -> None:
    """Say that a body takes no other fields, and that every default may be left out."""
    body["additionalProperties"] = False
    for field in body["properties"].values():
        if EMPTY in field.get("oneOf", ()):  # which our own patterns match already
            field |= field.pop("oneOf")[0]
        field.pop("default", None)


def _describe(operation: Any, path: str) -> None:
    """Sum up a call in the first words of its description; say which family it is of."""
    operation.setdefault("summary", re.split(r"[.:;\n]", operation["description"])[0])
    operation.setdefault("security", [])  # none: needs no key
    operation["tags"] = [_tag(path)]
    if operation["operationId"] == "record_rounds":
        operation["requestBody"]["required"] = True


def _tag(path: str) -> str:
    words = path.split("/")
    if MONEY & {*words} and "sessions" in words:
        return "money"
    tags = {tag["name"] for tag in _told()["tags"]}
    return next(word for word in reversed(words) if word in tags)


def _contents(operation: Any) -> Iterator[tuple[str, Any]]:
    """The JSON that a call takes ("" as status) and answers."""
    found = {"": operation.get("requestBody", {}), **operation["responses"]}
    for status, each in found.items():
        for kind, media in each.get("content", {}).items():
            if kind in ("application/json", MEDIA_TYPE):
                yield status, media


def _example(schema: Any, status: str, components: Any, shared: Any) -> dict[str, Any]:
    """The example of a body or an answer, or one for each game; nothing where none is known."""
    name = schema.get("$ref", "").removeprefix(facts.SCHEMAS)
    if name == "Problem":
        code, text = _told()["codes"].get(status, "refused"), PROBLEMS[int(status)]
        return _shared({code: document(int(status), code, text)}, shared)
    if name in ("RoundObject", "RoundOrScored"):
        return _shared({rules: _round(rules) for rules in RULE_SETS}, shared)
    found = _value(schema, components)
    return {} if found is None else {"example": found}


def _shared(values: dict[str, Any], shared: Any) -> dict[str, Any]:
    """Examples that many calls have are written once and referred to by name."""
    shared |= {name: {"value": value} for name, value in values.items()}
    return {"examples": {name: {"$ref": f"{EXAMPLES}{name}"} for name in values}}


def _value(schema: Any, components: Any) -> Any:
    """One value: that of `openapi.json`, or a page or list of such."""
    name = schema.get("$ref", "").removeprefix(facts.SCHEMAS)
    if name in _told()["examples"]:
        return _told()["examples"][name]
    if schema.get("type") == "array":
        return [_value(schema["items"], components)]
    fields = components.get(name, {}).get("properties", {})
    page = {"count": 1, "next": None, "previous": None} if "count" in fields else {}
    return (
        page | {"results": _value(fields["results"], components)} if "results" in fields else None
    )


@cache
def _told() -> dict[str, Any]:
    """What `openapi.json` says, and examples that follow from the rules."""
    told: dict[str, Any] = json.loads(TOLD)
    found = told["examples"]
    rules = found["SessionLine"]["rules"]
    in_force = {"settings_in_force": dict(RULE_SETS[rules].values())}
    found["WholeSession"] |= found["SessionLine"] | in_force
    found["OpenedSession"] |= found["WholeSession"]
    found["ExportedTotal"] = dict.fromkeys(REASONS, 0) | found["ExportedTotal"]
    found["RoundObject"] = recorded = _round(rules)
    found["BulkSubmission"] = {"id": ROUND_ID, "facts": recorded["facts"]}
    found["BulkItem"] = {"id": ROUND_ID, "outcome": "recorded", "round": recorded, "problem": None}
    return told


def _round(rules: str) -> dict[str, Any]:
    """The first round of an evening of this game."""
    sent, unit = RULE_SETS[rules].examples[0].facts, 2000
    outcome = score(rules, sent)
    amounts = {str(seat): units * unit // outcome.grain for seat, units in outcome.net.items()}
    return {
        "number": 1,
        "id": ROUND_ID,
        "state": "recorded",
        "rules": rules,
        "bet_unit": unit,
        "facts": sent,
        "result": outcome.as_json("en"),
        "amounts": amounts,
        "balances": amounts,
        "corrects": None,
        "recorded_at": "2026-11-21T20:15:00+07:00",
    }
