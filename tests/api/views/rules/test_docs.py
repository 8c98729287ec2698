"""GET schema/ and docs/: what the API says of itself is so."""

import inspect
import json
import re
from collections.abc import Iterator
from typing import Any
from uuid import UUID

import pytest
from django.urls import get_resolver
from jsonschema import Draft202012Validator

from ledger.api.serializers.rounds import component, facts_of
from ledger.books import rounds
from ledger.common import refusals
from ledger.models import Session
from scoring import RULE_SETS, score
from tests.api.calls import Caller, problem, scorer
from tests.sample_tables import a_table

pytestmark = pytest.mark.django_db
SCHEMA, DOCS = "/api/v1/schema/", "/api/v1/docs/"


@pytest.fixture
def caller(db: None) -> Caller:
    return Caller(Session())


@pytest.fixture
def schema(caller: Caller) -> Any:
    answer = caller.get(SCHEMA)
    assert answer["Content-Type"] == "application/json"
    return answer.json()


def test_it_names_every_call_there_is(schema: Any) -> None:
    calls = {
        (re.sub(r"{\w+}", "1", path.replace("{settlement}", str(UUID(int=1)))), method)
        for path, methods in schema["paths"].items()
        for method in methods
    }
    routes = set()
    for path, _method in calls:
        view = get_resolver().resolve(path).func.view_class
        routes |= {(path, each) for each in view.http_method_names if hasattr(view, each)}
    assert calls == {(path, method) for path, method in routes if method != "head"}
    assert len(calls) == 47


def test_every_call_is_described(schema: Any) -> None:
    known = {tag["name"] for tag in schema["tags"] if tag["description"]}
    for methods in schema["paths"].values():
        for call in methods.values():
            assert call["summary"], call
            assert call["description"], call
            assert set(call["tags"]) <= known


def test_every_body_and_answer_has_an_example_that_fits(schema: Any) -> None:
    wrong = [
        f"{name}: {problem.message}"
        for name, media in _json_media(schema)
        for example in _examples_of(media, schema)
        for problem in Draft202012Validator(
            {**media["schema"], "components": schema["components"]}
        ).iter_errors(example)
    ]
    assert wrong == []


def _json_media(schema: Any) -> Iterator[tuple[str, Any]]:
    for methods in schema["paths"].values():
        for call in methods.values():
            for each in (call.get("requestBody", {}), *call["responses"].values()):
                for kind, media in each.get("content", {}).items():
                    if kind.endswith("json"):
                        yield call["operationId"], media


def _examples_of(media: Any, schema: Any) -> list[Any]:
    listed = [*media.get("examples", {}).values()]
    shared = schema["components"]["examples"]
    items = [shared[each["$ref"].rpartition("/")[2]] if "$ref" in each else each for each in listed]
    values = [each["value"] for each in items] + [media[key] for key in media if key == "example"]
    assert values, media
    return values


def test_every_call_but_opening_a_session_needs_a_key(schema: Any) -> None:
    without = {
        call["operationId"]
        for methods in schema["paths"].values()
        for call in methods.values()
        if call["security"] == [] or {} in call["security"]
    }
    assert without == {"get_service", "open_session", "list_rules", "get_rules"}


@pytest.mark.parametrize("rules", RULE_SETS)
def test_the_example_of_each_game_can_be_sent(schema: Any, rules: str) -> None:
    example = schema["components"]["examples"][component(rules, "SubmitRequest")]
    session = a_table(rules=rules, bet_unit=2000)
    answer = scorer(session).post("rounds/", example["value"])
    assert answer.status_code == 201
    assert (
        answer.json()["result"]["net"]
        == score(rules, RULE_SETS[rules].examples[0].facts).as_json()["net"]
    )


def test_every_problem_says_what_it_means(schema: Any) -> None:
    for methods in schema["paths"].values():
        for call in methods.values():
            for status, answer in call["responses"].items():
                if int(status) >= 400:
                    assert list(answer["content"]) == ["application/problem+json"]
                    assert answer["description"]


def test_rounds_are_told_apart_by_their_rules(schema: Any) -> None:
    schemas = schema["components"]["schemas"]
    for shape in ("RoundObject", "ChangedRound", "Scored"):
        chosen = schemas[shape]["discriminator"]
        assert chosen["propertyName"] == "rules"
        assert list(chosen["mapping"]) == list(RULE_SETS)
        assert [each["$ref"] for each in schemas[shape]["oneOf"]] == [*chosen["mapping"].values()]
        for rules, where in chosen["mapping"].items():
            fields = schemas[where.rpartition("/")[2]]["properties"]
            assert fields["rules"] == {"type": "string", "const": rules}
            assert fields["facts"] == facts_of(rules)


