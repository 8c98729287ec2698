"""Who reads Vietnamese is told everything in Vietnamese, also what a library says."""

import re
from collections.abc import Iterator
from typing import Any

import pytest
from django.utils.translation import override
from rest_framework import serializers as drf

from ledger.api.fields import Strict
from ledger.api.serializers import group_settling, groups, money, rounds, rules, sessions
from ledger.models import Session
from tests.api.calls import NEW, ROOT, Caller, problem, scorer
from tests.sample_tables import a_table

MODULES = (group_settling, groups, money, rounds, rules, sessions)
SHAPES = [shape for module in MODULES for shape in vars(module).values()]
BODIES = [each for each in Strict.__subclasses__() if each in SHAPES]
ENGLISH = re.compile(
    r"\b(?:a|an|the|is|are|not|no|be|has|may|must|this|that|of|to|or|than|least|more|less|got|but"
    r"|valid|invalid|required|expected|ensure|field|value|string|list|data|provided|dictionary"
    r"|choice|item|items|elements|characters|integer)\b",
    re.I,
)


def sentences(field: Any) -> Iterator[str]:
    """Everything that a field, its validators and the fields within can say."""
    yield from map(str, field.error_messages.values())
    yield from (str(each.message) for each in field.validators if hasattr(each, "message"))
    inner = [*field.fields.values()] if isinstance(field, drf.Serializer) else []
    inner += [field.child] if isinstance(field, drf.ListField | drf.DictField) else []
    for each in inner:
        yield from sentences(each)


def plain(sentence: str) -> str:
    """Without what is filled in."""
    return re.sub(r"\{\w+\}", "", sentence)


@pytest.mark.parametrize("body", BODIES, ids=lambda body: body.__name__)
def test_every_sentence_of_a_body_is_vietnamese(body: type[Strict]) -> None:
    with override("vi"):
        vietnamese = [plain(each) for each in sentences(body())]
    with override("en"):
        english = [plain(each) for each in sentences(body())]
    assert len(vietnamese) >= 4
    assert [each for each in vietnamese if ENGLISH.search(each)] == []
    assert [each for each in vietnamese if each.isascii()] == []
    assert [each for each in english if not ENGLISH.search(each)] == []


@pytest.mark.django_db
def test_a_wrong_body_is_told_in_vietnamese() -> None:
    caller = Caller(Session(), language="vi")
    for body in (
        *("null", "[]", "5", '"x"', {}, {"who": 1}),
        *(NEW | {"rules": "poker"}, NEW | {"rules": None}),
        *(NEW | {"rules": 5}, NEW | {"settings": []}, NEW | {"bet_unit": "x"}),
        *(NEW | {"bet_unit": 0}, NEW | {"bet_unit": 10**30}, NEW | {"players": "An"}),
        *(NEW | {"players": []}, NEW | {"players": ["An"] * 9}, NEW | {"players": [1, 2]}),
        *(NEW | {"players": ["", "B"]}, NEW | {"name": 5}, NEW | {"name": None}),
    ):
        for each in problem(caller.post(ROOT, body), 400)["error"]["problems"]:
            assert not ENGLISH.search(re.sub("“.*?”", "", each["message"])), each
            assert not each["message"].isascii()


@pytest.mark.django_db
@pytest.mark.parametrize("query", ["state=x", "rules=x", "opened_from=x", "page=0", "who=1"])
def test_a_wrong_address_is_told_in_vietnamese(query: str) -> None:
    from ledger.access import staff_tokens

    caller = Caller(Session(), staff_tokens.make("Hà")[1], "vi")
    refusal = caller.get(f"{ROOT}?{query}").json()
    assert refusal["status"] in (400, 404)
    assert not ENGLISH.search(refusal["detail"].replace(query.partition("=")[2], ""))


@pytest.mark.django_db
def test_a_wrong_round_is_told_in_vietnamese() -> None:
    caller = scorer(a_table())
    caller.language = "vi"
    for body in ({"id": "x", "facts": {}}, {"id": None, "facts": None, "after": "1"}, {}):
        for each in problem(caller.post("rounds/", body), 400)["error"]["problems"]:
            assert not ENGLISH.search(each["message"]), each


@pytest.mark.django_db
@pytest.mark.parametrize("call", [("GET", ""), ("POST", "rounds/", {})])
def test_a_wrong_key_is_told_in_the_language_of_the_call(call: tuple[Any, ...]) -> None:
    session = a_table()
    details = {
        problem(Caller(session, "wrong", language)(*call), 404)["detail"]
        for language in ("en", "vi", "en-GB", "fr")
    }
    assert details == {
        "There is nothing here, or the key does not open it.",
        "Không có gì ở đây, hoặc khoá không mở được.",
    }


@pytest.mark.django_db
@pytest.mark.parametrize("languages", [("vi", "en", "vi"), ("en", "vi", "en")])
def test_a_limit_is_told_in_the_language_of_the_call(languages: tuple[str, ...]) -> None:
    for language in languages:
        answer = Caller(Session(), language=language).post(ROOT, NEW | {"players": ["An"]})
        assert bool(ENGLISH.search(problem(answer, 400)["detail"])) == (language == "en")
