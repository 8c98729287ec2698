"""Groups: their members, their sessions, and what all evenings came to."""

from typing import Any

from rest_framework import serializers

from ledger.api.serializers.common import SEAT, STATES, Amounts, LocalTime, NamedShape, Tally
from ledger.tables.sessions import NAME_LIMIT, SESSION_NAME_LIMIT


class MemberSerializer(serializers.Serializer[Any]):
    """One of the people of a group, whatever seat they have on an evening."""

    id = serializers.IntegerField(source="pk", min_value=1)
    name = serializers.CharField(allow_blank=True, max_length=NAME_LIMIT)


class SeatedMember(serializers.Serializer[Any]):
    """Which member has a seat on an evening."""

    seat = serializers.IntegerField(**SEAT)
    member = serializers.IntegerField(min_value=1)


class GroupSessionSerializer(serializers.Serializer[Any]):
    """A session that counts for a group; its own key opens it."""

    id = serializers.CharField()
    name = serializers.CharField(allow_blank=True, max_length=SESSION_NAME_LIMIT)
    state = serializers.ChoiceField(choices=STATES)
    opened_at = LocalTime(read_only=True)
    closed_at = LocalTime(read_only=True, allow_null=True)
    round_count = serializers.IntegerField(min_value=0)
    players = SeatedMember(many=True)


class GroupSerializer(NamedShape):
    """People who play together on more than one evening, and the sessions that count for them."""

    id = serializers.CharField()
    made_at = LocalTime(read_only=True)
    members = MemberSerializer(many=True)
    sessions = GroupSessionSerializer(many=True)


class MemberTotalSerializer(MemberSerializer, Tally):
    """What all evenings came to for one member; `by_reason` adds up to the balance."""

    id = serializers.IntegerField(min_value=1)
    balance = serializers.IntegerField()


class EveningSerializer(serializers.Serializer[Any]):
    """What one evening brought whoever was there, by member, and everybody's balance after it."""

    session = serializers.CharField()
    opened_at = LocalTime(read_only=True)
    rounds = serializers.IntegerField(min_value=0, help_text="that stand")
    amounts = Amounts()
    balances = Amounts()


class GroupTotalsSerializer(serializers.Serializer[Any]):
    """Balances over all evenings; payments and other items of a table count at that table alone."""

    members = MemberTotalSerializer(many=True)
    evenings = EveningSerializer(many=True)
