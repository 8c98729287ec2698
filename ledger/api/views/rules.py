"""The games there are, with all that a table may change in them."""

from functools import cache
from typing import Any

from django.http import Http404, HttpResponseBase
from django.urls import reverse
from django.utils.cache import patch_cache_control
from drf_spectacular.utils import OpenApiParameter
from rest_framework.request import Request
from rest_framework.response import Response

from ledger import __version__
from ledger.api.calls import lists, reads
from ledger.api.keys import Anybody
from ledger.api.serializers.rules import GameSerializer, ServiceSerializer
from ledger.api.views.base import ApiView
from ledger.common.language import language
from ledger.tables.rule_texts import rule_text
from scoring import RULE_SETS, RuleSet, Setting

AN_HOUR = 3600
NAME = OpenApiParameter("name", str, OpenApiParameter.PATH, enum=list(RULE_SETS))


@cache
def _games(language: str) -> list[dict[str, Any]]:
    return [
        {
            "name": game.name,
            "title": game.title.say(language),
            "settings": [_setting(game, each, language) for each in game.settings],
        }
        for game in RULE_SETS.values()
    ]


def _setting(game: RuleSet, setting: Setting, language: str) -> dict[str, Any]:
    choices = [{"value": code, "label": text.say(language)} for code, text in setting.choices]
    found = rule_text(game.name, setting.rule)
    return {
        "name": setting.name,
        "kind": setting.kind.value,
        "unit": setting.unit.say(language),
        "limits": setting.limits | ({"choices": choices} if choices else {}),
        "default": setting.default,
        "label": setting.label.say(language),
        "rule": setting.rule,
        "sentence": found["sentence"] if found else "",
    }


class RulesView(ApiView):
    """A call about the games, which needs no key; answers may be kept for an hour."""

    permission_classes = (Anybody,)

    def tell_limit(self, request: Request, answer: Any) -> None:
        """Nothing is counted here, and a shared cache keeps nothing of one caller."""

    def finalize_response(self, request: Request, response: Any, *args: Any, **kwargs: Any) -> Any:
        answer = super().finalize_response(request, response, *args, **kwargs)
        if answer.status_code in (200, 304):
            patch_cache_control(answer, public=True, max_age=AN_HOUR)
        return answer


class ServiceView(ApiView):
    permission_classes = (Anybody,)

    @reads("get_service", ServiceSerializer, auth=[])
    def get(self, request: Request) -> HttpResponseBase:
        """The version of the service, its games and where the API is described."""
        places = {name: reverse(f"api_{name}") for name in ("schema", "docs")}
        found = {name: request.build_absolute_uri(place) for name, place in places.items()}
        return Response({"version": __version__, "games": [*RULE_SETS], **found})


class Games(RulesView):
    @lists("list_rules", "GamePage", GameSerializer, auth=[])
    def get(self, request: Request) -> HttpResponseBase:
        """Every game with its settings, in the order of the menus."""
        return self.page(_games(language()), GameSerializer)


class OneGame(RulesView):
    @reads("get_rules", GameSerializer, NAME, auth=[])
    def get(self, request: Request, name: str) -> HttpResponseBase:
        """Its settings: kind, unit, limits, default, label and the sentence behind each."""
        if name not in RULE_SETS:
            raise Http404
        found = next(game for game in _games(language()) if game["name"] == name)
        return Response(GameSerializer(found).data)
