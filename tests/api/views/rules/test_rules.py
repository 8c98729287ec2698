"""GET rules/ and rules/{name}/: every game with all that a table may change in it."""

import json
from collections.abc import Iterator
from typing import Any

import pytest
from django.test import Client

from ledger.models import Session
from scoring import RULE_SETS, Problem, Setting
from scoring.common.settings import Kind
from tests.api.calls import ROOT, Caller, problem

pytestmark = pytest.mark.django_db
RULES = "/api/v1/rules/"


@pytest.fixture
def caller(db: None) -> Caller:
    return Caller(Session())


def test_the_service_names_its_games_and_where_the_api_is_described(caller: Caller) -> None:
    body = caller.get("/api/v1/").json()
    assert body["games"] == list(RULE_SETS)
    for name in ("schema", "docs"):
        assert Client().get(body[name]).status_code == 200
    problem(caller.get("/api/v1/?page=2"), 400)


def test_it_has_every_game_in_the_order_of_the_menus(caller: Caller) -> None:
    page = caller.get(RULES).json()
    assert page["count"] == len(RULE_SETS)
    assert [each["name"] for each in page["results"]] == list(RULE_SETS)
    first = caller.get(f"{RULES}?page_size=1").json()
    assert first["results"] == page["results"][:1]
    assert first["next"].endswith("/rules/?page=2&page_size=1")


@pytest.mark.parametrize("rules", RULE_SETS)
def test_a_game_has_all_its_settings(caller: Caller, rules: str) -> None:
    body = caller.get(f"{RULES}{rules}/").json()
    settings = {each["name"]: each for each in body["settings"]}
    assert list(settings) == [each.name for each in RULE_SETS[rules].settings]
    for each in RULE_SETS[rules].settings:
        shown = settings[each.name]
        assert shown["kind"] == each.kind
        assert shown["default"] == each.default
        assert shown["rule"] == each.rule
        assert all(shown[text] for text in ("unit", "label", "sentence"))


@pytest.mark.parametrize("rules", RULE_SETS)
def test_every_game_can_be_opened_with_what_it_says_of_itself(caller: Caller, rules: str) -> None:
    entries = caller.get(f"{RULES}{rules}/").json()["settings"]
    settings = {each["name"]: each["default"] for each in entries}
    sent = {"rules": rules, "settings": settings, "bet_unit": 2000, "players": ["An", "Bình"]}
    assert caller.post(ROOT, sent).status_code == 201


def edges(setting: Setting, limits: dict[str, int]) -> Iterator[tuple[Any, Any]]:
    """By each limit of a number, a value that is just inside and one just beyond."""
    yield limits["least"], limits["least"] - 1
    yield limits["most"], limits["most"] + 1
    if setting.kind is Kind.AMOUNT:
        smallest = "0" * (limits["places"] - 1) + "1"
        yield f"0.{smallest}", f"0.0{smallest}"


@pytest.mark.parametrize("rules", RULE_SETS)
def test_limits_are_what_is_taken(rules: str) -> None:
    for setting in RULE_SETS[rules].settings:
        if setting.kind in (Kind.AMOUNT, Kind.COUNT):
            for inside, beyond in edges(setting, setting.limits):
                assert not isinstance(setting.read(inside), Problem), (setting.name, inside)
                assert isinstance(setting.read(beyond), Problem), (setting.name, beyond)


def test_choices_are_told_in_the_callers_language(caller: Caller) -> None:
    choice = next(
        (rules, each)
        for rules, rule_set in RULE_SETS.items()
        for each in rule_set.settings
        if each.kind is Kind.CHOICE
    )
    rules, setting = choice
    for language in ("vi", "en"):
        answer = Caller(Session(), language=language).get(f"{RULES}{rules}/")
        assert answer["Content-Language"] == language
        entry = {each["name"]: each for each in answer.json()["settings"]}[setting.name]
        assert entry["label"] == setting.label.say(language)
        assert entry["limits"]["choices"] == [
            {"value": code, "label": text.say(language)} for code, text in setting.choices
        ]


@pytest.mark.parametrize("path", ["", "tien_len/"])
def test_it_may_be_kept_and_asked_for_again(caller: Caller, path: str) -> None:
    first = caller.get(RULES + path)
    assert first["Cache-Control"] == "public, max-age=3600"
    assert "Accept-Language" in first["Vary"]
    again = caller.get(RULES + path, headers={"if-none-match": first["ETag"]})
    assert (again.status_code, again.content, again["ETag"]) == (304, b"", first["ETag"])
    other = Caller(Session(), language="vi").get(
        RULES + path, headers={"if-none-match": first["ETag"]}
    )
    assert other.status_code == 200
    assert caller("HEAD", RULES + path).status_code == 200


def test_what_is_no_game_is_not_found(caller: Caller) -> None:
    for name in ("poker", "TIEN_LEN", "x" * 300):
        answer = caller.get(f"{RULES}{name}/")
        problem(answer, 404, "not_found")
        assert "max-age=3600" not in answer["Cache-Control"]


@pytest.mark.parametrize("path", ["", "tien_len/"])
def test_it_is_only_read(caller: Caller, path: str) -> None:
    for method in ("POST", "PUT", "PATCH", "DELETE", "OPTIONS"):
        problem(caller(method, RULES + path), 405, "method_not_allowed")
    problem(caller.get(f"{RULES}{path}?who=1"), 400, "unknown_field")


def test_a_key_does_no_harm(caller: Caller) -> None:
    plain = caller.get(RULES)
    assert json.loads(Caller(Session(), "wrong").get(RULES).content) == plain.json()
