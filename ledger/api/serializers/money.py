"""Money: totals, the ledger, settling, payments, other items, figures, and rows of exports."""

from typing import Any

from rest_framework import serializers
from rest_framework.serializers import CharField, ChoiceField, IntegerField

from ledger.api.descriptions import HELP
from ledger.api.fields import Id, Line, Reply, Strict, Whole
from ledger.api.serializers import common
from ledger.common.clean_text import REASON_LIMIT
from ledger.common.strict_json import Object
from ledger.models import AMOUNT_LIMIT, Posting
from ledger.people.statistics import Side
from ledger.tables.items_in_words import posted_pays
from ledger.tables.other_items import MOST_PAYS
from ledger.tables.sessions import CURRENCY_LIMIT, NAME_LIMIT, SESSION_NAME_LIMIT
from scoring.common.transfers import Reason
from scoring.common.words import REASONS

REASON_CODES = [reason.value for reason in Reason]


class PlayerTotal(common.Player, common.Tally):
    """One player's evening; void rounds count nowhere."""


class SessionTotals(Reply):
    """Everybody's evening."""

    players = PlayerTotal(many=True)


class PaySerializer(Strict):
    """Seat `payer` pays seat `payee` the amount."""

    payer = Whole(**common.SEAT)
    payee = Whole(**common.SEAT)
    amount = Whole(min_value=1, max_value=AMOUNT_LIMIT)


class TellOther(Strict):
    """Money between players that no round explains: an id made by the client, who pays, why."""

    id = Id()
    pays = serializers.ListField(child=PaySerializer(), min_length=1, max_length=MOST_PAYS)
    text = Line(REASON_LIMIT)


class OtherItemObject(Reply):
    """Money between players that no round explains, as it was told; `state` is what became of it.

    `after_round` is the newest round when it was told, 0 before the first.
    """

    number = IntegerField(min_value=1)
    id = serializers.UUIDField(source="submission_id")
    state = common.VoidOrRecorded(source="void")
    pays = PaySerializer(many=True)
    text = CharField(max_length=REASON_LIMIT)
    after_round = IntegerField(min_value=0)
    recorded_at = common.LocalTime(read_only=True)

    def to_representation(self, item: Any) -> Object:
        item.pays, item.text, item.void = posted_pays(item)
        return super().to_representation(item)


class MarkPaid(PaySerializer):
    """Money handed over at the table: an id made by the client; the payer owes, the payee gets."""

    id = Id()


class PaymentObject(Reply):
    """Money that `payer` handed `payee`; void where it was not, after all."""

    number = IntegerField(min_value=1)
    id = serializers.UUIDField(source="submission_id")
    state = common.VoidOrRecorded(source="void", read_only=True)
    payer = IntegerField(source="debtor.number", **common.SEAT)
    payee = IntegerField(source="creditor.number", **common.SEAT)
    amount = IntegerField(min_value=1, max_value=AMOUNT_LIMIT)
    recorded_at = common.LocalTime(read_only=True)


class PaymentSerializer(Reply):
    """Who gives whom how much to be quits."""

    payer = IntegerField(**common.SEAT)
    payee = IntegerField(**common.SEAT)
    amount = IntegerField(min_value=1)


class LedgerEntrySerializer(PaymentSerializer):
    """One payment of the journal, and every balance right after it.

    `payer` loses the amount and `payee` gains it. Of the kinds `payment` and `unpaid` are money
    handed over at the table and that taken back: no round, and the entry goes against the money.
    `manual` is money between players that no round explains, `manual_void` that taken back.
    `carried` and `uncarried` bring balances to 0 that stand in another session from then on.
    """

    posting = IntegerField(min_value=1)
    line = IntegerField(min_value=1)
    kind = ChoiceField(choices=Posting.Kind.values)
    round = IntegerField(min_value=1, allow_null=True, help_text=HELP["round_of_entry"])
    reason = ChoiceField(choices=REASON_CODES, help_text=HELP["reason_of_entry"])
    balances = common.Amounts()
    posted_at = common.LocalTime(read_only=True)


class Settlement(Reply):
    """The fewest payments after which every balance is 0."""

    payments = PaymentSerializer(many=True)
    players = common.Player(many=True)


class ExportedRow(Reply):
    """A row of an export: the session it is of."""

    session = CharField(max_length=12)
    session_name = CharField(allow_blank=True, max_length=SESSION_NAME_LIMIT)
    currency = CharField(allow_blank=True, max_length=CURRENCY_LIMIT)
    mark = CharField(**common.MARK)


class ExportedTotal(ExportedRow, PlayerTotal):
    """One player's evening, and below each reason what it came to."""

    opened_at = serializers.DateTimeField()
    by_reason = None  # type: ignore[assignment]

    def get_fields(self) -> Object:
        return super().get_fields() | {reason.value: IntegerField() for reason in REASONS}


class ExportedEntry(ExportedRow, LedgerEntrySerializer):
    """One payment of the journal, and the balances of both players right after it.

    Of the kinds `payment` and `unpaid` it goes against the money, as in a session's ledger.
    """

    payer_name = CharField(allow_blank=True, max_length=NAME_LIMIT)
    payee_name = CharField(allow_blank=True, max_length=NAME_LIMIT)
    payer_balance = IntegerField()
    payee_balance = IntegerField()
    balances = None  # type: ignore[assignment]


class PeakSerializer(Reply):
    """The most that one round brought or cost, and its number."""

    amount = IntegerField(min_value=1)
    round = IntegerField(min_value=1)


class StreakSerializer(Reply):
    """Rounds in a row: up to now, and at most."""

    current = IntegerField(min_value=0)
    most = IntegerField(min_value=0)


class EventSerializer(Reply):
    """How often a player received or paid something for a reason, and how much in all."""

    side = ChoiceField(choices=[side.value for side in Side])
    reason = ChoiceField(choices=REASON_CODES)
    times = IntegerField(min_value=0)
    amount = IntegerField(min_value=0)


class PlayerFiguresSerializer(PlayerTotal):
    """What the rounds that stand came to for one player; other items stand apart."""

    by_reason = None  # type: ignore[assignment]
    lost = IntegerField(min_value=0)
    gained = IntegerField(help_text="in rounds alone; negative where more was lost")
    other_items = IntegerField()
    biggest_gain = PeakSerializer(allow_null=True)
    biggest_loss = PeakSerializer(allow_null=True)
    wins = StreakSerializer()
    losses = StreakSerializer()
    events = EventSerializer(many=True)


class MomentSerializer(Reply):
    """The balances by seat right after a round; round 0 is before the first.

    `now` where they are those of now, whatever was made void or paid since that round.
    """

    round = IntegerField(min_value=0)
    balances = common.Amounts()
    now = serializers.BooleanField()


class FiguresSerializer(Reply):
    """The evening in figures, and how the balances went; `course` is empty before the first round.

    Of a long evening the course has rounds in even steps.
    """

    players = PlayerFiguresSerializer(many=True)
    course = MomentSerializer(many=True)
