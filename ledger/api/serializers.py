"""The shapes of what is sent and answered; the schema is made from them."""

from functools import cache
from typing import Any, TypeVar

from django.utils import timezone
from django.utils.translation import get_language, gettext_lazy
from drf_spectacular.utils import extend_schema_field
from rest_framework import serializers

from ledger.api import facts
from ledger.api.fields import NO_OBJECT, Anything, Id, Line, Strict, Whole, line
from ledger.books import balances
from ledger.books.history import PlayedRound
from ledger.books.next_round import next_round
from ledger.common.clean_text import REASON_LIMIT
from ledger.models import AMOUNT_LIMIT, BALANCE_LIMIT, BET_UNIT_LIMIT, SEATS, Posting, Session
from ledger.tables.other_items import MOST_PAYS
from ledger.tables.sessions import CURRENCY_LIMIT, NAME_LIMIT, SESSION_NAME_LIMIT
from scoring import RULE_SETS
from scoring.common import transfers

Shape = TypeVar("Shape", bound=serializers.Serializer[Any])

NEWEST = 2**31 - 1
STATES = ("open", "closed")
ROUND_STATES = ("recorded", "void")
KINDS = tuple(Posting.Kind.values)
REASONS_OF_ENTRIES = tuple(reason.value for reason in transfers.Reason)
OF_NO_ROUND = "null for the kinds that no round is behind, all but round and void"
AFTER_THE_ROUNDS = (
    "why the round paid it; void where a round was made void, settlement for the kinds payment"
    " and unpaid, carried for carried and uncarried, manual for manual and manual_void"
)


NO_SEAT = gettext_lazy("Ghế là một số từ 1 đến 8.")


class OpenSession(Strict):
    """What a new session needs; seats are given in the order of `players`, from 1 on.

    With an `id`, a random UUID that the client keeps to itself, it can be sent again: it opens
    one session, and whoever sends the same once more gets its keys.
    """

    id = Id(required=False)
    rules = serializers.ChoiceField(choices=list(RULE_SETS))
    settings = Anything(required=False, allow_null=True)
    bet_unit = Whole(min_value=1, max_value=BET_UNIT_LIMIT)
    players = serializers.ListField(
        child=Line(NAME_LIMIT), min_length=SEATS[0], max_length=SEATS[-1]
    )
    name = Line(SESSION_NAME_LIMIT, required=False, allow_blank=True, default="")
    currency = Line(CURRENCY_LIMIT, required=False, allow_blank=True, default="")


NAME_OF_A_SEAT = {str(seat): line(NAME_LIMIT, blank=False) for seat in range(1, SEATS[-1] + 1)}


@extend_schema_field(
    {"type": "object", "properties": NAME_OF_A_SEAT, "additionalProperties": False}
)
class Names(serializers.DictField):
    """Corrected names by seat."""

    child = Line(NAME_LIMIT)
    default_error_messages = {"not_a_dict": NO_OBJECT, "empty": NO_OBJECT}  # noqa: RUF012

    def to_internal_value(self, data: Any) -> Any:
        told = super().to_internal_value(data)
        if not told.keys() <= NAME_OF_A_SEAT.keys():
            raise serializers.ValidationError(NO_SEAT)
        return told


class ChangeSession(Strict):
    """What is to change from the next round on; a field that is left out stays as it is.

    `settings` are, as at opening, all that the table plays otherwise than by the document:
    a setting that is not among them goes back to the document, `{}` takes every change back.
    `sitting_out` likewise names everybody who is to sit out. `order` is everybody in the order in
    which they sit, `names` are corrected names by seat.
    """

    name = Line(SESSION_NAME_LIMIT, required=False, allow_blank=True)
    bet_unit = Whole(required=False, min_value=1, max_value=BET_UNIT_LIMIT)
    rules = serializers.ChoiceField(required=False, choices=list(RULE_SETS))
    settings = Anything(required=False)
    reason = Line(REASON_LIMIT, required=False, allow_blank=True, default="")
    add_players = serializers.ListField(
        child=Line(NAME_LIMIT), required=False, max_length=SEATS[-1]
    )
    sitting_out = serializers.ListField(
        child=Whole(min_value=1, max_value=SEATS[-1]), required=False, max_length=SEATS[-1]
    )
    order = serializers.ListField(
        child=Whole(min_value=1, max_value=SEATS[-1]), required=False, max_length=SEATS[-1]
    )
    names = Names(required=False)


