"""The games and their settings."""

from rest_framework.serializers import CharField, ChoiceField, IntegerField, ListField, URLField

from ledger.api.descriptions import HELP
from ledger.api.fields import Anything, Reply
from scoring import RULE_SETS
from scoring.common.settings import Kind


class ChoiceSerializer(Reply):
    """One of the values that a setting may have."""

    value = CharField()
    label = CharField()  # type: ignore[assignment]


class LimitsSerializer(Reply):
    """What bounds a value; what means nothing for its kind is left out."""

    least = IntegerField(required=False)
    most = IntegerField(required=False)
    places = IntegerField(required=False, min_value=0, help_text="decimals at most")
    letters = IntegerField(required=False, min_value=1, help_text="of a text or name")
    items = IntegerField(required=False, min_value=1, help_text="named amounts at most")
    choices = ChoiceSerializer(many=True, required=False)


class SettingSerializer(Reply):
    """A number or a decision that a table may change, and the sentence of the rules behind it."""

    name = CharField()
    kind = ChoiceField(choices=[kind.value for kind in Kind])
    unit = CharField(help_text="what the value is measured in")
    limits = LimitsSerializer()
    default = Anything({"description": "as `settings` takes it; amounts are exact strings"})
    label = CharField()  # type: ignore[assignment]
    rule = CharField(help_text="the id of the sentence")
    sentence = CharField(allow_blank=True)


class ServiceSerializer(Reply):
    """What answers here, and where it describes itself."""

    version = CharField(help_text="of the service; the API is v1 in all of them")
    games = ListField(child=ChoiceField(choices=list(RULE_SETS)))
    schema = URLField()
    docs = URLField()
    public_key = CharField(help_text=HELP["public_key"])
    fingerprint = CharField(help_text=HELP["fingerprint"])


class GameSerializer(Reply):
    """A game, and all that a table may change in it."""

    name = ChoiceField(choices=list(RULE_SETS))
    title = CharField()
    settings = SettingSerializer(many=True)
