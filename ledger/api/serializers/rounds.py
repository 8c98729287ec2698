"""Rounds: sent, scored, recorded and refused; the facts of each game, as the schema has them."""

from rest_framework.serializers import CharField, ChoiceField, IntegerField, UUIDField

from ledger.api.descriptions import HELP
from ledger.api.fields import Anything, Id, Reply, Strict, Whole
from ledger.api.serializers.common import Amounts, LocalTime, OptionalLine, VoidOrRecorded
from ledger.common.clean_text import REASON_LIMIT
from ledger.common.strict_json import Object
from scoring import RULE_SETS

SCHEMAS = "#/components/schemas/"


def component(rules: str, what: str = "Facts") -> str:
    """TienLenFacts for tien_len."""
    return f"{rules.title().replace('_', '')}{what}"


def facts_of(rules: str) -> dict[str, str]:
    """Where the schema has the facts of one game."""
    return {"$ref": f"{SCHEMAS}{component(rules)}"}


COMPONENTS: Object = {
    **{component(name): rule_set.shape for name, rule_set in RULE_SETS.items()},
    "Facts": {
        "description": HELP["facts"],
        "anyOf": [facts_of(name) for name in RULE_SETS],
    },
}
"""Some facts fit two games, such as a tới trắng: the session's rules say which is meant."""

FACTS: Object = {"$ref": f"{SCHEMAS}Facts"}
"""What the table tells of a round; each game has a shape of its own."""

RESULT: Object = {"$ref": f"{SCHEMAS}Result"}
"""What the rules make of the facts."""

NEWEST = 2**31 - 1


class Submit(Strict):
    """A round to record: an id made by the client, and what the table tells.

    `rules` may be left out. Where it names a game, it must be the one that the session plays.
    """

    id = Id()
    rules = ChoiceField(required=False, choices=list(RULE_SETS))
    facts = Anything(FACTS)
    after = Whole(required=False, allow_null=True, min_value=0, max_value=NEWEST)


class TryOut(Submit):
    """A round to score only, which needs no id."""

    id = Id(required=False)


class ReasonSerializer(Strict):
    """Why, in the words of the table."""

    reason = OptionalLine(REASON_LIMIT)


class RoundObject(Reply):
    """A round as it was recorded; only `state` can change later."""

    number = IntegerField(source="round.number", min_value=1)
    id = UUIDField(source="round.submission_id")
    state = VoidOrRecorded(source="void", read_only=True)
    rules = ChoiceField(source="round.rule_version.rules", choices=list(RULE_SETS))
    bet_unit = IntegerField(source="round.bet_unit.amount", min_value=1)
    facts = Anything(FACTS, source="round.facts")
    result = Anything(RESULT, source="round.result")
    amounts = Amounts()
    balances = Amounts()
    corrects = IntegerField(allow_null=True)
    recorded_at = LocalTime(source="round.recorded_at", read_only=True)


class Scored(RoundObject):
    """What a round would come to; nothing of it is stored."""

    number = id = state = corrects = recorded_at = None  # type: ignore[assignment]


class ProblemItem(Reply):
    """One thing that is wrong: `field` is a path into the facts, the settings or the body."""

    code = CharField()
    field = CharField(allow_blank=True)
    message = CharField()
    player = IntegerField(required=False)
    rule = CharField(required=False)


class ChangedRound(RoundObject):
    """A round that was corrected or made void, and how a later one began otherwise than it says."""

    later = ProblemItem(many=True)


class ProblemError(ProblemItem):
    """The first thing that is wrong, and all of them in `problems`."""

    problems = ProblemItem(many=True)
    found = IntegerField(required=False, help_text="how many there are, where not all are told")


class ProblemSerializer(Reply):
    """Why a call was refused (RFC 9457); `code` is stable, `detail` is for people."""

    type = CharField()
    title = CharField()
    status = IntegerField()
    detail = CharField()
    code = CharField()
    round = IntegerField(required=False, help_text="the round that stands in the way")
    error = ProblemError(required=False)