def test_what_is_sent_may_name_its_game(schema: Any) -> None:
    schemas = schema["components"]["schemas"]
    of_a_game, of_any = schemas["SubmitRequest"]["anyOf"]
    assert of_a_game["discriminator"]["propertyName"] == "rules"
    for rules, where in of_a_game["discriminator"]["mapping"].items():
        shape = schemas[where.rpartition("/")[2]]
        assert shape["properties"]["rules"] == {"type": "string", "const": rules}
        assert shape["properties"]["facts"] == facts_of(rules)
        assert "rules" in shape["required"]
    assert "rules" not in schemas[of_any["$ref"].rpartition("/")[2]]["properties"]


def test_facts_have_the_shape_of_their_game(schema: Any) -> None:
    schemas = schema["components"]["schemas"]
    ref = {"$ref": "#/components/schemas/Facts"}
    assert schemas["AnySubmitRequest"]["properties"]["facts"] == ref
    assert schemas["Facts"]["anyOf"] == [facts_of(rules) for rules in RULE_SETS]
    for rules, rule_set in RULE_SETS.items():
        shape = schemas[facts_of(rules)["$ref"].rpartition("/")[2]]
        assert shape == json.loads(json.dumps(rule_set.shape))
        for key, each in shape["properties"].items():
            assert each["description"], key


def test_bodies_are_closed(schema: Any) -> None:
    schemas = schema["components"]["schemas"]
    bodies = {"OpenSession", "PatchedChangeSession", "AnySubmit", "TienLenSubmit", "Reason"}
    closed = {name for name in schemas if schemas[name].get("additionalProperties") is False}
    assert {f"{body}Request" for body in bodies} <= closed


def test_no_game_is_singled_out(schema: Any) -> None:
    for name, shape in schema["components"]["schemas"].items():
        fields = shape.get("properties", {}).keys()
        assert name.endswith("Facts") or not fields & RULE_SETS.keys()
    assert json.dumps(schema).count("tien_len_cards") == 0


class TestDocs:
    def test_a_guide_comes_first(self, schema: Any) -> None:
        headings = re.findall("^## (.+)$", schema["info"]["description"], re.M)
        assert {"Keys", "Exactly once", "Lists", "Following a table", "Errors"} <= {*headings}

    def test_the_page_holds_no_script_or_style_of_its_own(self, caller: Caller) -> None:
        answer = caller.get(DOCS)
        page = answer.content.decode()
        assert answer["Content-Type"].startswith("text/html")
        assert "swagger-ui" in page
        assert re.findall(r"<style|\sstyle=|<script(?![^>]*\ssrc=)|\son[a-z]+=", page) == []

    def test_everything_it_loads_comes_from_here(self, caller: Caller) -> None:
        page = caller.get(DOCS).content.decode()
        links = re.findall(r'(?:src|href)="([^"]+)"', page)
        assert len(links) >= 4
        assert [link for link in links if not link.startswith("/")] == []

    def test_its_script_is_one(self, caller: Caller) -> None:
        answer = caller.get(f"{DOCS}?script=")
        assert answer["Content-Type"] == "application/javascript"
        assert "SwaggerUIBundle" in answer.content.decode()


@pytest.mark.parametrize("path", [SCHEMA, DOCS])
@pytest.mark.parametrize("method", ["POST", "PUT", "DELETE", "OPTIONS"])
def test_other_methods_are_refused(caller: Caller, path: str, method: str) -> None:
    problem(caller(method, path), 405)


def test_it_says_what_every_conflict_is(schema: Any) -> None:
    answers = schema["paths"]["/api/v1/sessions/{session_id}/rounds/{number}/void/"]["post"]
    conflict = answers["responses"]["409"]["description"]
    raised = re.findall(r"raise refusals\.(\w+)", inspect.getsource(rounds))
    kinds = [getattr(refusals, name) for name in raised]
    asked_for_by_nobody = {"terms_changed"}
    codes = {kind.code for kind in kinds if kind.status == 409}
    assert codes - asked_for_by_nobody | {"settling"} == set(re.findall(r"`(\w+)`", conflict))


def test_it_says_what_an_entry_of_no_round_is(schema: Any) -> None:
    for shape in ("LedgerEntry", "ExportedEntry"):
        entry = schema["components"]["schemas"][shape]["properties"]
        assert "all but round and void" in entry["round"]["description"]
        assert "settlement" in entry["reason"]["description"]
        assert {"settlement", "carried", "place"} <= set(entry["reason"]["enum"])
