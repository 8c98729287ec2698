"""What many shapes have in common: seats, times, amounts, and one serializer for all calls."""

from datetime import datetime
from functools import cache
from typing import Any, TypeVar

from django.utils import timezone
from django.utils.translation import get_language
from rest_framework import serializers
from rest_framework.serializers import CharField, ChoiceField, IntegerField

from ledger.api.descriptions import HELP
from ledger.api.fields import Line, Reply
from ledger.common.strict_json import Object
from ledger.models import BALANCE_LIMIT, SEATS
from ledger.tables.sessions import CURRENCY_LIMIT, NAME_LIMIT, SESSION_NAME_LIMIT

Shape = TypeVar("Shape", bound=serializers.Serializer[Any])

STATES = ("open", "closed")
ROUND_STATES = ("recorded", "void")
MARK: Object = {"max_length": 160, "help_text": HELP["mark"]}
SEAT: Object = {"min_value": 1, "max_value": SEATS[-1]}


def shared(shape: type[Shape]) -> Shape:
    """One serializer of each shape for all calls: each new one would copy all its fields.

    One for each language, as what a field says of its limits stays as it was first said.
    """
    serializer: Shape = _in_language(shape, get_language())
    return serializer


@cache
def _in_language(shape: type[Shape], language: str | None) -> Shape:
    return shape()


class OptionalLine(Line):
    """A line that may be left out."""

    def __init__(self, most: int) -> None:
        super().__init__(most, allow_blank=True, default="")


class OpenOrClosed(ChoiceField):
    """The state of a session."""

    def __init__(self, **options: Any) -> None:
        super().__init__(choices=STATES, source="*", **options)

    def to_representation(self, session: Any) -> str:
        return "closed" if session.closed_at else "open"


class VoidOrRecorded(ChoiceField):
    """The state of what can be made void, from whether it is."""

    def __init__(self, **options: Any) -> None:
        super().__init__(choices=ROUND_STATES, **options)

    def to_representation(self, value: Any) -> str:
        return "void" if value else "recorded"


class NamedShape(Reply):
    """A table or a group: what it is called, and its money."""

    name = CharField(allow_blank=True, max_length=SESSION_NAME_LIMIT)
    currency = CharField(allow_blank=True, max_length=CURRENCY_LIMIT)


class Player(Reply):
    """A seat and who has it."""

    seat = IntegerField(min_value=1, max_value=SEATS[-1])
    name = CharField(allow_blank=True, max_length=NAME_LIMIT)
    balance = IntegerField(min_value=-BALANCE_LIMIT, max_value=BALANCE_LIMIT)


class LocalTime(serializers.DateTimeField):
    """A time as everybody at the table reads it: local, to the second."""

    def to_representation(self, value: datetime) -> str:
        return timezone.localtime(value).isoformat(timespec="seconds")


class Amounts(serializers.DictField):
    """Amounts by seat or by reason."""

    child = IntegerField()


class Tally(Reply):
    """What some rounds came to for one person; void ones count nowhere."""

    played = IntegerField(min_value=0)
    won = IntegerField(min_value=0)
    by_reason = Amounts()


class KeyLinks(Reply):
    """Addresses to send: who opens one may score, or look."""

    score = serializers.URLField(read_only=True)
    view = serializers.URLField(read_only=True)


class Keys(Reply):
    """The keys of a session or a group, and their links."""

    score_key = CharField()
    view_key = CharField()
    links = KeyLinks()
