"""Sessions, their keys, the rounds called wrong, and the log of changes."""

from typing import Any

from rest_framework import serializers
from rest_framework.serializers import CharField, ChoiceField, IntegerField, ListField

from ledger.access.keys import Role
from ledger.api.descriptions import HELP
from ledger.api.fields import Anything, Id, Line, Ref, Reply, Strict, Whole
from ledger.api.serializers import common
from ledger.books import balances
from ledger.books.next_round import next_round
from ledger.common.clean_text import REASON_LIMIT
from ledger.common.strict_json import Object
from ledger.models import BET_UNIT_LIMIT, SEATS, Change, Flag, Link
from ledger.tables.flags import WORD_LIMIT
from ledger.tables.sessions import CURRENCY_LIMIT, NAME_LIMIT, SESSION_NAME_LIMIT
from scoring import RULE_SETS

SEAT_NUMBER = IntegerField(**common.SEAT)
NOBODY = "null where nobody said on that phone whose it is"


class OpenSession(Strict):
    """What a new session needs; seats are given in the order of `players`, from 1 on.

    With an `id`, a random UUID that the client keeps to itself, it can be sent again: it opens
    one session, and whoever sends the same once more gets its keys.
    """

    id = Id(required=False)
    rules = ChoiceField(choices=list(RULE_SETS))
    settings = Anything(required=False, allow_null=True)
    bet_unit = Whole(min_value=1, max_value=BET_UNIT_LIMIT)
    players = ListField(child=Line(NAME_LIMIT), min_length=SEATS[0], max_length=SEATS[-1])
    name = common.OptionalLine(SESSION_NAME_LIMIT)
    currency = common.OptionalLine(CURRENCY_LIMIT)
    group = Ref(required=False, help_text=HELP["opens_for"])


class Names(Strict):
    """Corrected names by seat."""

    def get_fields(self) -> Object:
        return {str(seat): Line(NAME_LIMIT, required=False) for seat in range(1, SEATS[-1] + 1)}


class ChangeSession(Strict):
    """What is to change from the next round on; a field that is left out stays as it is.

    `settings` are, as at opening, all that the table plays otherwise than by the document:
    a setting that is not among them goes back to the document, `{}` takes every change back.
    `sitting_out` likewise names everybody who is to sit out. `order` is everybody in the order in
    which they sit, `names` are corrected names by seat.
    """

    name = Line(SESSION_NAME_LIMIT, required=False, allow_blank=True)
    bet_unit = Whole(required=False, min_value=1, max_value=BET_UNIT_LIMIT)
    rules = ChoiceField(required=False, choices=list(RULE_SETS))
    settings = Anything(required=False)
    reason = common.OptionalLine(REASON_LIMIT)
    add_players = ListField(child=Line(NAME_LIMIT), required=False, max_length=SEATS[-1])
    sitting_out = ListField(child=Whole(**common.SEAT), required=False, max_length=SEATS[-1])
    order = ListField(child=Whole(**common.SEAT), required=False, max_length=SEATS[-1])
    names = Names(required=False)


class SessionPlayer(common.Player):
    """A seat of a session; who has it may miss the next rounds."""

    seat = IntegerField(source="number", **common.SEAT)
    sitting_out = serializers.BooleanField()


class SessionLine(common.NamedShape):
    """A session in the list."""

    id = CharField(max_length=12)
    state = common.OpenOrClosed(read_only=True)
    opened_at = common.LocalTime(read_only=True)
    closed_at = common.LocalTime(read_only=True, allow_null=True)
    rules = ChoiceField(source="rule_version.rules", choices=list(RULE_SETS))
    settings = Anything(read_only=True)
    bet_unit = IntegerField(source="bet_unit.amount", min_value=1)
    round_count = IntegerField(min_value=0)
    players = SessionPlayer(source="seats", many=True)

    def to_representation(self, session: Any) -> Object:
        version = session.rule_version
        session.settings_in_force = values = version.values
        document = RULE_SETS[version.rules].values()
        session.settings = {key: values[key] for key in document if values[key] != document[key]}
        return super().to_representation(session)


class WholeSession(SessionLine):
    """A session with all its settings and with what the next round will be.

    `settings` are what differs from the document; `settings_in_force` has every setting there is.
    """

    settings_in_force = Anything()
    mark = CharField(source="public_mark", **common.MARK)
    next_leader = IntegerField(source="next_round.leader", allow_null=True)
    opening = serializers.BooleanField(source="next_round.opening")
    next = Anything(source="next_round.start")
    next_players = ListField(source="next_round.players", child=IntegerField())

    def to_representation(self, session: Any) -> Object:
        session.next_round = next_round(session, balances.scoreboard(session))
        return super().to_representation(session)


class Links(common.KeyLinks):
    """Addresses to send: who opens one is at the table, and may score, look or show the board."""

    board = serializers.URLField(read_only=True)


class RenewKey(Strict):
    """Which key is to be another one."""

    key = ChoiceField(choices=[role.value for role in Role])


class KeysSerializer(common.Keys):
    """The keys that open the session from now on, and their links."""

    links = Links()


class OpenedSession(WholeSession, KeysSerializer):
    """A new session with the keys that open it; nobody can ask for them again."""


class FlagSerializer(Reply):
    """A round that somebody calls wrong: it waits for an answer, or it was kept as it is."""

    round = IntegerField(source="number", min_value=1)
    state = ChoiceField(choices=[Flag.State.OPEN.value, Flag.State.KEPT.value])
    word = CharField(allow_blank=True, max_length=WORD_LIMIT)
    answer = CharField(allow_blank=True, max_length=WORD_LIMIT, help_text=HELP["flag_answer"])
    link = ChoiceField(choices=Link.values, help_text="by which it came in")
    seat = IntegerField(allow_null=True, help_text=NOBODY, **common.SEAT)


class SettingChangeSerializer(Reply):
    """A setting before and after, as players write it."""

    label = CharField()  # type: ignore[assignment]
    old = CharField(allow_blank=True)
    new = CharField(allow_blank=True)


class LogLineSerializer(Reply):
    """What was done at the table: when, what, by which link, from whose phone, and why."""

    number = IntegerField(min_value=1)
    made_at = common.LocalTime(read_only=True)
    kind = ChoiceField(choices=Change.Kind.values)
    link = ChoiceField(choices=Link.values, allow_blank=True)
    seat = IntegerField(allow_null=True, help_text=NOBODY, **common.SEAT)
    by = CharField(help_text="link and phone in words")
    text = CharField(help_text="what was done in words")
    reason = CharField(allow_blank=True, max_length=REASON_LIMIT, help_text=HELP["log_reason"])
    round = IntegerField(allow_null=True, min_value=1)
    seats = ListField(child=SEAT_NUMBER, max_length=SEATS[-1], help_text=HELP["log_seats"])
    settings = SettingChangeSerializer(many=True)
