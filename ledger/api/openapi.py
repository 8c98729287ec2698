"""What is said of the whole API, and of every call alike."""

import re
from collections.abc import Iterator
from functools import cache
from importlib.resources import files
from typing import Any

from drf_spectacular.extensions import OpenApiAuthenticationExtension, OpenApiSerializerExtension
from drf_spectacular.serializers import PolymorphicProxySerializerExtension as OneOf
from drf_spectacular.utils import PolymorphicProxySerializer

from ledger.api.bodies import MergePatch
from ledger.api.calls import JSON
from ledger.api.descriptions import DESCRIPTIONS
from ledger.api.fields import Anything
from ledger.api.problems import MEDIA_TYPE, document
from ledger.api.serializers import rounds
from ledger.common.amounts import worth
from ledger.common.strict_json import Object
from scoring import RULE_SETS
from scoring.common.words import REASONS

GUIDE = files(__package__).joinpath("guide.md").read_text(encoding="utf-8")
MONEY = {"totals", "ledger", "settlement", "other", "payments"}
EMPTY = {"type": "string", "maxLength": 0}
EXAMPLES = "#/components/examples/"


class KeyScheme(OpenApiAuthenticationExtension):  # type: ignore[no-untyped-call]
    """How a caller shows a key."""

    target_class = "ledger.api.keys.BearerKey"
    name = "key"

    def get_security_definition(self, auto_schema: object) -> dict[str, str]:
        return {"type": "http", "scheme": "bearer", "description": DESCRIPTIONS["key"]}


def _of_game(shape: Any, rules: str) -> Any:
    """A round as it looks in one game."""
    fields = {
        "__doc__": shape.__doc__,
        "rules": Anything({"type": "string", "const": rules}),
        "facts": Anything(rounds.facts_of(rules)),
    }
    return type(rounds.component(rules, shape.__name__), (shape,), fields)


class RoundByGame(OpenApiSerializerExtension):  # type: ignore[no-untyped-call]
    """A round looks as its game says, and its `rules` name the game."""

    target_class: Any = rounds.RoundObject

    def map_serializer(self, auto_schema: Any, direction: object) -> Object:
        shape = type(self.target)
        games = {rules: _of_game(shape, rules) for rules in RULE_SETS}
        proxy = PolymorphicProxySerializer(shape.__name__, games, "rules")
        any_game: Any = OneOf(proxy)  # type: ignore[no-untyped-call]
        return {"description": shape.__doc__, **any_game.map_serializer(auto_schema, direction)}


class ScoredByGame(RoundByGame):  # type: ignore[no-untyped-call]
    """So does one that is only scored."""

    target_class = rounds.Scored


class ChangedByGame(RoundByGame):  # type: ignore[no-untyped-call]
    """And one that was corrected or made void."""

    target_class = rounds.ChangedRound


class SubmitByGame(RoundByGame):  # type: ignore[no-untyped-call]
    """What is sent may name its game, or leave it to the session."""

    target_class = rounds.Submit

    def map_serializer(self, auto_schema: Any, direction: object) -> Object:
        of_a_game = super().map_serializer(auto_schema, direction)
        fields = {"__doc__": "A round of the game that the session plays.", "rules": None}
        of_any = type("AnySubmit", (rounds.Submit,), fields)
        ref = auto_schema.resolve_serializer(of_any, direction).ref
        schema = {"description": of_a_game.pop("description"), "required": ["id", "facts"]}
        return {**schema, "anyOf": [of_a_game, ref]}


def finish(result: Object, **_context: object) -> Object:
    """Add what drf-spectacular does not know; it calls this once the schema is made."""
    components = result["components"]["schemas"]
    for name, shape in components.items():
        for field in shape.get("properties", {}).values():
            field.pop("readOnly", None)  # a generated client would leave it out of what it read
        if name.endswith("Request") and "properties" in shape:
            _close(shape)
    # A round has everything that a scored one has.
    either = components["RoundOrScored"]
    either["anyOf"] = either.pop("oneOf")
    components |= rounds.COMPONENTS | DESCRIPTIONS["schemas"]
    shared = result["components"].setdefault("examples", {})
    for path, methods in result["paths"].items():
        for operation in methods.values():
            operation["summary"] = re.split(r"[.:;\n]", operation["description"])[0]
            operation.setdefault("security", [])  # none: needs no key
            operation["tags"] = [_tag(path)]
            for status, media in _contents(operation):
                if not media.keys() & {"example", "examples"}:
                    media |= _example(media["schema"], status, components, shared)
    result["info"]["description"] = GUIDE
    result["tags"] = DESCRIPTIONS["tags"]
    return result


