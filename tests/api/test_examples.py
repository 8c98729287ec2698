"""The examples of the schema: each fits the shape that it stands beside."""

import json
from collections.abc import Iterator
from typing import Any

import jsonschema
import pytest

from ledger.api.further_schema import EXAMPLES
from ledger.api.views.docs import document

pytestmark = pytest.mark.django_db


def strict(schema: Any) -> Any:
    """The schema as JSON Schema has it: what OpenAPI 3.0 calls nullable may be null."""
    if isinstance(schema, list):
        return [strict(each) for each in schema]
    if not isinstance(schema, dict):
        return schema
    found = {key: strict(each) for key, each in schema.items() if key != "nullable"}
    return {"anyOf": [found, {"type": "null"}]} if schema.get("nullable") is True else found


def contents(call: Any) -> Iterator[Any]:
    """Every body of a call, sent or told."""
    yield from call.get("requestBody", {}).get("content", {}).values()
    for answer in call["responses"].values():
        yield from answer.get("content", {}).values()


def test_each_fits_its_shape() -> None:
    told = strict(json.loads(document()))
    shown = set()
    for methods in told["paths"].values():
        for call in methods.values():
            for content in contents(call):
                schema = content["schema"] | {"components": told["components"]}
                for example in content.get("examples", {}).values():
                    if "$ref" in example:
                        continue
                    jsonschema.Draft202012Validator(schema).validate(example["value"])
                    shown.add(call["operationId"])
    assert shown >= EXAMPLES.keys()
