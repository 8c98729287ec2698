"""The games there are, with all that a table may change in them; and what the API is:
for programs the schema, for people a page made from it.
"""

import json
from functools import cache

from django.http import Http404, HttpResponse, HttpResponseBase
from django.utils.decorators import method_decorator
from django.utils.translation import override
from django.views.decorators.cache import cache_control
from drf_spectacular.generators import SchemaGenerator
from drf_spectacular.utils import OpenApiParameter, extend_schema
from drf_spectacular.views import SpectacularSwaggerSplitView
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.reverse import reverse

import ledger.api.openapi  # noqa: F401  # registers what drf-spectacular is to know
from ledger import __version__
from ledger.api.calls import lists, reads
from ledger.api.keys import Anybody
from ledger.api.serializers.rules import GameSerializer, ServiceSerializer
from ledger.api.views.base import ApiView
from ledger.common.language import language
from ledger.common.signature import fingerprint, public_key
from ledger.common.strict_json import Object
from ledger.tables.rule_texts import rule_text
from scoring import RULE_SETS, RuleSet, Setting

kept_an_hour = method_decorator(cache_control(public=True, max_age=3600))
NAME = OpenApiParameter("name", str, OpenApiParameter.PATH, enum=list(RULE_SETS))


@cache
def _game(name: str, language: str) -> Object:
    game = RULE_SETS[name]
    settings = [_setting(game, each, language) for each in game.settings]
    return {"name": name, "title": game.title.say(language), "settings": settings}


def _setting(game: RuleSet, setting: Setting, language: str) -> Object:
    choices = [{"value": code, "label": text.say(language)} for code, text in setting.choices]
    rule = rule_text(game.name, setting.rule)
    return {
        "name": setting.name,
        "kind": setting.kind.value,
        "unit": setting.unit.say(language),
        "limits": setting.limits | ({"choices": choices} if choices else {}),
        "default": setting.default,
        "label": setting.label.say(language),
        "rule": setting.rule,
        "sentence": rule["sentence"] if rule else "",
    }


class RulesView(ApiView):
    """A call about the games, which needs no key; answers may be kept for an hour."""

    permission_classes = (Anybody,)

    def tell_limit(self, request: Request, answer: HttpResponseBase) -> None:
        """Nothing is counted here, and a shared cache keeps nothing of one caller."""


class ServiceView(ApiView):
    permission_classes = (Anybody,)

    @reads("get_service", ServiceSerializer, auth=[])
    def get(self, request: Request) -> HttpResponseBase:
        """Tell the version of the service, its games and where the API is described."""
        places = {name: reverse(f"api_{name}", request=request) for name in ("schema", "docs")}
        signs = {"public_key": public_key(), "fingerprint": fingerprint()}
        return Response({"version": __version__, "games": [*RULE_SETS], **places, **signs})


class Games(RulesView):
    @kept_an_hour
    @lists("list_rules", "GamePage", GameSerializer, auth=[])
    def get(self, request: Request) -> HttpResponseBase:
        """List the games; each with its settings, in the order of the menus."""
        return self.page([_game(name, language()) for name in RULE_SETS], GameSerializer)


class OneGame(RulesView):
    @kept_an_hour
    @reads("get_rules", GameSerializer, NAME, auth=[])
    def get(self, request: Request, name: str) -> HttpResponseBase:
        """Read the settings of a game; kind, unit, limits, default, label and sentence of each."""
        if name not in RULE_SETS:
            raise Http404
        return Response(GameSerializer(_game(name, language())).data)


class Schema(ApiView):
    """The OpenAPI 3 schema, as JSON."""

    permission_classes = (Anybody,)

    @extend_schema(exclude=True)
    def get(self, request: Request) -> HttpResponse:
        return HttpResponse(document(), content_type="application/json")


@cache
def document() -> bytes:
    """The schema, worked out once; in English, which is what its readers write programs in."""
    with override("en"):
        generator = SchemaGenerator()  # type: ignore[no-untyped-call]
        schema = generator.get_schema(public=True)  # type: ignore[no-untyped-call]
    return json.dumps(schema, ensure_ascii=False).encode()


class Docs(SpectacularSwaggerSplitView):
    """The schema as a page on which every call can be tried; no script stands in the page."""

    permission_classes = (Anybody,)
    url_name = "api_schema"
    template_name = "api_docs.html"
