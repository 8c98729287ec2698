"""The games and their settings."""

from typing import Any

from drf_spectacular.utils import extend_schema_field
from rest_framework import serializers

from ledger.api.fields import Anything
from scoring import RULE_SETS
from scoring.common.settings import Kind


class ChoiceSerializer(serializers.Serializer[Any]):
    """One of the values that a setting may have."""

    value = serializers.CharField()
    label = serializers.CharField()  # type: ignore[assignment]


class LimitsSerializer(serializers.Serializer[Any]):
    """What bounds a value; what means nothing for its kind is left out."""

    least = serializers.IntegerField(required=False)
    most = serializers.IntegerField(required=False)
    places = serializers.IntegerField(required=False, min_value=0, help_text="decimals at most")
    letters = serializers.IntegerField(required=False, min_value=1, help_text="of a text or name")
    items = serializers.IntegerField(required=False, min_value=1, help_text="named amounts at most")
    choices = ChoiceSerializer(many=True, required=False)


@extend_schema_field({"description": "as `settings` takes it; amounts are exact strings"})
class SettingValue(Anything):
    """A value of a setting."""


class SettingSerializer(serializers.Serializer[Any]):
    """A number or a decision that a table may change, and the sentence of the rules behind it."""

    name = serializers.CharField()
    kind = serializers.ChoiceField(choices=[kind.value for kind in Kind])
    unit = serializers.CharField(help_text="what the value is measured in")
    limits = LimitsSerializer()
    default = SettingValue()
    label = serializers.CharField()  # type: ignore[assignment]
    rule = serializers.CharField(help_text="the id of the sentence")
    sentence = serializers.CharField(allow_blank=True)


class ServiceSerializer(serializers.Serializer[Any]):
    """What answers here, and where it describes itself."""

    version = serializers.CharField(help_text="of the service; the API is v1 in all of them")
    games = serializers.ListField(child=serializers.ChoiceField(choices=list(RULE_SETS)))
    schema = serializers.URLField()
    docs = serializers.URLField()


class GameSerializer(serializers.Serializer[Any]):
    """A game, and all that a table may change in it."""

    name = serializers.ChoiceField(choices=list(RULE_SETS))
    title = serializers.CharField()
    settings = SettingSerializer(many=True)