@extend_schema_field(facts.ANY_GAME)
class Facts(Anything):
    """What the table tells of a round; each game has a shape of its own."""


def shared(shape: type[Shape]) -> Shape:
    """One serializer of each shape for all calls: each new one would copy all its fields.

    One for each language, as what a field says of its limits stays as it was first said.
    """
    found: Shape = _in_language(shape, get_language())
    return found


@cache
def _in_language(shape: type[Shape], language: str | None) -> Shape:
    return shape()


class Submit(Strict):
    """A round to record: an id made by the client, and what the table tells."""

    id = Id()
    facts = Facts()
    after = Whole(required=False, allow_null=True, min_value=0, max_value=NEWEST)


class TryOut(Submit):
    """A round to score only, which needs no id."""

    id = Id(required=False)


class ReasonSerializer(Strict):
    """Why, in the words of the table."""

    reason = Line(REASON_LIMIT, required=False, allow_blank=True, default="")


class PaySerializer(Strict):
    """Seat `payer` pays seat `payee` the amount."""

    payer = Whole(min_value=1, max_value=SEATS[-1])
    payee = Whole(min_value=1, max_value=SEATS[-1])
    amount = Whole(min_value=1, max_value=AMOUNT_LIMIT)


class TellOther(Strict):
    """Money between players that no round explains: an id made by the client, who pays, why."""

    id = Id()
    pays = serializers.ListField(child=PaySerializer(), min_length=1, max_length=MOST_PAYS)
    text = Line(REASON_LIMIT)


class Player(serializers.Serializer[Any]):
    """A seat and who has it."""

    seat = serializers.IntegerField(min_value=1, max_value=SEATS[-1])
    name = serializers.CharField(allow_blank=True, max_length=NAME_LIMIT)
    balance = serializers.IntegerField(min_value=-BALANCE_LIMIT, max_value=BALANCE_LIMIT)


class SessionPlayer(Player):
    """A seat of a session; who has it may miss the next rounds."""

    seat = serializers.IntegerField(source="number", min_value=1, max_value=SEATS[-1])
    sitting_out = serializers.BooleanField()


class LocalTime(serializers.DateTimeField):
    """A time as everybody at the table reads it: local, to the second."""

    def to_representation(self, value: Any) -> str:
        return timezone.localtime(value).isoformat(timespec="seconds")


class SessionLine(serializers.Serializer[Session]):
    """A session in the list."""

    id = serializers.CharField(max_length=12)
    name = serializers.CharField(allow_blank=True, max_length=SESSION_NAME_LIMIT)
    currency = serializers.CharField(allow_blank=True, max_length=CURRENCY_LIMIT)
    state = serializers.SerializerMethodField()
    opened_at = LocalTime(read_only=True)
    closed_at = LocalTime(read_only=True, allow_null=True)
    rules = serializers.ChoiceField(source="rule_version.rules", choices=list(RULE_SETS))
    settings = Anything(source="rule_version.settings")
    bet_unit = serializers.IntegerField(source="bet_unit.amount", min_value=1)
    round_count = serializers.IntegerField(min_value=0)
    players = SessionPlayer(source="seats", many=True)

    @extend_schema_field(serializers.ChoiceField(choices=STATES))
    def get_state(self, session: Session) -> str:
        return "closed" if session.closed_at else "open"


class WholeSession(SessionLine):
    """A session with all its settings and with what the next round will be.

    `settings` are the table's own, as sent; `settings_in_force` has every setting there is.
    """

    settings_in_force = Anything()
    next_leader = serializers.IntegerField(source="next_round.leader", allow_null=True)
    opening = serializers.BooleanField(source="next_round.opening")
    next_players = serializers.ListField(
        source="next_round.players", child=serializers.IntegerField()
    )

    def to_representation(self, session: Any) -> Any:
        version = session.rule_version
        session.settings_in_force = dict(RULE_SETS[version.rules].values(version.settings))
        session.next_round = next_round(session, balances.scoreboard(session))
        return super().to_representation(session)


class Links(serializers.Serializer[Any]):
    """Addresses to send: who opens one is at the table, and may score, look or show the board."""

    score = serializers.URLField(read_only=True)
    view = serializers.URLField(read_only=True)
    board = serializers.URLField(read_only=True)


