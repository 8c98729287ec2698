"""Groups: their members, their sessions, and what all evenings came to."""

from typing import Any

from rest_framework.serializers import CharField, IntegerField

from ledger.api.fields import Id, Ref, Reply, Strict, Whole
from ledger.api.serializers.common import (
    SEAT,
    Amounts,
    Keys,
    LocalTime,
    NamedShape,
    OpenOrClosed,
    OptionalLine,
    Tally,
)
from ledger.common.strict_json import Object
from ledger.people.groups import evenings_of
from ledger.tables.sessions import NAME_LIMIT, SESSION_NAME_LIMIT


class MemberSerializer(Reply):
    """One of the people of a group, whatever seat they have on an evening."""

    id = IntegerField(source="pk", min_value=1)
    name = CharField(allow_blank=True, max_length=NAME_LIMIT)


class SeatedMember(Reply):
    """Which member has a seat on an evening."""

    seat = IntegerField(**SEAT)
    member = IntegerField(min_value=1)


class GroupSessionSerializer(Reply):
    """A session that counts for a group; its own key opens it."""

    id = CharField()
    name = CharField(allow_blank=True, max_length=SESSION_NAME_LIMIT)
    state = OpenOrClosed()
    opened_at = LocalTime(read_only=True)
    closed_at = LocalTime(read_only=True, allow_null=True)
    round_count = IntegerField(min_value=0)
    players = SeatedMember(many=True)

    def to_representation(self, evening: Any) -> Object:
        session, seated = evening.session, sorted(evening.members.items())
        session.players = [{"seat": int(seat), "member": member} for seat, member in seated]
        return super().to_representation(session)


class GroupSerializer(NamedShape):
    """People who play together on more than one evening, and the sessions that count for them."""

    id = CharField()
    made_at = LocalTime(read_only=True)
    members = MemberSerializer(many=True)
    sessions = GroupSessionSerializer(many=True)

    def to_representation(self, group: Any) -> Object:
        group.sessions = evenings_of(group)
        return super().to_representation(group)


class GroupLine(NamedShape):
    """A group in the list."""

    id = CharField()
    made_at = LocalTime(read_only=True)
    member_count = IntegerField(min_value=0)
    session_count = IntegerField(min_value=0)


class MadeGroup(GroupSerializer, Keys):
    """A group with the keys that open it."""


class MakeGroup(Strict):
    """A group of everybody at a session, which is the first to count for it."""

    id = Id()
    name = OptionalLine(SESSION_NAME_LIMIT)
    session = Ref()


class MembersBySeat(Strict):
    """The member that each seat is; null is somebody new."""

    def get_fields(self) -> Object:
        seats = range(SEAT["min_value"], SEAT["max_value"] + 1)
        return {str(at): Whole(required=False, allow_null=True, min_value=1) for at in seats}


class AddSession(Strict):
    """A session that is to count, its score key, and who is who; by name where that is left out."""

    session = Ref()
    key = Ref(most=64)
    members = MembersBySeat(required=False)


class MemberTotalSerializer(MemberSerializer, Tally):
    """What all evenings came to for one member; `by_reason` adds up to the balance."""

    id = IntegerField(min_value=1)
    balance = IntegerField()


class EveningSerializer(Reply):
    """What one evening brought whoever was there, by member, and everybody's balance after it."""

    session = CharField()
    opened_at = LocalTime(read_only=True)
    rounds = IntegerField(min_value=0, help_text="that stand")
    amounts = Amounts()
    balances = Amounts()


class GroupTotalsSerializer(Reply):
    """Balances over all evenings; payments and other items of a table count at that table alone."""

    members = MemberTotalSerializer(many=True)
    evenings = EveningSerializer(many=True)