def _close(body: Object) -> None:
    """Say that a body takes no other fields, and that every default may be left out."""
    body["additionalProperties"] = False
    for field in body["properties"].values():
        if EMPTY in field.get("oneOf", ()):  # which our own patterns match already
            field |= field.pop("oneOf")[0]
        field.pop("default", None)


def _tag(path: str) -> str:
    """The family that a call is of."""
    words = path.split("/")
    if MONEY & {*words} and "sessions" in words:
        return "money"
    tags = {tag["name"] for tag in DESCRIPTIONS["tags"]}
    return next(word for word in [*reversed(words), "rules"] if word in tags)


def _contents(operation: Object) -> Iterator[tuple[str, Object]]:
    """The JSON that a call takes ("" as status) and answers."""
    bodies = {"": operation.get("requestBody", {}), **operation["responses"]}
    for status, each in bodies.items():
        for kind, media in each.get("content", {}).items():
            if kind in (JSON, MergePatch.media_type, MEDIA_TYPE):
                yield status, media


def _example(schema: Object, status: str, components: Object, shared: Object) -> Object:
    """The example of a body or an answer, or one for each game; every one of them has its own."""
    name = schema.get("$ref", "").removeprefix(rounds.SCHEMAS)
    if name == "Problem":
        problem = DESCRIPTIONS["problems"][status]
        code, text = problem["code"], problem["description"]
        return _shared({code: {"value": document(int(status), code, text)}}, shared)
    if make := BY_GAME.get(name):
        examples = {
            rounds.component(rules, name): {"summary": game.title.say("en"), "value": make(rules)}
            for rules, game in RULE_SETS.items()
        }
        return _shared(examples, shared)
    return {"example": _value(schema, components)}


def _shared(examples: Object, shared: Object) -> Object:
    """Examples that many calls have are written once and referred to by name."""
    shared |= examples
    return {"examples": {name: {"$ref": f"{EXAMPLES}{name}"} for name in examples}}


def _value(schema: Object, components: Object) -> object:
    """One value: that of descriptions.json, or a page or list of such."""
    name = schema.get("$ref", "").removeprefix(rounds.SCHEMAS)
    if name in _examples():
        return _examples()[name]
    if schema.get("type") == "array":
        return [_value(schema["items"], components)]
    results = _value(components[name]["properties"]["results"], components)
    return {"count": 1, "next": None, "previous": None, "results": results}


@cache
def _examples() -> Object:
    """The examples of descriptions.json by component, with what follows from the rules."""
    examples: Object = dict(DESCRIPTIONS["examples"])
    rules = examples["SessionLine"]["rules"]
    in_force = {"settings_in_force": dict(RULE_SETS[rules].values())}
    examples["WholeSession"] = examples["SessionLine"] | examples["WholeSession"] | in_force
    examples["OpenedSession"] = examples["WholeSession"] | examples["OpenedSession"]
    examples["MadeGroup"] = examples["Group"] | examples["MadeGroup"]
    examples["ExportedTotal"] = dict.fromkeys(REASONS, 0) | examples["ExportedTotal"]
    examples["RoundObject"] = _round(rules)
    return examples


def _round(rules: str) -> Object:
    """The first round of a table that plays this game."""
    example: Object = DESCRIPTIONS["examples"]["RoundObject"]
    game = RULE_SETS[rules]
    facts = game.examples[0].facts
    result = game.score(facts, game.in_force()).as_json("en")
    amounts = {seat: worth(units, example["bet_unit"]) for seat, units in result["net"].items()}
    scored = {"rules": rules, "facts": facts, "result": result}
    return example | scored | {"amounts": amounts, "balances": amounts}


def _changed(rules: str) -> Object:
    """That round where no later one began otherwise."""
    return _round(rules) | {"later": []}


def _submission(rules: str) -> Object:
    """That round as it is sent."""
    return {key: _round(rules)[key] for key in ("id", "rules", "facts")}


def _opening(rules: str) -> Object:
    return {"rules": rules, **DESCRIPTIONS["opening"]}


BY_GAME = {
    "RoundObject": _round,
    "ChangedRound": _changed,
    "RoundOrScored": _round,
    "SubmitRequest": _submission,
    "OpenSessionRequest": _opening,
}
"""What has an example for each game, by component."""