class OpenedSession(WholeSession):
    """A new session with the keys that open it; nobody can ask for them again."""

    score_key = serializers.CharField(read_only=True)
    view_key = serializers.CharField(read_only=True)
    links = Links()


class Amounts(serializers.DictField):
    """Amounts by seat or by reason."""

    child = serializers.IntegerField()


@extend_schema_field(facts.RESULT)
class Result(Anything):
    """What the rules make of the facts."""


class Scored(serializers.Serializer[Any]):
    """What a round would come to; nothing of it is stored."""

    rules = serializers.ChoiceField(choices=list(RULE_SETS))
    bet_unit = serializers.IntegerField(min_value=1)
    facts = Facts()
    result = Result()
    amounts = Amounts()
    balances = Amounts()


class RoundObject(serializers.Serializer[PlayedRound]):
    """A round as it was recorded; only `state` can change later."""

    number = serializers.IntegerField(source="round.number", min_value=1)
    id = serializers.UUIDField(source="round.submission_id")
    state = serializers.SerializerMethodField()
    rules = serializers.ChoiceField(source="round.rule_version.rules", choices=list(RULE_SETS))
    bet_unit = serializers.IntegerField(source="round.bet_unit.amount", min_value=1)
    facts = Facts(source="round.facts")
    result = Result(source="round.result")
    amounts = Amounts()
    balances = Amounts()
    corrects = serializers.IntegerField(allow_null=True)
    recorded_at = LocalTime(source="round.recorded_at", read_only=True)

    @extend_schema_field(serializers.ChoiceField(choices=ROUND_STATES))
    def get_state(self, played: PlayedRound) -> str:
        return "void" if played.void else "recorded"


class PlayerTotal(Player):
    """One player's evening; void rounds count nowhere."""

    played = serializers.IntegerField(min_value=0)
    won = serializers.IntegerField(min_value=0)
    by_reason = Amounts()


class SessionTotals(serializers.Serializer[Any]):
    """Everybody's evening."""

    players = PlayerTotal(many=True)


class OtherItemObject(serializers.Serializer[Any]):
    """Money between players that no round explains, as it was told; `state` is what became of it.

    `after_round` is the newest round when it was told, 0 before the first.
    """

    number = serializers.IntegerField(min_value=1)
    id = serializers.UUIDField(source="submission_id")
    state = serializers.ChoiceField(choices=ROUND_STATES)
    pays = PaySerializer(many=True)
    text = serializers.CharField(max_length=REASON_LIMIT)
    after_round = serializers.IntegerField(min_value=0)
    recorded_at = LocalTime(read_only=True)


class LedgerEntrySerializer(serializers.Serializer[Any]):
    """One payment of the journal, and every balance right after it.

    `payer` loses the amount and `payee` gains it. Of the kinds `payment` and `unpaid` are money
    handed over at the table and that taken back: no round, and the entry goes against the money.
    `manual` is money between players that no round explains, `manual_void` that taken back.
    `carried` and `uncarried` bring balances to 0 that stand in another session from then on.
    """

    posting = serializers.IntegerField(min_value=1)
    line = serializers.IntegerField(min_value=1)
    kind = serializers.ChoiceField(choices=KINDS)
    round = serializers.IntegerField(min_value=1, allow_null=True, help_text=OF_NO_ROUND)
    payer = serializers.IntegerField(min_value=1, max_value=SEATS[-1])
    payee = serializers.IntegerField(min_value=1, max_value=SEATS[-1])
    amount = serializers.IntegerField(min_value=1)
    reason = serializers.ChoiceField(choices=REASONS_OF_ENTRIES, help_text=AFTER_THE_ROUNDS)
    balances = Amounts()
    posted_at = LocalTime(read_only=True)


class PaymentSerializer(serializers.Serializer[Any]):
    """Who gives whom how much to be quits."""

    payer = serializers.IntegerField(min_value=1, max_value=SEATS[-1])
    payee = serializers.IntegerField(min_value=1, max_value=SEATS[-1])
    amount = serializers.IntegerField(min_value=1)


class Settlement(serializers.Serializer[Any]):
    """The fewest payments after which every balance is 0."""

    payments = PaymentSerializer(many=True)
    players = Player(many=True)
