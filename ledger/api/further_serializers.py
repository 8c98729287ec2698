"""The shapes of rules, payments, keys, flags, the change log, figures and groups."""

from typing import Any

from drf_spectacular.utils import extend_schema_field
from rest_framework import serializers

from ledger.access.keys import Role
from ledger.api.fields import Anything, Id, Strict
from ledger.api.serializers import (
    ROUND_STATES,
    STATES,
    Amounts,
    Links,
    LocalTime,
    PaySerializer,
    Player,
)
from ledger.common.clean_text import REASON_LIMIT
from ledger.models import AMOUNT_LIMIT, SEATS, Change, Flag, Link
from ledger.people.statistics import Side
from ledger.tables.flags import WORD_LIMIT
from ledger.tables.sessions import CURRENCY_LIMIT, NAME_LIMIT, SESSION_NAME_LIMIT
from scoring import RULE_SETS
from scoring.common.settings import Kind
from scoring.common.transfers import Reason

SEAT: dict[str, Any] = {"min_value": 1, "max_value": SEATS[-1]}
NOBODY = "null where nobody said on that phone whose it is"


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


class GameSerializer(serializers.Serializer[Any]):
    """A game, and all that a table may change in it."""

    name = serializers.ChoiceField(choices=list(RULE_SETS))
    title = serializers.CharField()
    settings = SettingSerializer(many=True)


class MarkPaid(PaySerializer):
    """Money handed over at the table: an id made by the client; the payer owes, the payee gets."""

    id = Id()


class PaymentObject(serializers.Serializer[Any]):
    """Money that `payer` handed `payee`; void where it was not, after all."""

    number = serializers.IntegerField(min_value=1)
    id = serializers.UUIDField(source="submission_id")
    state = serializers.SerializerMethodField()
    payer = serializers.IntegerField(source="debtor.number", **SEAT)
    payee = serializers.IntegerField(source="creditor.number", **SEAT)
    amount = serializers.IntegerField(min_value=1, max_value=AMOUNT_LIMIT)
    recorded_at = LocalTime(read_only=True)

    @extend_schema_field(serializers.ChoiceField(choices=ROUND_STATES))
    def get_state(self, payment: Any) -> str:
        return "void" if payment.void else "recorded"


class RenewKey(Strict):
    """Which key is to be another one."""

    key = serializers.ChoiceField(choices=[role.value for role in Role])


class KeysSerializer(serializers.Serializer[Any]):
    """The keys that open the session from now on, and their links."""

    score_key = serializers.CharField()
    view_key = serializers.CharField()
    links = Links()


class FlagSerializer(serializers.Serializer[Any]):
    """A round that somebody calls wrong: it waits for an answer, or it was kept as it is."""

    round = serializers.IntegerField(source="number", min_value=1)
    state = serializers.ChoiceField(choices=[Flag.State.OPEN.value, Flag.State.KEPT.value])
    word = serializers.CharField(allow_blank=True, max_length=WORD_LIMIT)
    answer = serializers.CharField(
        allow_blank=True, max_length=WORD_LIMIT, help_text="of the scorer who kept the round"
    )
    link = serializers.ChoiceField(choices=Link.values, help_text="by which it came in")
    seat = serializers.IntegerField(allow_null=True, help_text=NOBODY, **SEAT)


class SettingChangeSerializer(serializers.Serializer[Any]):
    """A setting before and after, as players write it."""

    label = serializers.CharField()  # type: ignore[assignment]
    old = serializers.CharField(allow_blank=True)
    new = serializers.CharField(allow_blank=True)


class LogLineSerializer(serializers.Serializer[Any]):
    """What was done at the table: when, what, by which link, from whose phone, and why."""

    number = serializers.IntegerField(min_value=1)
    made_at = LocalTime(read_only=True)
    kind = serializers.ChoiceField(choices=Change.Kind.values)
    link = serializers.ChoiceField(choices=Link.values, allow_blank=True)
    seat = serializers.IntegerField(allow_null=True, help_text=NOBODY, **SEAT)
    by = serializers.CharField(help_text="link and phone in words")
    text = serializers.CharField(help_text="what was done in words")
    reason = serializers.CharField(
        allow_blank=True, max_length=REASON_LIMIT, help_text="what somebody typed with it"
    )
    round = serializers.IntegerField(allow_null=True, min_value=1)
    seats = serializers.ListField(
        child=serializers.IntegerField(**SEAT), max_length=SEATS[-1], help_text="whom it is about"
    )
    settings = SettingChangeSerializer(many=True)


class PeakSerializer(serializers.Serializer[Any]):
    """The most that one round brought or cost, and its number."""

    amount = serializers.IntegerField(min_value=1)
    round = serializers.IntegerField(min_value=1)


class StreakSerializer(serializers.Serializer[Any]):
    """Rounds in a row: up to now, and at most."""

    current = serializers.IntegerField(min_value=0)
    most = serializers.IntegerField(min_value=0)


class EventSerializer(serializers.Serializer[Any]):
    """How often a player received or paid something for a reason, and how much in all."""

    side = serializers.ChoiceField(choices=[side.value for side in Side])
    reason = serializers.ChoiceField(choices=[reason.value for reason in Reason])
    times = serializers.IntegerField(min_value=0)
    amount = serializers.IntegerField(min_value=0)


class PlayerFiguresSerializer(Player):
    """What the rounds that stand came to for one player; other items stand apart."""

    played = serializers.IntegerField(min_value=0)
    won = serializers.IntegerField(min_value=0)
    lost = serializers.IntegerField(min_value=0)
    gained = serializers.IntegerField(help_text="in rounds alone; negative where more was lost")
    other_items = serializers.IntegerField()
    biggest_gain = PeakSerializer(allow_null=True)
    biggest_loss = PeakSerializer(allow_null=True)
    wins = StreakSerializer()
    losses = StreakSerializer()
    events = EventSerializer(many=True)


class MomentSerializer(serializers.Serializer[Any]):
    """The balances by seat right after a round; round 0 is before the first.

    `now` where they are those of now, whatever was made void or paid since that round.
    """

    round = serializers.IntegerField(min_value=0)
    balances = Amounts()
    now = serializers.BooleanField()


class FiguresSerializer(serializers.Serializer[Any]):
    """The evening in figures, and how the balances went; `course` is empty before the first round.

    Of a long evening the course has rounds in even steps.
    """

    players = PlayerFiguresSerializer(many=True)
    course = MomentSerializer(many=True)


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


class GroupSerializer(serializers.Serializer[Any]):
    """People who play together on more than one evening, and the sessions that count for them."""

    id = serializers.CharField()
    name = serializers.CharField(allow_blank=True, max_length=SESSION_NAME_LIMIT)
    currency = serializers.CharField(allow_blank=True, max_length=CURRENCY_LIMIT)
    made_at = LocalTime(read_only=True)
    members = MemberSerializer(many=True)
    sessions = GroupSessionSerializer(many=True)


class MemberTotalSerializer(MemberSerializer):
    """What all evenings came to for one member; `by_reason` adds up to the balance."""

    id = serializers.IntegerField(min_value=1)
    balance = serializers.IntegerField()
    played = serializers.IntegerField(min_value=0)
    won = serializers.IntegerField(min_value=0)
    by_reason = Amounts()


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
